import { type SqlBool, sql } from 'kysely'
import { bookedElsewhere } from '#server/domains/hugggs/money/index.ts'
import { purchaseProcessing } from '#server/domains/purchases/record/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'
import { plannedForItsValues } from '#server/platform/database/prepared-client.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'
import type { MonthlyMovement } from './accounts-journals.ts'

/** The states a report counts, by the status id of a gift; one being changed counts as what it was. */
const countedStates = {
  created: 1,
  sent: 2,
  claimed: 3,
  redeemed: 4,
  expired: 5,
  cancelled: 6,
  scheduled: 8,
  fetched: 9,
} as const
type CountedState = keyof typeof countedStates

type Tally = Record<
  CountedState | `${CountedState}Value` | 'stashed' | 'stashedValue' | 'pending' | 'pendingValue',
  number
>

export interface TransactionReportRecord extends Tally {
  id: string
  productId: string | null
  productName: string | null
  brandName: string | null
  images: Record<string, string[]> | null
  title: string | null
  reasonCode: string | null
  deliveryMethod: 'email' | 'sms' | 'links' | 'superhuggg' | 'printable' | 'inline-redeem' | null
  currency: string
  quantity: number
  facePence: number
  vatPence: number
  saleTotalPence: number
  refundedPence: number
  toBudgetPence: number
  maxSentDate: Date | null
  maxExpiryDate: Date | null
  createdAt: Date
  expiryDate: Date | null
  message: string | null
  notifyOnComplete: boolean
  superHugggId: string | null
  walletId: string
  walletName: string
  processing: 'creating' | 'processing' | 'sending' | 'updating' | null
}

/**
 * Refuses a user no one of the caller's teams has heard of: neither a member nor (having left) the buyer of anything.
 * @throws not_found (404) for foreign and missing alike
 */
export async function assertUserInScope(db: Db, caller: Principal, userId: string): Promise<void> {
  const teamIds = [...caller.teamIds]
  const query = db
    .selectFrom('app_user as person')
    .select('person.id')
    .where('person.id', '=', userId)
    .where(
      sql<SqlBool>`(exists (select from team_member where user_id = person.id and team_id = any (${teamIds}::uuid[]))
        or exists (select from transaction where user_id = person.id and team_id = any (${teamIds}::uuid[])))`,
    )
  found(await query.executeTakeFirst(), 'user')
}

const cost = sql`(gift.face_pence + gift.fee_pence + gift.fee_vat_pence)`
/** How many gifts, and what those of `worth` cost. */
const tally = (name: string, condition: ReturnType<typeof sql>, worth = condition) =>
  sql`count(*) filter (where ${condition})::int as ${sql.ref(name)}, coalesce(sum(${cost}) filter (where ${worth}), 0)::bigint as ${sql.ref(`${name}Value`)}`
/** A code that was given out is used as far as money goes: its value is among the redeemed, and in no other. */
const worths: Partial<Record<CountedState, ReturnType<typeof sql>>> = {
  redeemed: sql`gift.status_id in (${sql.lit(countedStates.redeemed)}, ${sql.lit(countedStates.fetched)})`,
  fetched: sql`false`,
}
const stateTallies = sql.join(
  Object.entries(countedStates).map(([name, status]) =>
    tally(name, sql`gift.status_id = ${sql.lit(status)}`, worths[name as CountedState]),
  ),
)
const stashed = sql`gift.status_id in (1, 8) and gift.recipient_id is null and gift.sent_date is null and gift.viewed_date is null`
const tallied = sql.join(
  [...Object.keys(countedStates), 'stashed']
    .flatMap((name) => [name, `${name}Value`])
    .map((name) => sql`coalesce(gifts.${sql.ref(name)}, 0) as ${sql.ref(name)}`),
)

/** Of a large buyer, more are no list to work through. */
const MOST_WAITING = 200

/** Some of a user's purchases: the newest, those bought since a moment, and those whose gifts wait for their sender. */
export interface FewPurchases {
  latest: number
  since: Date | null
  /** Gifts that end before then wait. */
  endingBefore: Date
}

const isAmongFew = (
  { latest, since, endingBefore }: FewPurchases,
  { userId, teams }: { userId: string; teams: ReturnType<typeof sql> },
) => sql`id in (
  (select id from transaction where user_id = ${userId} and team_id = ${teams} and purchase_type <> 'walletTopUp' and status = 'successful'
    order by created_at desc, id desc limit ${latest})
  union all (select id from transaction where user_id = ${userId} and team_id = ${teams} and created_at >= ${since}::timestamptz)
  union all (select bought.id from transaction as bought
    where bought.user_id = ${userId} and bought.team_id = ${teams} and bought.delivery_method = 'links'
      and exists (select from huggg as gift where gift.transaction_id = bought.id and ${stashed})
    order by bought.created_at desc, bought.id desc limit ${MOST_WAITING})
  union all (select bought.id from huggg as gift join transaction as bought on bought.id = gift.transaction_id
    where bought.user_id = ${userId} and bought.team_id = ${teams} and gift.status_id in (1, 2, 3, 8) and gift.expiry_date < ${endingBefore}
      and (gift.status_id in (2, 3) or ${stashed})
      and not exists (select from huggg as other where other.transaction_id = bought.id and other.expiry_date >= ${endingBefore})
    group by bought.id order by max(gift.expiry_date), bought.id limit ${MOST_WAITING}))`

