import type { GrantReport } from '#contract/awards/grants.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Principal } from '#server/platform/principal.ts'
import {
  awardsMade,
  balanceBefore,
  flowsByMonth,
  inAwardsBefore,
  type Made,
  neverIssued,
  paidByRail,
  type Span,
  type Sums,
} from './grant-queries.ts'
import { requireGrant } from './list-awards.ts'
import { awardsDivided, timeToCash } from './report-queries.ts'

/**
 * A grant’s money: month by month from the ledger's entries, so that opening and flows make closing; what was paid
 * of it by each way; and the awards made in the period, by the way that was chosen, by state, by reason, by
 * household and by postcode district, with how long their money took.
 * @throws not_found (404)
 */
export async function readGrantReport(
  db: Db,
  caller: Pick<Principal, 'teamIds'>,
  id: string,
  span: Span,
): Promise<GrantReport> {
  const { name, currency } = await requireGrant(db, caller, id)
  const [opening, before, months, byRail, made, requests, divided, toCash] = await Promise.all([
    balanceBefore(db, id, span),
    inAwardsBefore(db, id, span),
    flowsByMonth(db, id, span),
    paidByRail(db, id, span),
    awardsMade(db, id, span),
    neverIssued(db, id, span),
    awardsDivided(db, id, span),
    timeToCash(db, id, span),
  ])
  const paid = months.reduce((sum, month) => sum + month.paid, 0)
  const unnamed = paid - byRail.reduce((sum, row) => sum + row.paid, 0)
  let balance = opening
  let { inAwards, held } = before
  return {
    ...{ grantId: id, grantName: name, currency, from: span.from ?? null, until: span.until ?? null, opening },
    months: months.map(({ held: heldMore, ...flows }) => {
      const begin = { opening: balance, openingInAwards: inAwards }
      balance += flows.fundedIn - flows.takenOut - flows.paid - flows.fees - flows.vat
      inAwards += flows.awarded - flows.returned - flows.paid + flows.paidLate
      held += heldMore
      return { ...flows, ...begin, closing: balance, closingInAwards: inAwards, closingHeld: held }
    }),
    closing: balance,
    paidBy: [...byRail, ...(unnamed ? [{ rail: null, paid: unnamed }] : [])],
    rails: grouped(made, ({ rail }) => rail).map(([rail, sums]) => ({ rail, ...sums })),
    states: grouped(made, ({ status }) => status).map(([status, sums]) => ({ status, ...sums })),
    ...{ neverIssued: requests, ...divided, toCash },
  }
}

/** The rows of one kind added up, in the order in which they come. */
function grouped<Key>(rows: readonly Made[], by: (row: Made) => Key): [Key, Sums][] {
  const sums = new Map<Key, Sums>()
  for (const row of rows) {
    const so = sums.get(by(row)) ?? { awards: 0, amount: 0, paid: 0 }
    sums.set(by(row), {
      awards: so.awards + row.awards,
      amount: so.amount + row.amount,
      paid: so.paid + row.paid,
    })
  }
  return [...sums]
}
