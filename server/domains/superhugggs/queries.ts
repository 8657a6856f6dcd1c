import { type Selectable, sql } from 'kysely'
import type { ClaimMethod } from '#contract/orders/purchase.ts'
import { knownTeamName } from '#server/domains/teams/team/index.ts'
import type { StoredLook } from '#server/domains/themes/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'
import type { ClaimFacts } from './superhuggg.ts'

type Row = Selectable<Database['superhuggg']>

/** A shareable gift with what its purchases say and how far it has been claimed. */
export interface SuperHugggRecord extends Omit<Row, 'claim_method'>, ClaimFacts {
  claim_method: ClaimMethod
  transaction_ids: string[]
  product_id: string
  territory: string
  currency: string
  face_pence: number
  theme_id: string
  look_id: string | null
  look: StoredLook | null
  cover_image_url: string | null
  title: string | null
  message: string | null
  from_name: string | null
  sender_name: string
  team_name: string
  custom_description: string | null
  last_claimed_at: Date | null
}

const isFree = sql`gift.recipient_id is null and gift.status_id = 1 and gift.viewed_date is null`

/** How far gifts that match have been claimed, as of a moment. */
const records = (at: Date, condition: ReturnType<typeof sql>) => sql<SuperHugggRecord>`
  select shared.*, bought.transaction_ids, bought."limit", bought.made, first.product_id, product.territory, first.currency, first.face_pence,
    first.theme_id, first.look_id, theme_look.look, first.cover_image_url, first.title, first.huggg_meta->>'customDescription' as custom_description,
    letter.message, letter.from_name, ${knownTeamName} as team_name,
    coalesce(nullif(sender.send_as_name, ''), trim(sender.first_name || ' ' || sender.surname)) as sender_name,
    (select max(expiry_date) from huggg where transaction_id = first.id and recipient_id is null) as expiry_date,
    claims.claimed, claims.last_claimed_at,
    exists (select from transaction as one join huggg as gift on gift.transaction_id = one.id
      where one.superhuggg_id = shared.id and ${isFree} and gift.expiry_date >= ${at}) as has_free
  from superhuggg as shared
  cross join lateral (
    select array_agg(id order by created_at, id) as transaction_ids, sum(quantity)::int as "limit", sum(created_count)::int as made
    from transaction where superhuggg_id = shared.id and status = 'successful'
  ) as bought
  join transaction as first on first.id = bought.transaction_ids[1]
  join product on product.id = first.product_id
  left join theme_look on theme_look.id = first.look_id
  left join gift_message as letter on letter.transaction_id = first.id
  join team on team.id = shared.team_id
  join app_user as sender on sender.id = shared.user_id
  cross join lateral (
    select count(*)::int as claimed, max(claimed_at) as last_claimed_at from superhuggg_claim where superhuggg_id = shared.id
  ) as claims
  where ${condition}`

/** @throws not_found for another team's, and for a colleague's where the caller sees only their own */
export async function superHugggInScope(
  db: Db | Tx,
  caller: Principal,
  id: string,
  at: Date,
): Promise<SuperHugggRecord> {
  const own = caller.ownOnly ? sql`shared.user_id = ${caller.userId}` : sql`true`
  const condition = sql`shared.id = ${id} and shared.team_id = any(${[...caller.teamIds]}::uuid[]) and ${own}`
  const { rows } = await records(at, condition).execute(db)
  return found(rows[0], 'superhuggg')
}

export async function superHugggByShortcode(
  db: Db | Tx,
  shortcode: string,
  at: Date,
): Promise<SuperHugggRecord | undefined> {
  const { rows } = await records(at, sql`shared.shortcode = ${shortcode}`).execute(db)
  return rows[0]
}

/** Takes a shareable gift's row, so that no one claims, pauses or ends it meanwhile. */
export const lockSuperHuggg = (tx: Tx, id: string): Promise<Row> =>
  tx.selectFrom('superhuggg').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()

/** One person's codes and claims of a shareable gift follow one another. */
export const lockPerson = async (tx: Tx, id: string, personKey: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`superhuggg ${id} ${personKey}`}, 0))`.execute(tx))

/** Gifts of a shareable gift that no one has claimed and that have not ended. */
export async function unclaimedGifts(db: Db | Tx, id: string): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select gift.id from transaction as one join huggg as gift on gift.transaction_id = one.id
    where one.superhuggg_id = ${id} and gift.recipient_id is null and gift.status_id in (1, 2) order by gift.id`.execute(
    db,
  )
  return rows
}

