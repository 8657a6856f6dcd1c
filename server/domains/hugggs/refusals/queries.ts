import { sql } from 'kysely'
import type { CodeRefusal, RefusalOutcome, RefusalReason } from '#contract/hugggs/code-refusals.ts'
import type { OperatorCodeRefusal } from '#contract/operator/code-refusals.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { innerPage } from '#server/platform/http/page.ts'
import type { Principal } from '#server/platform/principal.ts'
import { countWaiting, type Waiting } from '#server/platform/waiting.ts'
import { Status, type StatusId, statusName } from '../states/index.ts'

/** A gift that was used, has ended or was cancelled since needs no one. */
const usable = [Status.Claimed, Status.Fetched]
const SHOWN = 50

const isWaiting = sql`refusal.settled_at is null and huggg.status_id = any(${usable}::int[])`

interface RefusalRow {
  id: string
  huggg_id: string
  transaction_id: string
  gift_name: string
  recipient: string | null
  said: RefusalReason
  shop: string | null
  words: string | null
  at: Date
  settled_as: RefusalOutcome | null
  settled_at: Date | null
}

const columns = sql`refusal.id, refusal.huggg_id, huggg.transaction_id, product.name as gift_name, refusal.said, refusal.shop, refusal.words,
  refusal.at, refusal.settled_as, refusal.settled_at,
  coalesce(nullif(recipient.name, ''), nullif(trim(colleague.first_name || ' ' || colleague.surname), ''), recipient.email, recipient.phone_number) as recipient`
const joined = sql`code_refusal as refusal join huggg on huggg.id = refusal.huggg_id
  join product on product.id = coalesce(huggg.chosen_product_id, huggg.product_id)
  left join recipient on recipient.id = huggg.recipient_id left join app_user as colleague on colleague.id = recipient.user_id`

const serializeRefusal = (row: RefusalRow): CodeRefusal => ({
  id: row.id,
  hugggId: row.huggg_id,
  transactionId: row.transaction_id,
  giftName: row.gift_name,
  recipient: row.recipient,
  reason: row.said,
  shop: row.shop,
  words: row.words,
  at: iso(row.at),
  outcome: row.settled_as,
  settledAt: isoOrNull(row.settled_at),
})

/** Those that wait, of gifts that the caller may see; or all of one gift, which is known to be theirs. */
export async function listRefusals(db: Db, caller: Principal, hugggId: string | null): Promise<CodeRefusal[]> {
  const which = hugggId === null ? isWaiting : sql`refusal.huggg_id = ${hugggId}`
  const own = caller.ownOnly ? sql`huggg.sender_id = ${caller.userId}` : sql`true`
  const { rows } = await sql<RefusalRow>`
    select ${columns} from ${joined}
    where ${which} and refusal.team_id = any(${caller.teamIds as string[]}::uuid[]) and ${own}
    order by refusal.at desc, refusal.id limit ${SHOWN}`.execute(db)
  return rows.map(serializeRefusal)
}

/** What a recipient said last of their code. */
export async function latestRefusal(db: Db | Tx, hugggId: string) {
  return db
    .selectFrom('code_refusal')
    .select(['at', 'settled_as as outcome'])
    .$narrowType<{ outcome: RefusalOutcome | null }>()
    .where('huggg_id', '=', hugggId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Those that wait for an operator. */
export const waitingRefusals = (db: Db): Promise<Waiting> =>
  countWaiting(
    db,
    sql`select refusal.at from code_refusal as refusal join huggg on huggg.id = refusal.huggg_id where ${isWaiting}`,
  )

interface OperatorRow extends RefusalRow {
  team_id: string
  team_name: string
  merchant: string
  status_id: StatusId
  code_from: string
  codes_left: number | null
  settled_by: string | null
  note: string | null
}

interface Asked {
  waitingPage: number
  settledPage: number
  per_page: number
}

/** For operators: those that wait, the oldest first, and those that were settled, the latest first. */
export async function refusalsForOperators(db: Db, now: Date, { waitingPage, settledPage, per_page }: Asked) {
  const asked = { waiting: { page: waitingPage, per_page }, settled: { page: settledPage, per_page } }
  const paging = ({ page }: { page: number }) => sql`limit ${per_page} offset ${(page - 1) * per_page}`
  const { rows: counts } = await sql<{ waiting: number; settled: number }>`
    select (select count(*)::int from code_refusal as refusal join huggg on huggg.id = refusal.huggg_id where ${isWaiting}) as waiting,
      (select count(*)::int from code_refusal where settled_at is not null) as settled`.execute(db)
  const total = counts[0]!
  const list = async (which: ReturnType<typeof sql>) => {
    const { rows } = await sql<OperatorRow>`
      select ${columns}, team.id as team_id, team.name as team_name, product.brand_name as merchant, huggg.status_id,
        case when voucher.huggg_id is null then 'own' when voucher.source = 'pool' then 'merchant' else voucher.source end as code_from,
        case when voucher.source = 'pool' then (
          select count(*) from supplied_code as code
          where code.product_id = product.id and code.huggg_id is null and (code.expires_at is null or code.expires_at > ${now}::timestamptz))::int
        end as codes_left, refusal.settled_by, refusal.note
      from ${joined} join team on team.id = refusal.team_id left join fetched_voucher as voucher on voucher.huggg_id = huggg.id
      where ${which}`.execute(db)
    return rows.map(serializeForOperator)
  }
  return {
    waiting: await list(sql`${isWaiting} order by refusal.at, refusal.id ${paging(asked.waiting)}`),
    settled: await list(
      sql`refusal.settled_at is not null order by refusal.settled_at desc, refusal.id desc ${paging(asked.settled)}`,
    ),
    pages: {
      waiting: innerPage(total.waiting, asked.waiting),
      settled: innerPage(total.settled, asked.settled),
    },
  }
}

const serializeForOperator = (row: OperatorRow): OperatorCodeRefusal => ({
  ...serializeRefusal(row),
  customer: { id: row.team_id, name: row.team_name },
  merchant: row.merchant,
  status: statusName(row.status_id),
  codeFrom: row.code_from,
  codesLeft: row.codes_left,
  settledBy: row.settled_by,
  note: row.note,
})
