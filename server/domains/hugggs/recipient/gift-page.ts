import type { HugggMeta } from '#contract/hugggs/hugggs.ts'
import type { Gift } from '#contract/hugggs/recipient.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import {
  type ChoiceSegment,
  listChoiceProducts,
  type ProductRecord,
  productsWithStores,
} from '#server/domains/catalogue/index.ts'
import { serializeLook, storedLook } from '#server/domains/themes/index.ts'
import { isUploadUrl } from '#server/domains/uploads/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'
import { type GiftRecord, type HugggRecord, spendableBalance } from '../gifts/index.ts'
import { latestRefusal } from '../refusals/index.ts'
import { pageState, Status } from '../states/index.ts'
import { isGivenUp, issuersLastDays, loadVoucher } from '../vouchers/index.ts'
import { isConnected } from './reveal-gift.ts'

/** One of these is what a recipient says thank you with. */
export const quickEmojis = (gift: GiftRecord): string[] => giftLook(gift).branding.reaction.quickEmojis

const giftLook = ({ theme_id, look }: GiftRecord) => storedLook({ themeId: theme_id, look })

/** What a recipient may see of a gift at a moment. Reads only. */
export async function serializeRecipientGift(posy: Posy, db: Db | Tx, gift: GiftRecord, at: Date): Promise<Gift> {
  const products = await productsWithStores(db, [
    gift.product_id,
    ...(gift.chosen_product_id ? [gift.chosen_product_id] : []),
  ])
  const bought = found(products.get(gift.product_id), 'product')
  const shown = products.get(gift.chosen_product_id ?? '') ?? bought
  const state = pageState(gift, at)
  const choices =
    (state === 'wrapped' || state === 'opened') && !gift.chosen_product_id
      ? await choicesFor(posy, db, gift, bought)
      : []
  const refusal = state === 'revealed' || state === 'cancelled' ? await latestRefusal(db, gift.id) : null
  const voucher = state === 'revealed' ? await serializeVoucher(posy, db, gift, at) : null
  return {
    shortcode: gift.shortcode,
    state,
    fromName: gift.from_name || gift.sender_name || gift.team_name,
    message: gift.message,
    coverImageUrl: gift.cover_image_url,
    product: serializeProductPart(gift, shown),
    choices: choices.map((segment) => ({
      segmentName: segment.segmentName,
      ...saidOfSegment(posy, gift, segment.segmentId),
      options: segment.options.map(serializeOption),
    })),
    choice: choices.length
      ? { worthPence: gift.face_pence, description: (gift.meta as HugggMeta).customDescription ?? null }
      : null,
    isUnavailable: state === 'cancelled' && (await isGivenUp(db, gift.id)),
    expiresAt: voucher?.shop ? voucher.shop.takesUntil : iso(gift.expiry_date),
    opensAt: state === 'scheduled' && gift.send_at ? iso(gift.send_at) : null,
    voucher,
    refusal: refusal ? { at: iso(refusal.at), outcome: refusal.outcome } : null,
    reaction: gift.reaction_id
      ? { emoji: gift.reaction_emoji, message: gift.reaction_message, name: gift.reaction_name }
      : null,
    quickEmojis: quickEmojis(gift),
    theme: { ...serializeLook(posy, giftLook(gift), gift.look_id), teamName: gift.team_name },
  }
}

/** What may be chosen: of the segments the sender kept, nothing dearer than what was paid, nothing whose
 * code we cannot get. Empty for a product without a choice. */
export async function choicesFor(
  posy: Posy,
  db: Db | Tx,
  gift: HugggRecord,
  bought: ProductRecord,
): Promise<ChoiceSegment[]> {
  if (bought.kind !== 'choice') return []
  const all = await listChoiceProducts(db, {
    productId: bought.id,
    maxPricePence: gift.face_pence,
    currency: gift.currency,
    territory: bought.territory,
  })
  const kept = (gift.meta as HugggMeta).gwcSegments?.map((segment) => segment.id)
  return all
    .filter((segment) => !kept?.length || kept.includes(segment.segmentId))
    .map((segment) => ({ ...segment, options: segment.options.filter((option) => isConnected(posy, option)) }))
    .filter((segment) => segment.options.length > 0)
}

function saidOfSegment(posy: Posy, gift: HugggRecord, segmentId: string) {
  const { description, image } = (gift.meta as HugggMeta).gwcSegments?.find(({ id }) => id === segmentId) ?? {}
  return { description: description || null, imageUrl: image && isUploadUrl(posy, image) ? image : null }
}

function serializeProductPart(
  gift: HugggRecord,
  product: ProductRecord & Pick<Gift['product'], 'stores'>,
): Gift['product'] {
  const description = product.id === gift.product_id ? (gift.meta as HugggMeta).customDescription : undefined
  return {
    name: product.name,
    brandName: product.brandName,
    description: description ?? product.description,
    imageUrl: product.imageUrl,
    terms: product.terms,
    over18: product.over18,
    // A coffee is a coffee; only a card's amount is the recipient's business.
    faceValuePence:
      product.isGiftCard && product.kind === 'single' ? (gift.chosen_price_pence ?? gift.face_pence) : null,
    balancePence: product.allowsParts || gift.parts_pence > 0 ? spendableBalance(gift) : null,
    currency: gift.currency,
    stores: product.kind === 'single' ? product.stores : [],
  }
}

const serializeOption = ({ id, name, brandName, description, imageUrl, senderPricePence }: ProductRecord) => ({
  productId: id,
  name,
  brandName,
  description,
  imageUrl,
  pricePence: senderPricePence,
})

/** Our own code, which our tills take, or the one that its merchant or issuer made. */
async function serializeVoucher(posy: Posy, db: Db | Tx, gift: HugggRecord, at: Date): Promise<Gift['voucher']> {
  if (gift.status_id !== Status.Fetched) {
    const code = gift.redeem_code
    return { code, pin: null, url: null, barcode: { kind: 'qrcode', text: code }, shop: null }
  }
  const voucher = await loadVoucher(db, posy.secret, gift.id)
  if (!voucher) throw new Error(`gift ${gift.id} is Fetched without a code`)
  const barcode = voucher.barcode ?? { kind: 'qrcode' as const, text: voucher.code ?? voucher.url ?? '' }
  const until = (await issuersLastDays(db, [gift.id])).get(gift.id) ?? null
  const shop = { takesUntil: isoOrNull(until), isOver: until !== null && until < at }
  return { code: voucher.code, pin: voucher.pin, url: voucher.url, barcode, shop }
}
