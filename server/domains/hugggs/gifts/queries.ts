import { type Selectable, sql } from 'kysely'
import type { Pence } from '#kit/money.ts'
import { isUuid } from '#kit/uuid.ts'
import { knownTeamName } from '#server/domains/teams/team/index.ts'
import type { StoredLook } from '#server/domains/themes/index.ts'
import { compiledOnce } from '#server/platform/database/compiled-once.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type {
  GiftMessageTable,
  HugggTable,
  ReactionTable,
  RedemptionTable,
  TransactionTable,
} from '#server/platform/database/schema.ts'
import type { Actor, Principal } from '#server/platform/principal.ts'
import { found, notFound } from '#server/platform/problem/problem.ts'
import { type Buckets, type Used, usedTokens } from '#server/platform/throttle.ts'
import { readShortcode, type VoucherKey } from '../links/index.ts'
import { expirableStatuses, Status, type StatusName, statusName } from '../states/index.ts'

type PurchasePart = Pick<
  Selectable<TransactionTable>,
  | 'theme_id'
  | 'look_id'
  | 'cover_image_url'
  | 'order_id'
  | 'client_id'
  | 'delivery_method'
  | 'payment_method'
  | 'expiry_days'
  | 'reason_code'
  | 'title'
>
/** A gift with what its purchase says about it and what was written to its recipient. */
export type HugggRecord = Selectable<HugggTable> &
  PurchasePart &
  Pick<Selectable<GiftMessageTable>, 'from_name'> & { message: string | null; purchased_at: Date }

const hugggRecords = (db: Db | Tx) =>
  db
    .selectFrom('huggg')
    .innerJoin('transaction', 'transaction.id', 'huggg.transaction_id')
    .leftJoin('gift_message', 'gift_message.transaction_id', 'huggg.transaction_id')
    .leftJoin('huggg_message', 'huggg_message.huggg_id', 'huggg.id')
    .leftJoin('recipient', 'recipient.id', 'huggg.recipient_id')
    .selectAll('huggg')
    .select([
      'transaction.theme_id',
      'transaction.look_id',
      'transaction.cover_image_url',
      'transaction.order_id',
      'transaction.client_id',
      'transaction.delivery_method',
      'transaction.payment_method',
      'transaction.expiry_days',
      'transaction.reason_code',
      'transaction.title',
      'transaction.created_at as purchased_at',
    ])
    // What was written to one recipient alone goes before what was written to all.
    .select((eb) => [
      eb.fn.coalesce('huggg_message.from_name', 'gift_message.from_name').as('from_name'),
      eb.fn.coalesce('huggg_message.notes', 'recipient.notes', 'gift_message.message').as('message'),
    ])

