import type { Pence } from '#kit/money.ts'
import type { AccountRef, Entry } from '#server/domains/ledger/index.ts'

/** The money of one gift, as it was posted at purchase: available −cost → committed (face less its VAT) + fees + vat. */
export interface GiftMoney {
  team_id: string
  wallet_id: string
  face_pence: Pence
  face_vat_pence: Pence
  fee_pence: Pence
  fee_vat_pence: Pence
  /** Of the product that was chosen instead of what was paid for; null without a choice. */
  chosen_price_pence: Pence | null
  chosen_vat_pence: Pence | null
  chosen_gives_change: boolean | null
  /** What went back as a cheaper product was chosen: its face is the chosen price from then on (decision 353). 0 for earlier choices. */
  change_pence: Pence
  change_vat_pence: Pence
  /** What tills took of it in parts. */
  parts_pence: Pence
  payment_method: 'walletCommitment' | 'charge' | 'invoice'
}

type Face = Pick<GiftMoney, 'face_pence' | 'change_pence'>
const facePence = ({ face_pence, change_pence }: Face): Pence => face_pence - change_pence
const faceVatPence = (gift: Pick<GiftMoney, 'face_vat_pence' | 'change_vat_pence'>): Pence =>
  gift.face_vat_pence - gift.change_vat_pence

/** What the sender has paid for it, all in all. */
export const giftCostPence = (gift: Face & Pick<GiftMoney, 'fee_pence' | 'fee_vat_pence'>): Pence =>
  facePence(gift) + gift.fee_pence + gift.fee_vat_pence

/** What is committed for it until it ends. */
const committedPence = (gift: Face & Pick<GiftMoney, 'face_vat_pence' | 'change_vat_pence' | 'parts_pence'>): Pence =>
  facePence(gift) - faceVatPence(gift) - gift.parts_pence

/** What a till takes when it takes all. */
export const giftPricePence = (gift: Pick<GiftMoney, 'face_pence' | 'chosen_price_pence'>): Pence =>
  gift.chosen_price_pence ?? gift.face_pence

/** What is left for tills to take. */
export const unspentPence = (gift: Pick<GiftMoney, 'face_pence' | 'chosen_price_pence' | 'parts_pence'>): Pence =>
  giftPricePence(gift) - gift.parts_pence

/** What comes back to the sender: all that was paid, or once a part was used what is left, without the fee. */
export const refundPence = (gift: GiftMoney): Pence =>
  gift.parts_pence > 0 ? committedPence(gift) : giftCostPence(gift)

/**
 * Why a gift is used as a whole or not at all, or null. Parts are whole pence of the face: nothing is left over from a
 * cheaper choice, and no VAT is to be divided.
 */
export const whyNoParts = (gift: GiftMoney, product: { allowsParts: boolean }): string | null => {
  if (gift.parts_pence > 0) return null
  if (!product.allowsParts) return 'can only be used as a whole'
  return gift.face_vat_pence > 0 || giftPricePence(gift) < facePence(gift)
    ? 'can only be used as a whole: it was chosen'
    : null
}

/** How much of a refund reduces the debt on the gift's invoice, and the rest, which is the wallet's. */
export function splitRefund(
  gift: Pick<GiftMoney, 'team_id'>,
  { amountPence, owedPence, walletId }: { amountPence: Pence; owedPence: Pence; walletId: string },
): { toDebtPence: Pence; entries: Entry[] } {
  const toDebtPence = Math.min(amountPence, Math.max(0, owedPence))
  const entries: Entry[] = [
    { account: { team: gift.team_id, kind: 'receivable' }, amountPence: toDebtPence },
    { account: { wallet: walletId, kind: 'available' }, amountPence: amountPence - toDebtPence },
  ]
  return { toDebtPence, entries: entries.filter((entry) => entry.amountPence > 0) }
}

const committed = (gift: GiftMoney): AccountRef => ({ wallet: gift.wallet_id, kind: 'committed' })

/**
 * Everything that was paid comes back: cancelled, or expired where the team gets expired gifts refunded. Of a gift that was
 * used in part, what is left: its fee was earned.
 * @param back where refundPence the gift goes (placeRefunds)
 */
export const refundEntries = (gift: GiftMoney, back: readonly Entry[]): Entry[] => [
  { account: committed(gift), amountPence: -committedPence(gift) },
  ...(gift.parts_pence > 0
    ? []
    : [
        { account: { platform: 'fees' as const }, amountPence: -gift.fee_pence },
        { account: { platform: 'vat' as const }, amountPence: -(faceVatPence(gift) + gift.fee_vat_pence) },
      ]),
  ...back,
]

/** A cheaper product was chosen: what is left over of the face goes back, with the VAT in it; the fee stays earned. */
export const choiceChangeEntries = (
  gift: GiftMoney,
  over: Pick<GiftMoney, 'change_pence' | 'change_vat_pence'>,
  back: readonly Entry[],
  from: AccountRef = committed(gift),
): Entry[] => [
  { account: from, amountPence: over.change_vat_pence - over.change_pence },
  ...(over.change_vat_pence ? [{ account: { platform: 'vat' as const }, amountPence: -over.change_vat_pence }] : []),
  ...back,
]

/** Expired without a refund: fee and VAT were earned at purchase, the rest is ours now. */
export const breakageEntries = (gift: GiftMoney): Entry[] => [
  { account: committed(gift), amountPence: -committedPence(gift) },
  { account: { platform: 'breakage' }, amountPence: committedPence(gift) },
]

/** Used in part: the supplier is owed just that. */
export const partEntries = (gift: GiftMoney, amountPence: Pence): Entry[] => [
  { account: committed(gift), amountPence: -amountPence },
  { account: { platform: 'supplier-payable' }, amountPence },
]

/** What a cheaper choice leaves over for the sender once it is used, where the product gives change. */
export const changePence = (gift: GiftMoney): Pence =>
  gift.chosen_gives_change ? facePence(gift) - giftPricePence(gift) : 0

/**
 * Used: the supplier is owed the price of what was handed out. What a cheaper choice left over is ours, or goes back
 * to the sender (with the VAT in it) where the product gives change.
 * @param back where changePence the gift goes (placeRefunds)
 */
export function redemptionEntries(gift: GiftMoney, back: readonly Entry[]): Entry[] {
  const pricePence = giftPricePence(gift)
  const priceVatPence = gift.chosen_vat_pence ?? faceVatPence(gift)
  const supplierPence = pricePence - priceVatPence
  const entries: Entry[] = [
    { account: committed(gift), amountPence: -committedPence(gift) },
    { account: { platform: 'supplier-payable' }, amountPence: supplierPence },
  ]
  if (gift.chosen_gives_change) {
    entries.push({ account: { platform: 'vat' }, amountPence: -(faceVatPence(gift) - priceVatPence) })
    entries.push(...back)
  } else {
    entries.push({ account: { platform: 'breakage' }, amountPence: committedPence(gift) - supplierPence })
  }
  return entries
}
