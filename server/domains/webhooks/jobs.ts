import { teamMemberRemoved, teamRoleChanged } from '#server/domains/teams/members/index.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import { deliverDueWebhooks } from './deliver-webhooks.ts'
import { noteLeaver } from './note-leaver.ts'
import { nextDeliveryDueAt } from './queries.ts'
import { LOG_DAYS } from './webhook.ts'

const DELIVER_WEBHOOKS_JOB = 'webhooks.deliver'
/** One looks for what is due; those before it wait for their last answers. */
const CONCURRENCY = 3
const DAY_MS = 24 * 3_600_000

export function registerWebhooks(posy: Posy): void {
  posy.queue.define({ name: DELIVER_WEBHOOKS_JOB, concurrency: CONCURRENCY, handle: () => deliverDueWebhooks(posy) })
  posy.queue.subscribe(teamMemberRemoved, 'webhooks', (leaver) => noteLeaver(posy, leaver))
  posy.queue.subscribe(teamRoleChanged, 'webhooks', (member) => noteLeaver(posy, member))
  posy.due.push({
    name: 'webhooks.deliveries',
    nextDueAt: () => nextDeliveryDueAt(posy.db, new Date(posy.wall.nowMs())),
    run: () =>
      transact(posy, { actor: { kind: 'system', id: 'webhooks' } }, (work) =>
        posy.queue.send(work.tx, DELIVER_WEBHOOKS_JOB, {}, { unlessWaiting: true }),
      ),
  })
  posy.due.push({
    name: 'webhooks.log',
    nextDueAt: async () => {
      const { oldest } = await posy.db
        .selectFrom('webhook_event')
        .select(({ fn }) => fn.min('at').as('oldest'))
        .executeTakeFirstOrThrow()
      // Once a day is enough: the day after the oldest has served its time.
      return oldest && new Date(oldest.getTime() + (LOG_DAYS + 1) * DAY_MS)
    },
    run: async (now) => {
      await posy.db
        .deleteFrom('webhook_event')
        .where('at', '<', new Date(now.getTime() - LOG_DAYS * DAY_MS))
        .execute()
    },
  })
}
