import { readAmount } from '#kit/amounts.ts'
import type { Currency } from '#kit/currency.ts'
import { amountSentence } from '#web/messages.ts'
import { currencyNamed, parsePence } from '#web/ui/kit/amount.ts'
import { readId } from './read-id.ts'

/** What was sent with a field, under its name and a suffix: `amount.currency`. */
type Beside = (suffix: string) => FormDataEntryValue | null

/** How one field of a form is read: from everything sent under its name, often nothing. */
export type Field<T> = (sent: FormDataEntryValue[], beside: Beside) => T

type Shape = Record<string, Field<unknown>>
type Read<S extends Shape> = { [Name in keyof S]: ReturnType<S[Name]> }

/**
 * The one way in which forms are read, by submitting, saving meanwhile and checking alike: `readForm(form, { name: text,
 * amount: pence })`. It says what a field is, not what is right: the API judges, and `toFormFailure` brings its answer back to
 * the fields (decision 250). What was not sent is empty, whatever its kind. A form that is sent by GET is in the address.
 * @throws 404 where an id cannot be one: no page of ours sends that
 */
export const readForm = <S extends Shape>(form: FormData | URLSearchParams, shape: S): Read<S> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [
      name,
      field(form.getAll(name), (suffix) => form.get(`${name}.${suffix}`)),
    ]),
  ) as Read<S>

/** No one types NUL, and no database keeps it: it comes along with what is copied. */
const withoutNul = (sent: string): string => sent.replaceAll('\u0000', '')

const firstText = ([first]: FormDataEntryValue[]): string => (typeof first === 'string' ? withoutNul(first) : '')

/** As typed, every space of it: passwords, messages, whole lists. */
export const exactText: Field<string> = firstText

export const text: Field<string> = (sent) => firstText(sent).trim()

/** For what is taken back by emptying its field. */
export const textOrNull: Field<string | null> = (sent) => firstText(sent).trim() || null

/** All that are ticked, or chosen, or repeated. */
export const texts: Field<string[]> = (sent) => sent.filter((each) => typeof each === 'string').map(withoutNul)

/** A box; whatever it sends. */
export const ticked: Field<boolean> = (sent) => sent.length > 0

/** An amount of money as people type it, in a currency that is known; undefined where it is none. */
export const penceIn =
  (currency: Currency): Field<number | undefined> =>
  (sent) =>
    parsePence(firstText(sent), currency)

/** In the currency that its `AmountField` says. Undefined where it is none: `amountRefusal` says why. */
export const pence: Field<number | undefined> = (sent, beside) =>
  penceIn(currencyNamed(beside('currency')))(sent, beside)

/** Null where it is empty. */
export const penceOrNull: Field<number | null | undefined> = (sent, beside) =>
  firstText(sent).trim() ? pence(sent, beside) : null

/** NaN where it is none, which the API refuses. */
export const number: Field<number> = (sent) => (firstText(sent).trim() ? Number(firstText(sent)) : Number.NaN)

export const id: Field<string> = (sent) => readId(firstText(sent))

/** Undefined where it was not sent: the form had no such field, which leaves the value as it is. */
export const ifSent =
  <T>(field: Field<T>): Field<T | undefined> =>
  (sent, beside) =>
    sent.length > 0 ? field(sent, beside) : undefined

/** A file that was chosen. */
export const file: Field<File | null> = ([first]) => (first instanceof File && first.size > 0 ? first : null)

/** One of these, or null: which button was pressed, which way was chosen. */
export const choice =
  <Name extends string>(...names: readonly Name[]): Field<Name | null> =>
  (sent) =>
    names.find((name) => name === firstText(sent)) ?? null

/** What a field says of the amount that it was sent, where it cannot be used: it is none, or it is zero. */
export function amountRefusal(
  form: FormData | URLSearchParams,
  name: string,
  currency?: Currency,
  example?: string,
): string {
  const wanted = currency ?? currencyNamed(form.get(`${name}.currency`))
  const read = readAmount(firstText(form.getAll(name)), { currency: wanted })
  return 'problem' in read ? amountSentence(read.problem, wanted, example) : 'Type an amount above zero'
}
