import type { ShareableGift, SuperHuggg, SuperHugggClaim } from '#contract/superhugggs/super-hugggs.ts'
import type { Look } from '#contract/themes/themes.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import { type ProductRecord, productById } from '#server/domains/catalogue/index.ts'
import { serializeLook, storedLook } from '#server/domains/themes/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'
import { mostOpenCodes } from './claim-codes.ts'
import { type ClaimRow, countFree, countRefundable, openCodes, type SuperHugggRecord } from './queries.ts'
import { allowedAddressEndings, claimState } from './superhuggg.ts'

/** The page where people claim. */
export const claimUrl = (posy: Posy, shortcode: string): string => `${posy.config.publicUrl}/s/${shortcode}`

export const fromName = (row: SuperHugggRecord): string => row.from_name || row.sender_name || row.team_name

/** How people see it. */
export const shareableLook = (posy: Posy, { theme_id, look_id, look }: SuperHugggRecord): Look =>
  serializeLook(posy, storedLook({ themeId: theme_id, look }), look_id)

export async function serializeSuperHuggg(
  posy: Posy,
  db: Db | Tx,
  row: SuperHugggRecord,
  at: Date,
): Promise<SuperHuggg> {
  const product = found(await productById(db, row.product_id), 'product')
  const { open } = await openCodes(db, row, new Date(posy.wall.nowMs()))
  return {
    id: row.id,
    launch_url: claimUrl(posy, row.shortcode),
    shortcode: row.shortcode,
    team_id: row.team_id,
    user_id: row.user_id,
    state: claimState(row, at),
    claim_method: row.claim_method,
    claim_restrictions: { emailEndings: row.email_endings, numberPrefixes: row.number_prefixes },
    per_person: row.per_person,
    limit: row.limit,
    claimed: row.claimed,
    unclaimed: row.ended_at ? 0 : await countFree(db, row.id, at),
    refundable: await countRefundable(db, row.id),
    currency: row.currency,
    transaction_ids: row.transaction_ids,
    product: { id: product.id, label: product.name, brand_name: product.brandName },
    theme_id: row.theme_id,
    title: row.title,
    from_name: fromName(row),
    message: row.message,
    codes: { open, most: mostOpenCodes(row), refused_at: isoOrNull(row.codes_refused_at) },
    expiry_date: isoOrNull(row.expiry_date),
    last_claimed_at: isoOrNull(row.last_claimed_at),
    paused_at: isoOrNull(row.paused_at),
    ended_at: isoOrNull(row.ended_at),
    created_at: iso(row.created_at),
  }
}

export const serializeClaim = (row: ClaimRow): SuperHugggClaim => ({
  huggg_id: row.huggg_id,
  shortcode: row.shortcode,
  status_id: row.status_id,
  receiver: { id: row.recipient_id, email: row.email, phone_number: row.phone_number },
  claimed_at: iso(row.claimed_at),
})

export async function serializeShareableGift(
  posy: Posy,
  db: Db,
  row: SuperHugggRecord,
  at: Date,
): Promise<ShareableGift> {
  const product = found(await productById(db, row.product_id), 'product')
  return {
    shortcode: row.shortcode,
    state: claimState(row, at),
    claimMethod: row.claim_method,
    allowed: [...allowedAddressEndings(row)],
    perPerson: row.per_person,
    fromName: fromName(row),
    message: row.message,
    coverImageUrl: row.cover_image_url,
    product: serializeProduct(row, product),
    expiresAt: isoOrNull(row.expiry_date),
    theme: { ...shareableLook(posy, row), teamName: row.team_name },
  }
}

const serializeProduct = (row: SuperHugggRecord, product: ProductRecord): ShareableGift['product'] => ({
  name: product.name,
  brandName: product.brandName,
  description: row.custom_description ?? product.description,
  imageUrl: product.imageUrl,
  over18: product.over18,
  // As on a gift's page: only a card's amount is the recipient's business.
  faceValuePence: product.isGiftCard && product.kind === 'single' ? row.face_pence : null,
  currency: row.currency,
})
