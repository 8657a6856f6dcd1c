import { choice, readForm } from '#web/http/read-form.ts'

/** The purchase's own, as its page sends it along with what returns money. */
export const readCurrency = (form: FormData): string =>
  readForm(form, { currency: choice('GBX', 'EUX') }).currency ?? 'GBX'