const matchesAny = (column: string, ids: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${ids as string[]}::uuid[])`

/** @throws not_found for another team's, and for a colleague's where the caller sees only their own */
export async function hugggInScope(db: Db | Tx, caller: Principal, id: string): Promise<HugggRecord> {
  return found((await ownGifts(db, caller, [id]).execute())[0], 'huggg')
}

/** As hugggInScope, by the gift's id or its shortcode. @throws not_found, also for what can be neither */
export async function hugggWithKeyInScope(db: Db | Tx, caller: Principal, given: string): Promise<HugggRecord> {
  if (isUuid(given)) return hugggInScope(db, caller, given)
  const shortcode = found(readShortcode(given), 'huggg')
  return found(
    await inScope(caller, hugggRecords(db).where('huggg.shortcode', '=', shortcode)).executeTakeFirst(),
    'huggg',
  )
}

/** As hugggInScope, of several; each must be there. */
export async function hugggsInScope(db: Db | Tx, caller: Principal, ids: readonly string[]): Promise<HugggRecord[]> {
  const rows = await ownGifts(db, caller, ids).orderBy('huggg.id').execute()
  if (rows.length < new Set(ids).size) throw notFound('huggg')
  return rows
}

const ownGifts = (db: Db | Tx, caller: Principal, ids: readonly string[]) =>
  inScope(caller, hugggRecords(db).where(matchesAny('huggg.id', ids)))

function inScope(caller: Principal, records: ReturnType<typeof hugggRecords>) {
  const gifts = records.where(matchesAny('huggg.team_id', caller.teamIds))
  return caller.ownOnly ? gifts.where('huggg.sender_id', '=', caller.userId) : gifts
}

/** Gifts by id, unscoped, for jobs and for ids that a scoped query gave. */
export async function hugggsByIds(db: Db | Tx, ids: readonly string[]): Promise<HugggRecord[]> {
  if (ids.length === 0) return []
  return hugggRecords(db)
    .where(matchesAny('huggg.id', ids))
    .orderBy('huggg.transaction_id')
    .orderBy('huggg.ordinal')
    .execute()
}

/** What a purchase says of its gifts. */
export interface GiftsOfTransaction {
  /** In the order they were made, so many at most. */
  hugggIds: string[]
  /** Given back of them, what choices left over too. */
  refundedPence: Pence
}

const giftsOfTransactionsQuery = compiledOnce(
  (_: Db | Tx, { ids, most }: { ids: readonly string[]; most: number }) => sql<GiftsOfTransaction & { id: string }>`
    select wanted.id,
      array(select huggg.id from huggg where huggg.transaction_id = wanted.id order by huggg.ordinal limit ${most}) as "hugggIds",
      coalesce((select sum(refunded_pence + change_pence) from huggg where huggg.transaction_id = wanted.id), 0)::bigint as "refundedPence"
    from unnest(${ids}::uuid[]) as wanted (id)`,
)

/** The gifts of purchases, by purchase; the ids of each so many at most. */
export async function giftsOfTransactions(
  db: Db | Tx,
  transactionIds: readonly string[],
  most: number,
): Promise<Map<string, GiftsOfTransaction>> {
  if (transactionIds.length === 0) return new Map()
  const rows = await giftsOfTransactionsQuery(db, { ids: [...transactionIds], most })
  return new Map(rows.map(({ id, ...gifts }) => [id, gifts]))
}

/** Whether each of these is a gift of the purchase, which the caller has looked up in its own scope. */
export async function areOfTransaction(db: Db | Tx, transactionId: string, ids: readonly string[]): Promise<boolean> {
  const found = await db
    .selectFrom('huggg')
    .select('id')
    .where('transaction_id', '=', transactionId)
    .where(matchesAny('id', ids))
    .execute()
  return found.length === new Set(ids).size
}

const firstGifts = compiledOnce((db: Db | Tx, { id, most }: { id: string; most: number }) =>
  hugggRecords(db).where('huggg.transaction_id', '=', id).orderBy('huggg.ordinal').limit(most),
)

/** The first gifts of a purchase, in the order they were made; the caller has looked up the purchase in its own scope. */
export const firstHugggsOfTransaction = (db: Db | Tx, id: string, most: number): Promise<HugggRecord[]> =>
  firstGifts(db, { id, most })

/** One page of a purchase's gifts, in the order they were made; the caller has looked up the purchase in its own scope. */
export async function hugggsOfTransaction(
  db: Db | Tx,
  transactionId: string,
  { page, perPage, status }: { page: number; perPage: number; status?: number },
): Promise<{ rows: HugggRecord[]; total: number }> {
  let query = hugggRecords(db).where('huggg.transaction_id', '=', transactionId)
  let count = db
    .selectFrom('huggg')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('transaction_id', '=', transactionId)
  if (status !== undefined) {
    query = query.where('huggg.status_id', '=', status)
    count = count.where('status_id', '=', status)
  }
  const rows = await query
    .orderBy('huggg.ordinal')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { rows, total: (await count.executeTakeFirstOrThrow()).total }
}

/** A gift with what its page says about the sender, and what the recipient answered. */
export type GiftRecord = HugggRecord & {
  team_name: string
  /** How the sender signs, or their name; empty where they have none. */
  sender_name: string
  reaction_id: string | null
  reaction_emoji: string | null
  reaction_message: string | null
  reaction_name: string | null
  /** How it looks, where it was bought with a theme of the team's. */
  look: StoredLook | null
}

const giftsWithCode = (db: Db | Tx, shortcode: string) =>
  hugggRecords(db)
    .innerJoin('team', 'team.id', 'huggg.team_id')
    .innerJoin('app_user as sender', 'sender.id', 'huggg.sender_id')
    .leftJoin('reaction', 'reaction.huggg_id', 'huggg.id')
    .leftJoin('theme_look', 'theme_look.id', 'transaction.look_id')
    .select(['theme_look.look'])
    .$narrowType<{ look: StoredLook | null }>()
    .select([
      knownTeamName.as('team_name'),
      sql<string>`coalesce(nullif(sender.send_as_name, ''), trim(sender.first_name || ' ' || sender.surname))`.as(
        'sender_name',
      ),
      'reaction.id as reaction_id',
      'reaction.emoji as reaction_emoji',
      'reaction.message as reaction_message',
      'reaction.name as reaction_name',
    ])
    .where('huggg.shortcode', '=', shortcode)
    // A shareable gift's are given out at its own link, under its own rules: until then theirs lead nowhere.
    .where((eb) => eb.or([eb('huggg.recipient_id', 'is not', null), eb('transaction.superhuggg_id', 'is', null)]))

/** A gift by the code in its link; a retired code finds nothing. */
export const giftByShortcode = (db: Db | Tx, shortcode: string): Promise<GiftRecord | undefined> =>
  giftsWithCode(db, shortcode).executeTakeFirst()

const guessedGifts = compiledOnce(
  (db: Db | Tx, { shortcode, buckets, times, now }: Buckets & { shortcode: string; now: Date }) =>
    giftsWithCode(db, shortcode).select(usedTokens({ buckets, times }, now).as('used')),
)

/** As giftByShortcode, with what is used up of anyone who guesses. */
export async function guessedGift(
  db: Db | Tx,
  guess: Buckets & { shortcode: string; now: Date },
): Promise<{ seen: GiftRecord; used: Used | null } | null> {
  const [row] = await guessedGifts(db, guess)
  return row ? { seen: row, used: row.used } : null
}

/** The id of the gift that a till's key names. */
export async function hugggIdByVoucherKey(db: Db | Tx, { kind, value }: VoucherKey): Promise<string | undefined> {
  const column = kind === 'id' ? 'id' : kind === 'shortcode' ? 'shortcode' : 'redeem_code'
  return (await db.selectFrom('huggg').select('id').where(column, '=', value).executeTakeFirst())?.id
}

export interface DueToSend {
  id: string
  transactionId: string
  /** Goes as an email or text, as it was bought or as it was given to its recipient since. */
  isMessage: boolean
}

const scheduled = (db: Db | Tx) =>
  db
    .selectFrom('huggg')
    .innerJoin('transaction', 'transaction.id', 'huggg.transaction_id')
    .leftJoin('recipient', 'recipient.id', 'huggg.recipient_id')
    .select(['huggg.id', 'huggg.transaction_id as transactionId'])
    .select(
      sql<boolean>`coalesce(transaction.delivery_method in ('email', 'sms'), false)
        or coalesce(recipient.email, recipient.phone_number, recipient.user_id::text) is not null`.as('isMessage'),
    )
    .where('huggg.status_id', '=', Status.Scheduled)
    .orderBy('huggg.send_at')
    .orderBy('huggg.id')

/** Scheduled gifts whose moment has come, the earliest first; in a transaction their rows are taken, those of others skipped. */
export const hugggsDueToSend = (db: Db | Tx, now: Date, limit: number): Promise<DueToSend[]> =>
  scheduled(db).where('huggg.send_at', '<=', now).limit(limit).forNoKeyUpdate('huggg').skipLocked().execute()

/** Which of some gifts, whose rows are held, wait for their moment. */
export const listScheduledGifts = (tx: Tx, ids: readonly string[]): Promise<DueToSend[]> =>
  scheduled(tx)
    .where(sql<boolean>`huggg.id = any(${ids as string[]}::uuid[])`)
    .execute()

/** The first moment at which a gift is past its last; null when none is alive. */
export const nextExpiryAt = sql<Date | null>`
  select min(expiry_date) + interval '1 millisecond' from huggg
  where status_id in (${sql.join(expirableStatuses.map(sql.lit))}) and not fetching`

/** How many living gifts have their last moment after one (or at all) and before another. */
export async function countExpiring(db: Db, after: Date | null, until: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from huggg
    where status_id in (${sql.join(expirableStatuses)}) and expiry_date < ${until} and (${after}::timestamptz is null or expiry_date >= ${after})`.execute(
    db,
  )
  return rows[0]!.count
}

