import { createHash, randomInt } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { ErrorDetail } from '#contract/core/errors.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { Posy } from '#server/platform/posy.ts'
import { unseal } from '#server/platform/sealing.ts'
import { type Cell, money } from '#server/platform/sheets/cells.ts'

export type PayoutRecord = Selectable<Database['payout']>

/** Whose bank account it goes to. */
export interface Payee {
  name: string
  sortCode: string
  accountNumber: string
}

// As wallets' references: without the letters that people misread.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export const newPayoutReference = (): string =>
  `PO${Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`

/** Every payout reference that a bank's words may hold. */
export function payoutReferencesIn(text: string): string[] {
  const letters = text.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return [...new Set([...letters.matchAll(/(?=(PO[0-9A-Z]{8}))/g)].map(([, reference]) => reference!))]
}

/** What banks take in a name: it can be no formula either. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9 .&'/-]{0,17}$/

/** A payee as it is written to the bank, or every field that is wrong. */
export function readPayee({ name, sortCode, accountNumber }: Payee): Payee | ErrorDetail[] {
  const payee = {
    name: name.replace(/\s+/g, ' ').trim(),
    sortCode: sortCode.replace(/[\s-]/g, ''),
    accountNumber: accountNumber.replace(/\s/g, ''),
  }
  const wrong: ErrorDetail[] = []
  if (!NAME.test(payee.name))
    wrong.push({ path: 'payee', message: "must be up to 18 letters, digits, spaces, and . & ' / -" })
  if (!/^\d{6}$/.test(payee.sortCode)) wrong.push({ path: 'sortCode', message: 'must be six digits' })
  if (!/^\d{8}$/.test(payee.accountNumber)) wrong.push({ path: 'accountNumber', message: 'must be eight digits' })
  return wrong.length ? wrong : payee
}

export const sealedOwner = (id: string) => ({ purpose: 'posy payout', id })
export const fileOwner = (id: string) => ({ purpose: 'posy payout file', id })

/** A payout as it goes into the payment file. */
export interface PayoutPayment extends Payee {
  /** Says which payment was looked at: it is another where anything of it is another. */
  version: string
}

export function unsealPayment(posy: Posy, payout: PayoutRecord): PayoutPayment {
  const payee = JSON.parse(unseal(posy.secret, sealedOwner(payout.id), payout.sealed)) as Payee
  const version = createHash('sha256')
    .update(JSON.stringify([payout.id, fileRow(payout, payee)]))
    .digest('hex')
  return { ...payee, version: version.slice(0, 16) }
}

export const fileRow = (
  { amount, reference }: Pick<PayoutRecord, 'amount' | 'reference'>,
  { name, sortCode, accountNumber }: Payee,
): Cell[] => [sortCode, accountNumber, name, money(amount), reference]

/** Banks take 18 characters of a name: what is as long without its spaces may be the beginning of a longer one. */
const CUT_OFF_AFTER = 14

const bareName = (name: string): string =>
  name
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9 ]/g, '')
    .replace(/\b(?:THE|LTD|LIMITED|PLC|LLP|CIC|CO|COMPANY)\b/g, '')
    .replace(/ /g, '')

/** Whether an account is in a customer's own name, as far as the letters that banks take can tell. */
export function isOwnName(payee: string, team: string): boolean {
  const [name, own] = [bareName(payee), bareName(team)]
  return name.length > 2 && (name === own || (name.length >= CUT_OFF_AFTER && own.startsWith(name)))
}
