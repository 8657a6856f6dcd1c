import type { Product, Segment } from '#contract/catalogue.ts'
import type { HugggOrder } from '#contract/orders.ts'
import type { Gift } from '#contract/recipient.ts'

interface Previewed {
  order: HugggOrder
  product: Product
  segments: readonly Segment[]
  teamName: string
  senderName: string
  state: 'wrapped' | 'opened'
}

/** A gift as its recipient will see it. It is in no database, and its address leads nowhere. */
export function previewGift({ order, product, segments, teamName, senderName, state }: Previewed): Gift {
  const ofFirst = order.receivers.find(({ notes }) => notes)?.notes
  return {
    shortcode: 'preview',
    state,
    fromName: order.fromName ?? (senderName || teamName),
    message: order.message ?? ofFirst ?? null,
    coverImageUrl: order.coverImage,
    product: {
      name: product.name,
      brandName: product.brandName,
      description: product.description,
      imageUrl: product.imageUrl,
      terms: product.terms ?? '',
      over18: product.over18,
      faceValuePence: product.isGiftCard || product.kind === 'choice' ? product.senderPrice : null,
      currency: product.currency,
      stores: [],
    },
    choices: segments.map(({ name, options }) => ({
      segmentName: name,
      options: options.map((option) => ({
        productId: option.id,
        name: option.name,
        brandName: option.brandName,
        description: option.description,
        imageUrl: option.imageUrl,
      })),
    })),
    expiresAt: null,
    opensAt: null,
    voucher: null,
    reaction: null,
    quickEmojis: ['❤️', '🎉', '🙏', '😍', '👏'],
    theme: {
      giftwrap: order.themeId && order.themeId !== 'default' ? order.themeId : 'peony',
      accentHex: null,
      logoUrl: null,
      teamName,
    },
  }
}
