import { penceOf } from '#web/ui/kit/amount.ts'
import { idOf } from './id-of.ts'

/** How one field of a form is read: from everything sent under its name, often nothing. */
export type Field<T> = (sent: FormDataEntryValue[]) => T

type Shape = Record<string, Field<unknown>>
type Read<S extends Shape> = { [Name in keyof S]: ReturnType<S[Name]> }

/**
 * The one way in which forms are read, by submitting, saving meanwhile and checking alike: `readForm(form, { name: text,
 * amount: pence })`. It says what a field is, not what is right: the API judges, and `failureOf` brings its answer back to
 * the fields (decision 250). What was not sent is empty, whatever its kind. A form that is sent by GET is in the address.
 * @throws 404 where an id cannot be one: no page of ours sends that
 */
export const readForm = <S extends Shape>(form: FormData | URLSearchParams, shape: S): Read<S> =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, field(form.getAll(name))])) as Read<S>

/** As typed, every space of it: passwords, messages, whole lists. */
export const exactText: Field<string> = ([first]) => (typeof first === 'string' ? first : '')

export const text: Field<string> = (sent) => exactText(sent).trim()

/** For what is taken back by emptying its field. */
export const textOrNull: Field<string | null> = (sent) => text(sent) || null

/** All that are ticked, or chosen, or repeated. */
export const texts: Field<string[]> = (sent) => sent.filter((each) => typeof each === 'string')

/** A box; whatever it sends. */
export const ticked: Field<boolean> = (sent) => sent.length > 0

/** An amount of money as people type it; undefined where it is none. */
export const pence: Field<number | undefined> = (sent) => penceOf(exactText(sent))

/** Null where it is left empty. */
export const penceOrNull: Field<number | null | undefined> = (sent) => (text(sent) ? pence(sent) : null)

/** NaN where it is none, which the API refuses. */
export const number: Field<number> = (sent) => (text(sent) ? Number(text(sent)) : Number.NaN)

export const id: Field<string> = (sent) => idOf(exactText(sent))

/** Undefined where it was not sent: the form had no such field, which leaves the value as it is. */
export const ifSent =
  <T>(field: Field<T>): Field<T | undefined> =>
  (sent) =>
    sent.length > 0 ? field(sent) : undefined

/** A file that was chosen. */
export const file: Field<File | null> = ([first]) => (first instanceof File && first.size > 0 ? first : null)

/** One of these, or null: which button was pressed, which way was chosen. */
export const choice =
  <Name extends string>(...names: readonly Name[]): Field<Name | null> =>
  (sent) =>
    names.find((name) => name === exactText(sent)) ?? null