export interface StatusCount {
  transactionId: string
  statusId: number
  name: StatusName
  count: number
  /** Of these, how many no one has been given yet: Created, without a recipient, unopened. */
  stashedCount: number
  /** What the gifts cost without fees. */
  facePence: Pence
  /** With fees and the VAT on them. */
  totalPence: Pence
  /** What came back to the sender. */
  refundedPence: Pence
  maxSentDate: Date | null
  maxExpiryDate: Date
}

/** How many gifts of each purchase are in each state, and what they are worth; states without gifts are left out. */
export async function statusCounts(
  db: Db | Tx,
  transactionIds: readonly string[],
): Promise<Map<string, StatusCount[]>> {
  if (transactionIds.length === 0) return new Map()
  const { rows } = await sql<Omit<StatusCount, 'name'>>`
    select transaction_id as "transactionId", status_id as "statusId", count(*)::int as count,
      (count(*) filter (where recipient_id is null and viewed_date is null and status_id = ${Status.Created}))::int as "stashedCount",
      sum(face_pence)::bigint as "facePence", sum(face_pence + fee_pence + fee_vat_pence)::bigint as "totalPence",
      sum(refunded_pence + change_pence)::bigint as "refundedPence", max(sent_date) as "maxSentDate", max(expiry_date) as "maxExpiryDate"
    from huggg where transaction_id = any(${transactionIds as string[]}::uuid[])
    group by transaction_id, status_id order by transaction_id, status_id`.execute(db)
  return Map.groupBy(
    rows.map((row) => ({ ...row, name: statusName(row.statusId) })),
    (row) => row.transactionId,
  )
}

