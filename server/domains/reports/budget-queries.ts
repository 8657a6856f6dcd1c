import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type {
  FundingReport,
  GiftsReport,
  ParticipantsReport,
  ReportOverTime,
} from '#contract/reports/budget-reports.ts'
import { divideHalfEven } from '#kit/money.ts'
import type { BudgetRecord, ParticipantRecord } from '#server/domains/budgets/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'
import type { BudgetReportPeriod, Interval } from './budget-period.ts'

/** What the figures mean is said in contract/reports/budget-reports.ts. */

type Budget = Pick<BudgetRecord, 'id' | 'started_at' | 'ended_at' | 'currency'>
type Person = { participantId: string; email: string; name: string | null; status: ParticipantRecord['status'] }

const within = (day: string, { from, until }: BudgetReportPeriod) =>
  sql<SqlBool>`${sql.ref(day)} >= ${from}::date and ${sql.ref(day)} < ${until}::date`
/** The moments at which a period begins and ends. */
const startOfDaySql = (day: string) => sql`(${day}::date::timestamp at time zone 'Europe/London')`
const sum = (column: string, filter = sql`true`) =>
  sql`coalesce(sum(${sql.ref(column)}) filter (where ${filter}), 0)::bigint`

/** Had been invited before the period ended, and was not taken out before it began. */
const invited = ({ started_at }: Budget, { from, until }: BudgetReportPeriod) =>
  sql<SqlBool>`${started_at}::timestamptz < ${startOfDaySql(until)} and person.created_at < ${startOfDaySql(until)}
    and (person.deleted_at is null or person.deleted_at >= ${startOfDaySql(from)})`
/** Of those, could send at some time of the period. */
const active = (budget: Budget, period: BudgetReportPeriod) =>
  sql<SqlBool>`${invited(budget, period)} and person.accepted_at < ${startOfDaySql(period.until)}
    and (${budget.ended_at}::timestamptz is null or ${budget.ended_at}::timestamptz >= ${startOfDaySql(period.from)})`

const sentBy = (budget: Budget, period: BudgetReportPeriod) => sql`
  select wallet_id, count(*)::int as gifts from automated_budget_gift
  where budget_id = ${budget.id} and ${within('sent_on', period)} group by wallet_id`

/** Everybody who was invited, and anyone else who has a figure. */
const people = (budget: Budget, period: BudgetReportPeriod) => sql`
  automated_budget_participant as person
  left join figures using (wallet_id)
  left join app_user as known on known.id = person.user_id
  where person.budget_id = ${budget.id} and (figures.wallet_id is not null or (${invited(budget, period)}))`
const personColumns = sql`person.id as "participantId", person.email, person.status, case when known.id is not null then ${personName('known')} else person.name end as name`

export async function loadBondsCreated(
  db: Db,
  budget: Budget,
  period: BudgetReportPeriod,
): Promise<(Person & { bondsCreated: number })[]> {
  const { rows } = await sql<Person & { bondsCreated: number }>`
    with figures as (${sentBy(budget, period)})
    select ${personColumns}, coalesce(figures.gifts, 0) as "bondsCreated" from ${people(budget, period)}
    order by "bondsCreated" desc, person.email, person.id`.execute(db)
  return rows
}

/** Transfers by which gifts are bought, used, and come to nothing. */
const giftKinds = sql`('purchase', 'redemption', 'redemption-undo', 'issuer-fetch', 'change', 'cancellation', 'expiry', 'breakage')`

