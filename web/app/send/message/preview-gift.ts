import type { Product, Segment } from '#contract/catalogue/catalogue.ts'
import type { Gift } from '#contract/hugggs/recipient.ts'
import type { Order, SuperhugggOrder } from '#contract/orders/orders.ts'
import type { ShareableGift } from '#contract/superhugggs/super-hugggs.ts'
import { type Look, standardBranding } from '#contract/themes/themes.ts'
import { picturePath } from '#web/app/catalogue/picture-path.ts'
import { offeredSegments, ownPicture } from '../choice/said.ts'

interface Previewed {
  order: Order
  product: Product
  segments: readonly Segment[]
  teamName: string
  senderName: string
  state: 'wrapped' | 'opened'
  look: Look
}

/** A gift as its recipient will see it. It is in no database, and its address leads nowhere. */
export function previewGift({ order, product, segments, teamName, senderName, state, look }: Previewed): Gift {
  const receivers = order.type === 'superhuggg' ? [] : order.receivers
  const ofFirst = receivers.find(({ notes }) => notes)?.notes
  return {
    shortcode: 'preview',
    state,
    fromName: order.fromName ?? (senderName || teamName),
    message: order.message ?? ofFirst ?? null,
    coverImageUrl: order.coverImage,
    product: {
      name: product.name,
      brandName: product.brandName,
      description: order.hugggMeta?.customDescription ?? product.description,
      imageUrl: product.imageUrl,
      terms: product.terms ?? '',
      over18: product.over18,
      faceValuePence: product.isGiftCard || product.kind === 'choice' ? product.senderPrice : null,
      balancePence: null,
      currency: product.currency,
      stores: [],
    },
    choices: offeredSegments(segments, order.hugggMeta).map(({ name, options, said }) => ({
      segmentName: name,
      description: said?.description || null,
      imageUrl: ownPicture(said?.image),
      options: options.map((option) => ({
        productId: option.id,
        name: option.name,
        brandName: option.brandName,
        description: option.description,
        imageUrl: picturePath(option.imageUrl),
        pricePence: option.senderPrice,
      })),
    })),
    choice: segments.length
      ? { worthPence: product.senderPrice, description: order.hugggMeta?.customDescription ?? null }
      : null,
    isUnavailable: false,
    refusal: null,
    expiresAt: null,
    opensAt: null,
    voucher: null,
    reaction: null,
    quickEmojis: standardBranding.reaction.quickEmojis,
    theme: { ...look, teamName },
  }
}

/** The page where people will claim a gift of their own, from what that gift looks like. */
export function previewShared(order: SuperhugggOrder, gift: Gift): ShareableGift {
  const { fromName, message, coverImageUrl, expiresAt, theme } = gift
  const { name, brandName, description, imageUrl, over18, faceValuePence, currency } = gift.product
  const { emailEndings, numberPrefixes } = order.claimRestrictions ?? {}
  return {
    ...{ shortcode: gift.shortcode, state: 'open', claimMethod: order.claimMethod ?? 'email' },
    ...{ allowed: [...(emailEndings ?? []), ...(numberPrefixes ?? [])], perPerson: order.perPerson ?? 1 },
    ...{ fromName, message, coverImageUrl, expiresAt, theme },
    product: { name, brandName, description, imageUrl, over18, faceValuePence, currency },
  }
}
