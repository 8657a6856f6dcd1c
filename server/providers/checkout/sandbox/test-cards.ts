/** A card of the provider's documentation, and how its bank behaves. No other number is taken. */
export interface TestCard {
  number: string
  scheme: string
  /** Its bank wants 3-D Secure wherever the holder is there; otherwise it takes no part in it. */
  challenge: boolean
  /** Declined with this code whenever it is charged. */
  declines?: string
  label: string
}

export const testCards: TestCard[] = [
  { number: '4242424242424242', scheme: 'Visa', challenge: false, label: 'Approved' },
  { number: '5436031030606378', scheme: 'Mastercard', challenge: false, label: 'Approved' },
  { number: '345678901234564', scheme: 'American Express', challenge: false, label: 'Approved' },
  { number: '4658584090000001', scheme: 'Visa', challenge: false, label: 'Approved' },
  { number: '4543474002249996', scheme: 'Visa', challenge: true, label: 'Asks for 3-D Secure' },
  { number: '2223000010479399', scheme: 'Mastercard', challenge: true, label: 'Asks for 3-D Secure' },
  { number: '4500622868341387', scheme: 'Visa', challenge: true, label: 'Asks for 3-D Secure, never without' },
  { number: '4544249167673670', scheme: 'Visa', challenge: false, declines: '20051', label: 'Insufficient funds' },
  { number: '4724117215951699', scheme: 'Visa', challenge: false, declines: '20054', label: 'Expired card' },
  { number: '4897453568485113', scheme: 'Visa', challenge: false, declines: '20059', label: 'Suspected fraud' },
  { number: '4818924250131070', scheme: 'Visa', challenge: false, declines: '20062', label: 'Restricted card' },
]

export const cardByNumber = (number: string): TestCard | undefined => testCards.find((card) => card.number === number)

/** The one card here that its bank never lets be charged without 3-D Secure, except by the merchant alone. */
export const REQUIRES_3DS = '20154'
export const requiresAuthentication = (number: string): boolean => number === '4500622868341387'

const summaries: Record<string, string> = {
  '10000': 'Approved',
  '20005': 'Declined - Do Not Honour',
  '20012': 'Invalid Payment',
  '20014': 'Invalid Card Number',
  '20051': 'Insufficient Funds',
  '20054': 'Expired Card',
  '20059': 'Suspected Fraud',
  '20062': 'Restricted Card',
  '20063': 'Security Violation',
  '20087': 'Bad Track Data',
  '20150': 'Card not 3D Secure enabled',
  '20151': 'Cardholder failed 3DS authentication',
  '20152': 'Initial 3DS transaction not completed within 15 minutes',
  '20154': '3DS authentication required',
  '30033': 'Expired Card - Pick Up',
}
export const declineSummary = (code: string): string => summaries[code] ?? 'Declined'

const byEnding: Record<string, string> = {
  '05': '20005',
  '12': '20012',
  '14': '20014',
  '51': '20051',
  '54': '20087',
  '62': '20062',
  '63': '20063',
  '33': '30033',
}

/** Amounts of exactly five digits (£100.05, £999.51 …) are declined by their last two, as documented: `xxx05`, `xxx51` … */
export const codeForAmount = (amount: number): string =>
  (amount >= 10_000 && amount <= 99_999 && byEnding[String(amount).slice(-2)]) || '10000'