/** Money goes back by a run, by a return, and past a closed wallet: what came back for a gift, but not into the wallet. */
export async function loadFunding(db: Db, budget: Budget, { from, until }: BudgetReportPeriod): Promise<FundingReport> {
  const before = sql`day < ${from}::date`
  const during = sql`day >= ${from}::date`
  const by = (kinds: RawBuilder<unknown>) => sql`${during} and kind in ${kinds}`
  const returning = by(sql`('budget-run', 'budget-unlock')`)
  const { rows } = await sql<Omit<FundingReport, 'currency' | 'totalOther'>>`
    select ${sum('in_pence', by(sql`('budget-run')`))} as "totalTransferred",
      ${sum('in_pence')} - ${sum('out_pence')} as "totalAvailable",
      ${sum('spent_pence', during)} as "totalSpent",
      ${sum('live_pence')} as "totalLive",
      ${sum('out_pence', returning)} + ${sum('out_pence', by(giftKinds))} - ${sum('in_pence', by(giftKinds))} - ${sum('spent_pence', during)} as "totalReturned",
      ${sum('in_pence', before)} - ${sum('out_pence', before)} as "openingAvailable",
      ${sum('live_pence', before)} as "openingLive"
    from automated_budget_money where budget_id = ${budget.id} and day < ${until}::date`.execute(db)
  const funding = rows[0]!
  const { openingAvailable, totalTransferred, totalReturned, totalSpent, totalAvailable } = funding
  const totalOther = totalAvailable - openingAvailable - totalTransferred + totalReturned + totalSpent
  return { currency: budget.currency, ...funding, totalOther }
}

export async function loadReasonsReport(db: Db, budget: Budget, period: BudgetReportPeriod) {
  const { rows } = await sql<{ reasonCode: string | null; numberOfHugggs: number; totalValue: number }>`
    select nullif(reason_key, '') as "reasonCode", count(*)::int as "numberOfHugggs", sum(cost_pence)::bigint as "totalValue"
    from automated_budget_gift where budget_id = ${budget.id} and ${within('sent_on', period)}
    group by reason_key order by 2 desc, reason_key`.execute(db)
  return rows
}

export async function loadGiftsReport(db: Db, budget: Budget, period: BudgetReportPeriod): Promise<GiftsReport> {
  const sent = sql`gift.budget_id = ${budget.id} and ${within('gift.sent_on', period)}`
  const contact = sql`coalesce(lower(recipient.email collate "C"), recipient.phone_number, recipient.user_id::text, recipient.id::text)`
  const query = sql<{ sent: number; facePence: number; recipients: number; redeemed: number }>`
    select count(*)::int as sent, coalesce(sum(gift.face_pence), 0)::bigint as "facePence",
      -- Without the fence they are sorted to be told apart, which takes twice as long as hashing them.
      (select count(*) from (select 1 from (
        select ${contact} as contact from recipient join automated_budget_gift as gift on gift.recipient_id = recipient.id where ${sent} offset 0
      ) as reached group by contact) as different)::int as recipients,
      (select count(*) from automated_budget_gift where budget_id = ${budget.id} and ${within('redeemed_on', period)})::int as redeemed
    from automated_budget_gift as gift where ${sent}`
  const { rows } = await db.transaction().execute(async (tx) => {
    // Room for the addresses of a year: without it they are told apart on disk.
    await sql`set local work_mem = '32MB'`.execute(tx)
    return query.execute(tx)
  })
  const { sent: totalSent, facePence, recipients, redeemed } = rows[0]!
  return {
    currency: budget.currency,
    totalSent,
    totalRedeemed: redeemed,
    averagePrice: totalSent === 0 ? 0 : divideHalfEven(facePence, totalSent),
    uniqueRecipients: recipients,
  }
}

export async function loadParticipantsReport(
  db: Db,
  budget: Budget,
  period: BudgetReportPeriod,
): Promise<ParticipantsReport> {
  const { rows } = await sql<{ active: number; invited: number; senders: number; engaged: number }>`
    with figures as (${sentBy(budget, period)})
    select count(*) filter (where ${active(budget, period)})::int as active,
      count(*) filter (where ${invited(budget, period)})::int as invited,
      count(figures.wallet_id)::int as senders,
      count(figures.wallet_id) filter (where ${active(budget, period)})::int as engaged
    from ${people(budget, period)}`.execute(db)
  const { active: taking, invited: asked, senders, engaged } = rows[0]!
  return {
    numActiveParticipants: taking,
    numInvitedParticipants: asked,
    numSenders: senders,
    engagementRate: taking === 0 ? 0 : divideHalfEven(engaged * 10_000, taking) / 10_000,
  }
}

