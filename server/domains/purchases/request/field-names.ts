/** The parts of a purchase that something can stand against. */
const fields = [
  ...(['reference', 'quantity', 'deliveryMethod', 'receivers', 'expiry', 'sendDate', 'sendZone', 'over18'] as const),
  ...(['fromName', 'message', 'themeId', 'coverImage', 'reasonCode', 'hugggMeta'] as const),
  ...(['perPerson', 'claimMethod', 'claimRestrictions'] as const),
]

/** What a caller calls each part of its purchase, of a receiver and of the payment: whatever stands against one is named so. */
export type FieldNames = Readonly<
  Record<(typeof fields)[number] | 'user_id' | 'email' | 'phone_number' | 'payment' | 'paymentMethod', string>
>

/** Those whose names begin with where they stand in what was sent. */
export const fieldsIn = (place: string): FieldNames => ({
  ...(Object.fromEntries(fields.map((field) => [field, `${place}.${field}`])) as Record<
    (typeof fields)[number],
    string
  >),
  ...{ user_id: 'user_id', email: 'email', phone_number: 'phone_number' },
  ...{ payment: 'payment.reference', paymentMethod: 'payment.method' },
})

/** A shareable gift calls three of them otherwise. */
export const shareableFieldsIn = (place: string, names = fieldsIn(place)): FieldNames => ({
  ...names,
  ...{ quantity: `${place}.limit`, expiry: `${place}.hugggExpiryDate`, deliveryMethod: `${place}.type` },
})

export const purchaseFields = fieldsIn('purchase')
export const shareableFields = shareableFieldsIn('purchase')
