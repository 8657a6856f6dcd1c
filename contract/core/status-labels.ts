/** What states and ways of delivery are called to people, on screens and in files. No validators: browsers load it. */

const giftStatusLabels: Record<string, string> = {
  Created: 'Queued',
  Sent: 'Sent',
  Claimed: 'Opened',
  Fetched: 'Code taken',
  Redeemed: 'Redeemed',
  Pending: 'Being made',
  Updating: 'Being changed',
}

/** A state of a gift as its sender reads it. */
export const giftStatusLabel = (status: string): string => giftStatusLabels[status] ?? status

const deliveryMethodLabels: Record<string, string> = {
  email: 'By email',
  sms: 'By text message',
  links: 'As links',
  'inline-redeem': 'As codes',
  printable: 'Printed',
  superhuggg: 'One link for many',
}

export const deliveryMethodLabel = (method: string): string => deliveryMethodLabels[method] ?? method

/** What a shop said that would not take a code, in its recipient's words. */
export const refusalReasonLabels: Record<'unknown' | 'used' | 'not-taken' | 'other', string> = {
  unknown: 'The till did not know the code',
  used: 'They said it had been used already',
  'not-taken': 'This shop does not take the gift',
  other: 'Something else',
}