/** What would come back if no one else claimed: all that was paid for gifts that `unclaimedGifts` lists. */
export async function countRefundable(db: Db | Tx, id: string): Promise<number> {
  const { rows } = await sql<{ pence: number }>`
    select coalesce(sum(gift.face_pence + gift.fee_pence + gift.fee_vat_pence), 0)::int as pence
    from transaction as one join huggg as gift on gift.transaction_id = one.id
    where one.superhuggg_id = ${id} and gift.recipient_id is null and gift.status_id in (1, 2)`.execute(db)
  return rows[0]!.pence
}

/** Codes of a shareable gift that can still be used, since its sender last let people ask again, and when the first lapses. */
export async function openCodes(
  db: Db | Tx,
  { id, codes_cleared_at }: Pick<Row, 'id' | 'codes_cleared_at'>,
  wallNow: Date,
): Promise<{ open: number; nextLapse: Date | null }> {
  const { rows } = await sql<{ open: number; nextLapse: Date | null }>`
    select count(*)::int as open, min(expires_at) as "nextLapse" from superhuggg_code
    where superhuggg_id = ${id} and used_at is null and replaced_at is null and expires_at > ${wallNow}
      and (${codes_cleared_at}::timestamptz is null or created_at > ${codes_cleared_at})`.execute(db)
  return rows[0]!
}

/** How many gifts can be claimed at a moment. */
export async function countFree(db: Db | Tx, id: string, at: Date): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    select count(*)::int as free from transaction as one join huggg as gift on gift.transaction_id = one.id
    where one.superhuggg_id = ${id} and ${isFree} and gift.expiry_date >= ${at}`.execute(db)
  return rows[0]!.free
}

export interface ClaimRow {
  huggg_id: string
  shortcode: string
  status_id: number
  recipient_id: string
  email: string | null
  phone_number: string | null
  claimed_at: Date
}

/** One page of who has claimed, the latest first. */
export async function listClaims(
  db: Db | Tx,
  id: string,
  { page, perPage }: { page: number; perPage: number },
): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    select claim.huggg_id, huggg.shortcode, huggg.status_id, huggg.recipient_id, recipient.email, recipient.phone_number, claim.claimed_at
    from superhuggg_claim as claim join huggg on huggg.id = claim.huggg_id join recipient on recipient.id = huggg.recipient_id
    where claim.superhuggg_id = ${id} order by claim.claimed_at desc, claim.huggg_id
    limit ${perPage} offset ${(page - 1) * perPage}`.execute(db)
  return rows
}

export interface ClaimCodeMessage {
  codeId: string
  teamId: string
  teamName: string
  theme_id: string
  look_id: string | null
  recipientId: string
  address: string | null
  phoneNumber: string | null
  fromName: string
  shortcode: string
  /** It can still be used. */
  isOpen: boolean
}

/** What the messages about codes need, as of a moment of the wall clock. */
export async function claimCodeMessages(
  db: Db | Tx,
  codeIds: readonly string[],
  wallNow: Date,
): Promise<ClaimCodeMessage[]> {
  const { rows } = await sql<ClaimCodeMessage>`
    select code.id as "codeId", shared.team_id as "teamId", ${knownTeamName} as "teamName", bought.theme_id, bought.look_id, recipient.id as "recipientId", recipient.email as address,
      recipient.phone_number as "phoneNumber", shared.shortcode,
      coalesce(letter.from_name, nullif(sender.send_as_name, ''), trim(sender.first_name || ' ' || sender.surname)) as "fromName",
      (code.used_at is null and code.replaced_at is null and code.expires_at > ${wallNow}) as "isOpen"
    from superhuggg_code as code
    join superhuggg as shared on shared.id = code.superhuggg_id
    join recipient on recipient.id = code.recipient_id
    join transaction as bought on bought.id = recipient.transaction_id
    join team on team.id = shared.team_id
    join app_user as sender on sender.id = shared.user_id
    left join gift_message as letter on letter.transaction_id = recipient.transaction_id
    where code.id = any(${[...codeIds]}::uuid[])`.execute(db)
  return rows
}
