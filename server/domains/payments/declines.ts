/** Why a charge brought no money, for programs. */
export type ChargeError = 'declined' | '3ds-failed' | '3ds-lapsed' | 'refused' | 'not-processed' | 'not-captured'

/** What a card's failure means to anyone who waits for the money; the words of budgets' reports. */
export type DeclineKind = 'insufficient-funds' | 'expired' | 'unknown'

const byCode: Record<string, string> = {
  '20005': 'Your bank declined the payment without saying why. Please call them, or use another card.',
  '20014': 'The card number is not right. Please enter it again.',
  '20051': 'There is not enough money on the card. Please use another card or a smaller amount.',
  '20054': 'The card has expired. Please use another card.',
  '20057': 'Your bank does not allow this kind of payment with the card. Please use another card.',
  '20059': 'Your bank stopped the payment to protect you. Please call them, or use another card.',
  '20061': 'The payment is over the card’s limit. Please use another card or a smaller amount.',
  '20062': 'The card is restricted. Please call your bank, or use another card.',
  '20065': 'The card has been used too often today. Please use another card.',
  '20087': 'The security code or the expiry date is not right. Please enter the card again.',
  '20154': 'Your bank wants you to confirm this payment. Please pay with the card while you are here.',
  '200N7': 'The security code is not right. Please enter the card again.',
  '30033': 'The card has expired. Please use another card.',
  '30041': 'The card cannot be used. Please call your bank, or use another card.',
  '30043': 'The card cannot be used. Please call your bank, or use another card.',
  token_expired: 'The card details were entered too long ago. Please enter them again.',
  token_used: 'The card details were used already. Please enter them again.',
  token_invalid: 'The card details are no longer valid. Please enter them again.',
}

const byError: Record<ChargeError, string> = {
  declined: 'Your bank declined the payment. Please use another card or call your bank.',
  '3ds-failed': 'Your bank could not confirm that it was you. Please try again, or use another card.',
  '3ds-lapsed': 'The payment was not confirmed in time. Nothing was taken; please try again.',
  refused: 'The card could not be charged. Please enter it again, or use another card.',
  'not-processed': 'The payment did not reach the card provider. Nothing was taken; please try again.',
  'not-captured': 'The card provider did not pay out the money of this charge.',
}

/** What to tell the card's holder. */
export const friendlyError = (error: ChargeError, code: string | null): string =>
  (code !== null && byCode[code]) || byError[error]

/** Sorts a provider's response code. */
export function declineKind(code: string | null): DeclineKind {
  if (code === '20051') return 'insufficient-funds'
  if (code === '20054' || code === '30033') return 'expired'
  return 'unknown'
}

/** What a response code says of 3-D Secure: the holder was not confirmed, or not in time; null for anything else. */
export function authenticationError(code: string | null): ChargeError | null {
  if (code === '20152') return '3ds-lapsed'
  return code === '20150' || code === '20151' || code === '20153' ? '3ds-failed' : null
}
