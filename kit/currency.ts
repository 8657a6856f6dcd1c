/** What money is counted in: pence and euro cents. */
const currencies = ['GBX', 'EUX'] as const
export type Currency = (typeof currencies)[number]

const isoCodes: Record<string, string> = { GBX: 'GBP', EUX: 'EUR' }

/** The ISO 4217 code of one of our currencies, which count minor units. */
export const isoCurrency = (currency: string): string | undefined => isoCodes[currency]

/** Ours for an ISO 4217 code, or undefined for one that we do not take. */
export const currencyOfIso = (code: string): Currency | undefined =>
  currencies.find((currency) => isoCodes[currency] === code)