/** A user's purchases in the caller's teams, or the few that are asked for, newest first, with their gifts counted by state: one query. */
export async function transactionRowsOfUser(
  db: Db,
  caller: Principal,
  { userId, few }: { userId: string; few: FewPurchases | null },
): Promise<TransactionReportRecord[]> {
  const teams = sql`any (${[...caller.teamIds]}::uuid[])`
  const { rows } = await sql<TransactionReportRecord>`${plannedForItsValues}
    with bought as (
      select * from transaction
      where user_id = ${userId} and team_id = ${teams} and purchase_type <> 'walletTopUp' and status = 'successful'
        and ${few ? isAmongFew(few, { userId, teams }) : sql`true`}
    ), gifts as (
      select gift.transaction_id, count(*)::int as made, ${stateTallies}, ${tally('stashed', stashed)},
        sum(gift.refunded_pence + gift.change_pence)::bigint as refunded,
        sum(case when wallet.automation_id is not null then ${bookedElsewhere('gift')} else 0 end)::bigint as to_budget, max(gift.sent_date) as max_sent_date, max(gift.expiry_date) as max_expiry_date
      from bought join huggg as gift on gift.transaction_id = bought.id join wallet on wallet.id = bought.wallet_id
      group by gift.transaction_id
    )
    select bought.id, product.id as "productId", product.name as "productName", brand.name as "brandName", product.images,
      bought.title, bought.reason_code as "reasonCode", bought.delivery_method as "deliveryMethod", bought.currency,
      bought.quantity, bought.face_pence as "facePence", bought.quantity * (bought.face_vat_pence + bought.fee_vat_pence) as "vatPence",
      bought.sale_total as "saleTotalPence", ${tallied},
      bought.quantity - coalesce(gifts.made, 0) as pending,
      (bought.quantity - coalesce(gifts.made, 0)) * (bought.face_pence + bought.fee_pence + bought.fee_vat_pence) as "pendingValue",
      coalesce(gifts.refunded, 0) as "refundedPence", coalesce(gifts.to_budget, 0) as "toBudgetPence", gifts.max_sent_date as "maxSentDate", gifts.max_expiry_date as "maxExpiryDate",
      bought.created_at as "createdAt", bought.expiry_date as "expiryDate", gift_message.message, bought.notify_on_complete as "notifyOnComplete",
      ${sql.raw(purchaseProcessing('bought'))} as processing,
      bought.superhuggg_id as "superHugggId", bought.wallet_id as "walletId", wallet.name as "walletName"
    from bought
    join wallet on wallet.id = bought.wallet_id
    left join gifts on gifts.transaction_id = bought.id
    left join gift_message on gift_message.transaction_id = bought.id
    left join product on product.id = bought.product_id
    left join brand on brand.id = product.brand_id
    order by bought.created_at desc, bought.id desc`.execute(db)
  return rows
}

/** Of teams, which are a team, its subteams and the participants of its budgets: every movement of their money, by kind and account. */
export async function monthlyMovements(
  tx: Tx,
  { teamIds, currency, from, until }: { teamIds: readonly string[]; currency: string; from: Date; until: Date },
): Promise<MonthlyMovement[]> {
  const { rows } = await sql<MonthlyMovement>`
    with own as (
      select distinct entry.transfer_id
      from ledger_account as account
      join ledger_entry as entry on entry.account_id = account.id
      join ledger_transfer as transfer on transfer.id = entry.transfer_id
      where account.team_id = any(${[...teamIds]}::uuid[]) and account.currency = ${currency}
        and transfer.occurred_at >= ${from} and transfer.occurred_at < ${until}
    )
    select transfer.kind::text as kind, account.kind as account, sum(entry.amount)::bigint as pence
    from own
    join ledger_transfer as transfer on transfer.id = own.transfer_id
    join ledger_entry as entry on entry.transfer_id = own.transfer_id
    join ledger_account as account on account.id = entry.account_id
    group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}

/** A file for an accounts package that was written before: by whom, and what its journals were. */
export interface EarlierExport {
  userId: string
  userName: string
  at: Date
  hash: string
}

/** The newest file of a month. */
export async function lastAccountsExport(
  tx: Tx,
  teamId: string,
  { package: name, month, currency, holds }: { package: string; month: string; currency: string; holds: string },
): Promise<EarlierExport | null> {
  const { rows } = await sql<EarlierExport>`
    select u.id as "userId", ${personName('u')} as "userName", export.exported_at as at, export.journals_hash as hash
    from accounts_export as export join app_user u on u.id = export.exported_by
    where export.team_id = ${teamId} and export.package = ${name} and export.month = ${month} and export.currency = ${currency} and export.holds = ${holds}
    order by export.exported_at desc, export.id desc limit 1`.execute(tx)
  return rows[0] ?? null
}