export interface TimelineRow {
  id: number
  at: Date
  /** Null for the first; the same as `to` for what happened without a change of state. */
  from: StatusName | null
  to: StatusName
  actor: Actor & { name: string | null }
  reason: string | null
}

/** Everything that happened to a gift, the oldest first. */
export async function loadTimeline(db: Db | Tx, hugggId: string): Promise<TimelineRow[]> {
  const rows = await db
    .selectFrom('huggg_event')
    .leftJoin('app_user', (join) =>
      join.on('huggg_event.actor_kind', '=', 'user').on(sql<boolean>`app_user.id::text = huggg_event.actor_id`),
    )
    .selectAll('huggg_event')
    .select(sql<string | null>`nullif(trim(app_user.first_name || ' ' || app_user.surname), '')`.as('actor_name'))
    .where('huggg_id', '=', hugggId)
    .orderBy('huggg_event.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    from: row.from_id === null ? null : statusName(row.from_id),
    to: statusName(row.to_id),
    actor: { kind: row.actor_kind as Actor['kind'], id: row.actor_id, name: row.actor_name },
    reason: row.reason,
  }))
}

/** Redemptions of gifts, the oldest first, undone ones too. */
export async function listRedemptions(
  db: Db | Tx,
  hugggIds: readonly string[],
): Promise<Selectable<RedemptionTable>[]> {
  if (hugggIds.length === 0) return []
  return db
    .selectFrom('redemption')
    .selectAll()
    .where(matchesAny('huggg_id', hugggIds))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function loadReactions(
  db: Db | Tx,
  hugggIds: readonly string[],
): Promise<Map<string, Selectable<ReactionTable>>> {
  if (hugggIds.length === 0) return new Map()
  const rows = await db.selectFrom('reaction').selectAll().where(matchesAny('huggg_id', hugggIds)).execute()
  return new Map(rows.map((row) => [row.huggg_id, row]))
}

/** Up to `limit` + 1 reactions to the caller's gifts, from a place in the order on: newest first, or (`back`) towards the newest. */
export async function reactionsInScope(
  db: Db,
  caller: Principal,
  { limit, from, back }: { limit: number; from: [at: string, id: string] | null; back: boolean },
): Promise<Selectable<ReactionTable>[]> {
  let query = db
    .selectFrom('reaction')
    .selectAll('reaction')
    .where(matchesAny('reaction.team_id', caller.teamIds))
    .orderBy('reaction.created_at', back ? 'asc' : 'desc')
    .orderBy('reaction.id', back ? 'asc' : 'desc')
    .limit(limit + 1)
  if (from) {
    const place = sql`(${from[0]}::timestamptz, ${from[1]}::uuid)`
    const key = sql`(reaction.created_at, reaction.id)`
    query = query.where(back ? sql<boolean>`${key} > ${place}` : sql<boolean>`${key} < ${place}`)
  }
  if (caller.ownOnly) {
    query = query.innerJoin('huggg', 'huggg.id', 'reaction.huggg_id').where('huggg.sender_id', '=', caller.userId)
  }
  return query.execute()
}

export interface GiftPerson {
  id: string
  first_name: string
  surname: string
  email: string
}

export async function loadSenders(db: Db | Tx, userIds: readonly string[]): Promise<Map<string, GiftPerson>> {
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'surname', 'email'])
    .where(matchesAny('id', userIds))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
