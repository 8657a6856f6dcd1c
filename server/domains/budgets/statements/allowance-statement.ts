import { sql } from 'kysely'
import {
  type AllowanceMovement,
  type AllowanceStatement,
  MAX_STATEMENT_LINES,
} from '#contract/budgets/allowance-statement.ts'
import { iso, londonDate, Temporal, toInstant } from '#kit/time.ts'
import { startOfLondonDay } from '#server/domains/wallets/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import type { ParticipantRecord } from '../budget/budget.ts'
import { budgetInScope, participantsByIds } from '../budget/queries.ts'
import { ownParticipant } from '../participants/own-participant.ts'
import { giftsOfTransfers } from './queries.ts'

interface Days {
  from?: string | undefined
  until?: string | undefined
}

interface Line {
  id: string
  at: Date
  kind: string
  amountPence: number
  balancePence: number
  /** What it brought to another wallet, of gifts that ended. */
  toBudgetPence: number
}

/** A participant's own. @throws not_found (404) for anyone else's */
export async function ownStatement(db: Db, caller: Principal, participantId: string, now: Date, days: Days) {
  const participant = await ownParticipant(db, caller, participantId)
  return readStatement(db, participant, member(caller).userId, { ...days, now })
}

/** One of a budget's, for those who see it. @throws not_found (404) */
export async function participantStatement(
  db: Db,
  caller: Principal,
  { id, participantId }: { id: string; participantId: string },
  now: Date,
  days: Days,
): Promise<AllowanceStatement> {
  const budget = await budgetInScope(db, caller, id)
  const [participant] = await participantsByIds(db, budget.id, [participantId])
  return readStatement(db, participant!, caller.userId, { ...days, now })
}

const movement = ({ kind, amountPence }: Line): AllowanceMovement => {
  if (kind === 'budget-run') return amountPence > 0 ? 'received' : 'taken-back'
  if (kind === 'budget-unlock') return 'taken-back'
  if (kind === 'purchase') return 'given'
  return kind === 'cancellation' || kind === 'expiry' || kind === 'change' || kind === 'refund' ? 'returned' : 'other'
}

const becauses: Partial<Record<string, AllowanceStatement['lines'][number]['because']>> = {
  expiry: 'expired',
  cancellation: 'cancelled',
  change: 'choice',
}

async function readStatement(
  db: Db,
  { id, user_id, budget_id, wallet_id, participant_team_id: teamId }: ParticipantRecord,
  readerId: string | null,
  { now, ...days }: Days & { now: Date },
): Promise<AllowanceStatement> {
  const { name, currency } = await db
    .selectFrom('automated_budget')
    .select(['name', 'currency'])
    .where('id', '=', budget_id)
    .executeTakeFirstOrThrow()
  const until = days.until ?? londonDate(toInstant(now)).toString()
  const from = days.from ?? Temporal.PlainDate.from(until).subtract({ years: 1 }).add({ days: 1 }).toString()
  const { lines, opening, toBudgetPence } = wallet_id
    ? await loadLines(db, wallet_id, startOfLondonDay(from), startOfLondonDay(dayAfter(until)))
    : { lines: [], opening: 0, toBudgetPence: 0 }
  const total = (wanted: AllowanceMovement) =>
    lines.reduce((sum, line) => sum + (movement(line) === wanted ? line.amountPence : 0), 0)
  const shown = lines.slice(0, MAX_STATEMENT_LINES)
  const gifts = user_id
    ? await giftsOfTransfers(
        db,
        { userId: user_id, readerId },
        shown.map((line) => line.id),
      )
    : null
  return {
    ...{ participantId: id, automationId: budget_id, teamId, name, currency, from, until, opening },
    closing: lines[0]?.balancePence ?? opening,
    totals: {
      received: total('received'),
      given: total('given'),
      returned: total('returned'),
      takenBack: total('taken-back'),
      other: total('other'),
      toBudget: toBudgetPence,
    },
    lines: shown.map((line) => ({
      id: line.id,
      at: iso(line.at),
      movement: movement(line),
      amount: line.amountPence,
      balance: line.balancePence,
      because: becauses[line.kind] ?? null,
      gift: gifts?.get(line.id) ?? null,
    })),
    leftOut: Math.max(0, lines.length - MAX_STATEMENT_LINES),
  }
}

const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString()

/** What moved what a wallet has free between two moments, the newest first, and what it had before. */
async function loadLines(
  db: Db,
  walletId: string,
  from: Date,
  until: Date,
): Promise<{ lines: Line[]; opening: number; toBudgetPence: number }> {
  const { rows } = await sql<Line & { isBefore: boolean }>`
    with moved as (
      select transfer.id, transfer.occurred_at as at, transfer.kind::text as kind, entry.transfer_number as number,
        coalesce(sum(entry.amount) filter (where account.kind = 'available'), 0)::bigint as "amountPence"
      from ledger_account account
      join ledger_entry entry on entry.account_id = account.id
      join ledger_transfer transfer on transfer.id = entry.transfer_id
      where account.wallet_id = ${walletId} and account.kind in ('available', 'committed') and transfer.occurred_at < ${until}
      group by transfer.id, entry.transfer_number
    )
    select id, at, kind, "amountPence", at < ${from} as "isBefore",
      (sum("amountPence") over (order by number))::bigint as "balancePence",
      case when "amountPence" = 0 and at >= ${from} then (${toOtherWallets(walletId)}) else 0 end as "toBudgetPence"
    from moved order by number desc`.execute(db)
  const lines = rows.filter(({ isBefore, amountPence }) => !isBefore && amountPence !== 0)
  return {
    lines,
    opening: rows.find(({ isBefore }) => isBefore)?.balancePence ?? 0,
    toBudgetPence: rows.reduce((sum, row) => sum + row.toBudgetPence, 0),
  }
}

/** What a transfer for a gift of one wallet brought to another: a run had set its allowance again, or it was over. */
const toOtherWallets = (walletId: string) => sql`
  select coalesce(sum(entry.amount), 0)::bigint from ledger_entry entry join ledger_account account on account.id = entry.account_id
  where entry.transfer_id = moved.id and account.kind = 'available' and account.wallet_id <> ${walletId}`
