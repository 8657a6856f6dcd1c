import { type AccountStatement, MAX_STATEMENT_LINES } from '#contract/orders/account-statements.ts'
import { londonDate, Temporal, toInstant } from '#kit/time.ts'
import { type TeamRecord, teamInScope } from '#server/domains/teams/team/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { type AccountStatementRow, listStatementLines, owedBefore, type StatementRange } from './statement-queries.ts'
import { startOfBusinessDay } from './vat-queries.ts'

export interface StatementWish {
  teamId: string
  currency: string
  from?: string | undefined
  until?: string | undefined
}

/** What the ledger says from the first moment of a day to the last of another. */
export const statementRange = (
  teamId: string,
  currency: string,
  [from, until]: readonly [Temporal.PlainDate, Temporal.PlainDate],
): StatementRange => ({
  ...{ teamId, currency },
  from: startOfBusinessDay(from.toString()),
  until: startOfBusinessDay(until.add({ days: 1 }).toString()),
})

/**
 * A team's statement of account, read from the ledger's receivable alone, so that it adds up whatever happened; papers only
 * name its lines. What belongs to one paper on one day is one line.
 * @throws not_found for foreign and missing alike; invalid_fields for a range that ends before it begins or is too long
 */
export async function accountStatement(
  posy: Posy,
  caller: Pick<Principal, 'teamIds'>,
  { teamId, currency, ...wish }: StatementWish,
): Promise<AccountStatement & { team: TeamRecord }> {
  const team = await teamInScope(posy.db, caller, teamId)
  const from = Temporal.PlainDate.from(wish.from ?? londonDate(toInstant(team.createdAt)).toString())
  const until = Temporal.PlainDate.from(wish.until ?? londonDate(posy.clock.now()).toString())
  if (Temporal.PlainDate.compare(until, from) < 0)
    throw invalidFields([{ path: 'until', message: 'must not be before from' }])
  const range = statementRange(teamId, currency, [from, until])
  const [opening, rows] = await Promise.all([owedBefore(posy.db, range), listStatementLines(posy.db, range)])
  if (rows.length > MAX_STATEMENT_LINES)
    throw invalidFields([{ path: 'from', message: `choose fewer days: more than ${MAX_STATEMENT_LINES} lines` }])
  let balance = opening
  const lines = rows.map((row) => {
    balance += row.amount
    const { date, kind, number, invoiceId, amount } = row
    return { date, kind: wireKind(kind), number, invoiceId, description: describeRow(row), amount, balance }
  })
  return {
    ...{ team, teamId, currency, from: from.toString(), until: until.toString() },
    lines,
    ...statementFigures(opening, rows),
  }
}

export type StatementFigures = Pick<
  AccountStatement,
  'opening' | 'invoiced' | 'credited' | 'paid' | 'other' | 'closing'
>

/** The sums of a statement: the closing balance is the opening one and all of them. */
export function statementFigures(
  opening: number,
  rows: readonly Pick<AccountStatementRow, 'kind' | 'amount'>[],
): StatementFigures {
  const sum = (kind: AccountStatement['lines'][number]['kind']) =>
    rows.reduce((total, row) => total + (wireKind(row.kind) === kind ? row.amount : 0), 0)
  const closing = rows.reduce((total, { amount }) => total + amount, opening)
  return {
    ...{ opening, invoiced: sum('invoice'), credited: 0 - sum('credit'), paid: 0 - sum('payment') },
    ...{ other: sum('other'), closing },
  }
}

const wireKind = (kind: AccountStatementRow['kind']) =>
  kind === 'plan-invoice' || kind === 'recharge'
    ? 'invoice'
    : kind === 'plan-credit'
      ? 'credit'
      : kind === 'repair'
        ? 'other'
        : kind

function describeRow({ kind, gifts, invoice }: AccountStatementRow): string {
  const of = invoice ? ` of ${invoice}` : ''
  if (kind === 'invoice') return `${gifts === 1 ? 'One gift' : `${gifts} gifts`} bought by invoice`
  if (kind === 'recharge') return `${gifts === 1 ? 'One gift' : `${gifts} gifts`}${of} charged again`
  if (kind === 'plan-invoice') return 'Posy plan'
  if (kind === 'plan-credit') return `Credit for a plan${of}`
  if (kind === 'credit') return `Credit for ${gifts === 1 ? 'one gift' : `${gifts} gifts`}${of}`
  if (kind === 'payment') return `Payment received${invoice ? ` for ${invoice}` : ''}`
  if (kind === 'repair')
    return `Moved to a wallet: more was paid or credited than was owed${invoice ? ` on ${invoice}` : ''}`
  return 'Card payment charged back, or that taken back'
}
