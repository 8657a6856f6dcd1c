import { type RawBuilder, sql } from 'kysely'
import type { SpendingDimension, SpendingReport } from '#contract/reports/reports.ts'
import { BUSINESS_ZONE, type Instant, londonDate, Temporal, toDate } from '#kit/time.ts'
import { loadTeamTree, teamInScope } from '#server/domains/teams/team/index.ts'
import { personName } from '#server/platform/database/person-name.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'

/** What the figures mean is said in contract/reports/reports.ts. */

type Row = SpendingReport['rows'][number]
type SpendingFigures = SpendingReport['total']
export interface SpendingWish {
  teamId: string
  from?: string | undefined
  until?: string | undefined
  by: SpendingDimension
  currency: string
}

interface Dimension {
  /** Of a purchase, and of its wallet `paying`. */
  key: RawBuilder<unknown>
  label: RawBuilder<unknown>
  detail: RawBuilder<unknown>
  /** Where `label` and `detail` come from. */
  named: RawBuilder<unknown>
}

const nothing = sql`null::text`
const dimensions: Record<SpendingDimension, Dimension> = {
  month: {
    key: sql`to_char(london_day(transaction.created_at), 'YYYY-MM')`,
    label: sql`summed.key`,
    detail: nothing,
    named: sql``,
  },
  person: {
    key: sql`transaction.user_id`,
    label: personName('buyer'),
    // A program's own user has no address that anyone writes to.
    detail: sql`case when not buyer.is_service then buyer.email end`,
    named: sql`left join app_user as buyer on buyer.id = summed.key`,
  },
  reason: {
    key: sql`nullif(transaction.reason_key, '')`,
    label: sql`summed.key`,
    detail: nothing,
    named: sql``,
  },
  wallet: {
    // Participants' wallets all have their budget's name: they are one row, the budget's.
    key: sql`coalesce(paying.automation_id, paying.id)`,
    label: sql`coalesce(budget.name, wallet.name)`,
    detail: sql`team.name`,
    named: sql`left join wallet on wallet.id = summed.key left join automated_budget as budget on budget.id = summed.key
      left join team on team.id = coalesce(budget.team_id, wallet.team_id)`,
  },
  product: {
    key: sql`transaction.product_id`,
    label: sql`product.name`,
    detail: sql`brand.name`,
    named: sql`left join product on product.id = summed.key left join brand on brand.id = product.brand_id`,
  },
}

/** Whole days in London; without a first one, from the month eleven months before the last. */
function spendingPeriod({ from, until }: Pick<SpendingWish, 'from' | 'until'>, now: Instant) {
  const last = until ? Temporal.PlainDate.from(until) : londonDate(now)
  const first = from ? Temporal.PlainDate.from(from) : last.with({ day: 1 }).subtract({ months: 11 })
  const startOfDay = (day: Temporal.PlainDate) => toDate(day.toZonedDateTime(BUSINESS_ZONE).toInstant())
  return {
    from: first.toString(),
    until: last.toString(),
    begins: startOfDay(first),
    ends: startOfDay(last.add({ days: 1 })),
  }
}

/**
 * What a team, its subteams and its budgets' participants bought in a period, and what happened to it since, by one dimension.
 * @throws not_found for foreign and missing alike
 */
export async function spendingReport(
  { db, clock }: Pick<Posy, 'db' | 'clock'>,
  caller: Principal,
  wish: SpendingWish,
): Promise<SpendingReport> {
  const { teamId, by, currency } = wish
  await teamInScope(db, caller, teamId)
  const { from, until, begins, ends } = spendingPeriod(wish, clock.now())
  const { key, label, detail, named } = dimensions[by]
  const teams = sql`any (${await loadTeamTree(db, teamId)}::uuid[])`
  const { rows } = await sql<Omit<Row, 'bought' | 'open'>>`
    with purchase as materialized (
      select transaction.id, ${key} as key, quantity, quantity * (face_pence - face_vat_pence) as face, quantity * fee_pence as fees,
        quantity * (face_vat_pence + fee_vat_pence) as vat
      from transaction join wallet as paying on paying.id = transaction.wallet_id
      where transaction.team_id = ${teams} and transaction.currency = ${currency} and purchase_type <> 'walletTopUp'
        and transaction.created_at >= ${begins} and transaction.created_at < ${ends}
    ), ended as (
      select purchase.key, sum(gift.refunded_pence + gift.change_pence) as returned,
        count(*) filter (where gift.status_id in (4, 9)) as redeemed,
        count(*) filter (where gift.status_id = 5) as expired,
        count(*) filter (where gift.status_id = 6) as cancelled,
        count(reaction.id) as thanked
      from purchase join huggg as gift on gift.transaction_id = purchase.id and gift.team_id = ${teams}
        left join reaction on reaction.huggg_id = gift.id and reaction.team_id = ${teams}
      group by purchase.key
    ), summed as (
      select key, sum(quantity) as gifts, sum(face) as face, sum(fees) as fees, sum(vat) as vat from purchase group by key
    )
    select summed.key::text as key, ${label} as label, ${detail} as detail, gifts::int, summed.face::bigint, summed.fees::bigint,
      summed.vat::bigint, coalesce(ended.returned, 0)::bigint as returned, coalesce(ended.redeemed, 0)::int as redeemed,
      coalesce(ended.expired, 0)::int as expired, coalesce(ended.cancelled, 0)::int as cancelled,
      coalesce(ended.thanked, 0)::int as "thankYous"
    from summed left join ended on ended.key is not distinct from summed.key ${named}
    order by ${by === 'month' ? sql`summed.key` : sql`summed.face + summed.fees + summed.vat desc, label, summed.key::text`}`.execute(
    db,
  )
  const complete = rows.map(withSums)
  return { teamId, currency, from, until, by, rows: complete, total: sumFigures(complete) }
}

const withSums = ({ key, label, detail, ...row }: Omit<Row, 'bought' | 'open'>): Row => ({
  key,
  label,
  detail,
  ...row,
  bought: row.face + row.fees + row.vat,
  open: row.gifts - row.redeemed - row.expired - row.cancelled,
})

const noFigures: SpendingFigures = {
  gifts: 0,
  face: 0,
  fees: 0,
  vat: 0,
  bought: 0,
  returned: 0,
  redeemed: 0,
  expired: 0,
  cancelled: 0,
  open: 0,
  thankYous: 0,
}

const sumFigures = (rows: readonly Row[]): SpendingFigures =>
  rows.reduce<SpendingFigures>(
    (sums, row) =>
      Object.fromEntries(
        Object.entries(sums).map(([name, sum]) => [name, sum + row[name as keyof SpendingFigures]]),
      ) as unknown as SpendingFigures,
    noFigures,
  )
