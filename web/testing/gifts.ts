import { Gift } from '#contract/hugggs/recipient.ts'
import { standardLook } from '#contract/themes/themes.ts'

/** A gift as the API tells it; what a test is about is said in `changes`. */
export function buildGift(changes: Partial<Gift> = {}): Gift {
  return Gift.parse({
    shortcode: 'abc123def456',
    state: 'wrapped',
    fromName: 'Amara Okafor',
    message: 'Have a slow morning.',
    coverImageUrl: null,
    product: {
      name: 'Coffee and a pastry',
      brandName: 'Marlow & Finch',
      description: 'Any barista coffee and a pastry.',
      imageUrl: '/media/coffee.svg',
      terms: 'One use only.',
      over18: false,
      faceValuePence: 750,
      balancePence: null,
      currency: 'GBX',
      stores: [{ name: 'Covent Garden', address: '12 Long Acre, London' }],
    },
    choices: [],
    choice: null,
    expiresAt: '2027-02-14T23:59:59.000Z',
    opensAt: null,
    voucher: null,
    reaction: null,
    isUnavailable: false,
    refusal: null,
    quickEmojis: ['🥰', '🎉', '🙏', '😂', '😭'],
    theme: { ...standardLook, giftwrap: 'fern', teamName: 'Fernhill Studio' },
    ...changes,
  })
}

export const voucher: NonNullable<Gift['voucher']> = {
  code: 'PSY4-88KD-27QX',
  pin: '4821',
  url: null,
  barcode: { kind: 'qrcode', text: 'PSY488KD27QX' },
  shop: null,
}

export const choices: Gift['choices'] = [
  {
    segmentName: 'Coffee and cake',
    description: null,
    imageUrl: null,
    options: [
      {
        productId: '0190a0c4-7c2e-7a51-9d62-0d6f5a9f0001',
        name: 'Afternoon tea',
        brandName: 'The Glasshouse',
        description: 'Three tiers and a pot of tea.',
        imageUrl: '/media/tea.svg',
        pricePence: 2500,
      },
    ],
  },
]
