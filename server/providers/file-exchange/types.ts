/** What stands in the files that we and a rail exchange (docs/operations/rails.md), as signed CSV. */
export const requestColumns = ['action', 'reference', 'product', 'amountPence', 'currency'] as const

/** generate: makes a code · cancel: stops it · status: says what happened to it */
export type RailAction = 'generate' | 'cancel' | 'status'

export const resultColumns = [
  'reference',
  'outcome',
  'order',
  'code',
  'pin',
  'barcode',
  'validUntil',
  'amountPence',
  'cashedPence',
  'floatPence',
  'reason',
] as const

export const settlementColumns = ['entry', 'reference', 'event', 'amountPence', 'day'] as const
