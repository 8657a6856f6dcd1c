import type { Posy } from '#server/platform/posy.ts'
import { carryOutErasure, ERASE_PERSON_JOB, nextErasureAt, sendDueErasures } from './erase-person.ts'
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
      nextDueAt: nextErasureAt,
      run: (now) => sendDueErasures(posy, now),
    },
    {
      name: 'privacy.exports',
      nextDueAt: nextExportExpiry,
      run: (now) => removeExpiredExports(posy, now),
    },
  )
}
