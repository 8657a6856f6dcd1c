import { sql } from 'kysely'
import { iso } from '#kit/time.ts'
import { allowanceMessages, queueUserMessages } from '#server/domains/delivery/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { asSystem, type Posy } from '#server/platform/posy.ts'

const KEY = 'allowance-ending/'

/** A week ahead of a budget's end, two days where it runs each week. */
const remindAt = sql<Date>`b.ends_at - case b.frequency when 'week' then interval '2 days' else interval '7 days' end`

/** Live budgets with an end, at which what is left goes back; those of days and less say it with each payment. */
const ending = sql`b.status = 'live' and b.sub_status is distinct from 'stopping' and b.ends_at is not null
  and b.frequency not in ('minute', 'hour', 'day')`

/** People `p` of a budget `b` who have something left, in `account`, and were not reminded of its end before. */
const unreminded = sql`
  automated_budget_participant p
  join ledger_account account on account.wallet_id = p.wallet_id and account.kind = 'available' and account.balance > 0
  where p.budget_id = b.id and p.status in ('active', 'inactive') and p.user_id is not null
    and not exists (select from outgoing_message told where told.dedupe_key = ${KEY}::text || p.id)`

/** When people are next to be reminded; of a time that is here, only where there is someone to remind. */
export async function nextEndReminderAt(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(${remindAt}) as at from automated_budget b
    where ${ending} and b.ends_at > ${now} and (${remindAt} > ${now} or exists (select from ${unreminded}))`.execute(db)
  return rows[0]!.at
}

interface Ending {
  id: string
  name: string
  teamId: string
  currency: string
  endsAt: Date
}

/** Emails each person who has something left of a budget that ends soon, once for a budget. */
export async function remindOfEnds(posy: Posy, now: Date): Promise<void> {
  const { rows } = await sql<Ending>`
    select b.id, b.name, b.team_id as "teamId", b.currency, b.ends_at as "endsAt" from automated_budget b
    where ${ending} and b.ends_at > ${now} and ${remindAt} <= ${now} and exists (select from ${unreminded})
    order by b.ends_at, b.id`.execute(posy.db)
  for (const budget of rows)
    await asSystem(posy, async (work) => {
      const messages = (await peopleToRemind(work.tx, budget.id)).map(({ id, userId, leftPence, ownTeamId }) => ({
        userId,
        dedupeKey: `${KEY}${id}`,
        detail: {
          ...{ budgetId: budget.id, budgetName: budget.name, currency: budget.currency },
          ...{ amountPence: leftPence, endsAt: iso(budget.endsAt), ownTeamId },
        },
      }))
      await queueUserMessages(work, allowanceMessages.ending, { teamId: budget.teamId, messages })
    })
}

interface ToRemind {
  id: string
  userId: string
  /** The team that the budget made for them. */
  ownTeamId: string
  leftPence: number
}

async function peopleToRemind(tx: Tx, budgetId: string): Promise<ToRemind[]> {
  const { rows } = await sql<ToRemind>`
    select found.* from automated_budget b cross join lateral (
      select p.id, p.user_id as "userId", p.participant_team_id as "ownTeamId", account.balance as "leftPence" from ${unreminded}
    ) as found where b.id = ${budgetId}`.execute(tx)
  return rows
}