export async function loadSpendByPerson(
  db: Db,
  budget: Budget,
  period: BudgetReportPeriod,
): Promise<(Person & { totalSpent: number })[]> {
  const { rows } = await sql<Person & { totalSpent: number }>`
    with figures as (
      select wallet_id, sum(spent_pence)::bigint as spent from automated_budget_money
      where budget_id = ${budget.id} and ${within('day', period)} group by wallet_id
    )
    select ${personColumns}, coalesce(figures.spent, 0) as "totalSpent" from ${people(budget, period)}
    order by "totalSpent" desc, person.email, person.id`.execute(db)
  return rows
}

export async function loadLastActive(db: Db, budget: Budget, period: BudgetReportPeriod) {
  const { rows } = await sql<Person & { lastActive: Date | null }>`
    with figures as (
      select mine.wallet_id, greatest(
        case when mine.accepted_at >= ${startOfDaySql(period.from)} and mine.accepted_at < ${startOfDaySql(period.until)} then mine.accepted_at end,
        bought.at) as at
      from automated_budget_participant as mine
      left join lateral (
        select created_at as at from transaction where team_id = mine.participant_team_id
          and created_at >= ${startOfDaySql(period.from)} and created_at < ${startOfDaySql(period.until)}
        order by created_at desc limit 1
      ) as bought on true
      where mine.budget_id = ${budget.id} and mine.wallet_id is not null
    )
    select ${personColumns}, figures.at as "lastActive"
    from automated_budget_participant as person left join figures using (wallet_id)
      left join app_user as known on known.id = person.user_id
    where person.budget_id = ${budget.id} and (figures.at is not null or (${invited(budget, period)}))
    order by "lastActive" desc nulls last, person.email, person.id`.execute(db)
  return rows
}

type Step = Omit<ReportOverTime['steps'][number], 'from' | 'until'> & { step: string }

/** What happened in each day, week or month of a period, by its first day; those without anything are missing. */
export async function loadStepFigures(
  db: Db,
  budget: Budget,
  period: BudgetReportPeriod,
  interval: Interval,
): Promise<Step[]> {
  const step = (day: string) =>
    sql`greatest(date_trunc(${interval}, ${sql.ref(day)}::timestamp)::date, ${period.from}::date)`
  const gifts = (day: 'sent_on' | 'redeemed_on') => sql`
    select ${step('at')} as step, sum(gifts)::int as gifts from (
      select ${sql.ref(day)} as at, count(*) as gifts from automated_budget_gift
      where budget_id = ${budget.id} and ${within(day, period)} group by 1
    ) as by_day group by 1`
  const { rows } = await sql<Step>`
    with money as (
      select ${step('day')} as step, ${sum('in_pence', sql`kind = 'budget-run'`)} as transferred, ${sum('spent_pence')} as spent,
        ${sum('spent_pence', sql`kind = 'purchase'`)} as bought
      from automated_budget_money where budget_id = ${budget.id} and ${within('day', period)} group by 1
    ), sent as (${gifts('sent_on')}), redeemed as (${gifts('redeemed_on')})
    select step::text, coalesce(transferred, 0) as "totalTransferred", coalesce(spent, 0) as "totalSpent", coalesce(bought, 0) as bought,
      coalesce(bought - spent, 0) as refunded, coalesce(sent.gifts, 0) as "totalSent", coalesce(redeemed.gifts, 0) as "totalRedeemed"
    from money full join sent using (step) full join redeemed using (step)`.execute(db)
  return rows
}
