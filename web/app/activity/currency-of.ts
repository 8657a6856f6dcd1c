/** The purchase's own, as its page sends it along with what returns money. */
export const currencyOf = (form: FormData): string => (form.get('currency') === 'EUX' ? 'EUX' : 'GBX')
