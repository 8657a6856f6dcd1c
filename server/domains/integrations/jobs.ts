import { teamClosed } from '#server/domains/teams/manage/index.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import { disconnectTeam, SYNC_JOB, sendSync } from './connect-account.ts'
import { nextSyncDueAt } from './queries.ts'
import { syncEmployees } from './sync-employees.ts'

export function registerIntegrations(posy: Posy): void {
  posy.queue.define<{ linkedAccountId: string }>({
    name: SYNC_JOB,
    concurrency: 2,
    urgency: 'background',
    handle: ({ linkedAccountId }) => syncEmployees(posy, linkedAccountId),
  })
  posy.queue.subscribe(teamClosed, 'integrations', ({ teamId }) => disconnectTeam(posy, teamId))
  posy.due.push({
    name: 'integrations.syncs',
    nextDueAt: nextSyncDueAt,
    run: (now) =>
      transact(posy, { actor: { kind: 'system', id: 'integrations' } }, async (work) => {
        const due = await work.tx
          .selectFrom('linked_account')
          .select('id')
          .where('sync_due_at', '<=', now)
          .forUpdate()
          .skipLocked()
          .execute()
        for (const { id } of due) await sendSync(work, id)
      }),
  })
}
