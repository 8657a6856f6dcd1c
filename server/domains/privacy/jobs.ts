import { toDate } from '#server/kit/time.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import { systemActor } from '#server/platform/principal.ts'
import { carryOutErasure, dueErasures, ERASE_PERSON_JOB } from './erase-person.ts'
import { EXPORT_PERSON_JOB, makePersonExport, nextExportExpiry, removeExpiredExports } from './export-person.ts'

export function registerPrivacy(posy: Posy): void {
  posy.queue.define<{ id: string }>({
    name: ERASE_PERSON_JOB,
    urgency: 'background',
    handle: ({ id }) => carryOutErasure(posy, id),
  })
  posy.queue.define<{ id: string }>({
    name: EXPORT_PERSON_JOB,
    urgency: 'background',
    handle: ({ id }) => makePersonExport(posy, id),
  })
  posy.due.push(
    {
      name: 'privacy.erasures',
      nextDueAt: async () => ((await dueErasures(posy.db)).length ? toDate(posy.clock.now()) : null),
      run: async () => {
        for (const id of await dueErasures(posy.db))
          await transact(posy, { actor: systemActor }, (work) =>
            posy.queue.send(work.tx, ERASE_PERSON_JOB, { id }, { unlessWaiting: true }),
          )
      },
    },
    {
      name: 'privacy.exports',
      nextDueAt: () => nextExportExpiry(posy.db),
      run: (now) => removeExpiredExports(posy, now),
    },
  )
}
