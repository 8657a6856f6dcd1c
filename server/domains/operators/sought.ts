import { API_KEY_HINT_LENGTH, API_KEY_PREFIX } from '#contract/teams/api-keys.ts'
import { readAmount } from '#kit/amounts.ts'
import type { Pence } from '#kit/money.ts'
import { isUuid } from '#kit/uuid.ts'
import { readShortcode } from '#server/domains/hugggs/links/index.ts'
import { walletReferencesIn } from '#server/domains/wallets/index.ts'

/** What someone typed, as each kind of key it may be; null or empty for what it cannot be. */
export interface Sought {
  id: string | null
  shortcode: string | null
  /** Digits of a telephone number or a part of one, as they are stored and as they are typed in the United Kingdom. */
  phone: { whole: string; typed: string } | null
  /** Numbers of documents, and of merchants’ statements and payment files, as they are printed: `INV-000012` for `inv 12`. */
  numbers: string[]
  /** The number of a payment file of payouts, by its name. */
  payoutFile: number | null
  /** Of what is kept as someone typed it, such as the reference of a case: as it stands, in small letters and in large ones. */
  spellings: string[]
  walletReferences: string[]
  /** The id that a program’s request was answered or sent with: as it stands, and in small letters. */
  requestIds: string[]
  /** Letters and digits alone: references stand in them, however they are spelt. */
  letters: string
  /** Words of a line of the bank, or its amount. */
  bankLine: string
  /** An amount, as a whole. */
  pence: Pence | null
  /** How an API key begins, as much as is kept of it. */
  keyBeginning: string | null
  /** A part of the reference of a case, however it is spelt: it holds a digit. */
  casePart: string | null
  /** What a recipient shows at a till: a code of ours, or one that a merchant supplied. */
  code: string | null
  /** The same, where it may be a part of a reference. */
  referencePart: string | null
}

const NUMBER = /([a-z]{2,4})[\s.:#/-]*(?:no\.?|nr\.?|number)?[\s.:#/-]*0*(\d{1,9})(?!\d)/gi
const SHORTEST_PART = 4
const LONGEST_PART = 10
const SHORTEST_PHONE = 5
const SHORTEST_CASE = 3
const LONGEST_CASE = 40
const SHORTEST_CODE = 6
const LONGEST_CODE = 40

/** Every number that a text may hold, however it is spelt. */
const numbersIn = (text: string): string[] => [
  ...new Set(
    [...text.replace(/\binvoice\b/gi, 'INV').matchAll(NUMBER)].map(
      ([, series, count]) => `${series!.toUpperCase()}-${count!.padStart(6, '0')}`,
    ),
  ),
]

function referencePart(letters: string): string | null {
  const mayBe = /\d/.test(letters) || /^(HG|PO)/.test(letters)
  return mayBe && letters.length >= SHORTEST_PART && letters.length <= LONGEST_PART ? letters : null
}

const NOTHING: Sought = {
  ...{ id: null, shortcode: null, phone: null, referencePart: null, payoutFile: null },
  ...{ numbers: [], spellings: [], walletReferences: [], requestIds: [], letters: '' },
  ...{ casePart: null, code: null, bankLine: '', pence: null, keyBeginning: null },
}

const PAYOUT_FILE = /^(?:posy[\s-]*)?payouts?[\s-]*(?:file[\s-]*)?0*(\d{1,9})(?:\.csv)?$/i

function phoneIn(text: string): Sought['phone'] {
  const digits = text.replace(/\D/g, '').replace(/^00/, '')
  if (digits.length < SHORTEST_PHONE || digits.length > 15 || !/^[\d\s().+-]+$/.test(text)) return null
  return { typed: digits, whole: `+${digits.replace(/^0/, '44')}` }
}

/** Alone, or after what it is: “Request id: …”, `x-request-id: …`, `"requestId": "…"`. */
const REQUEST_ID = /^(?:.*\brequest[\s-]?id\W+)?([\w-]{4,64})\W*$/i

/** An id of ours that was read out or copied in pieces. */
const withoutBlanks = (text: string): string => {
  const joined = text.replace(/\s+/g, '')
  return isUuid(joined) ? joined : text
}

function requestIdsIn(text: string): string[] {
  const id = REQUEST_ID.exec(text)?.[1]
  return id ? [...new Set([id, id.toLowerCase()])] : []
}

function amountIn(text: string): Pence | null {
  const read = readAmount(text)
  return 'pence' in read ? read.pence : null
}

export function seek(typed: string): Sought {
  const text = withoutBlanks(typed.trim())
  const requestIds = requestIdsIn(text)
  if (isUuid(text)) return { ...NOTHING, id: text.toLowerCase(), requestIds }
  const letters = text.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return {
    id: null,
    letters,
    requestIds,
    shortcode: readShortcode(text),
    phone: phoneIn(text),
    numbers: numbersIn(text),
    payoutFile: Number(PAYOUT_FILE.exec(text)?.[1]) || null,
    spellings: text.length < SHORTEST_PART ? [] : [...new Set([text, text.toLowerCase(), text.toUpperCase()])],
    walletReferences: walletReferencesIn(text),
    referencePart: referencePart(letters),
    casePart: /\d/.test(letters) && letters.length >= SHORTEST_CASE && letters.length <= LONGEST_CASE ? letters : null,
    code:
      letters.length >= SHORTEST_CODE && letters.length <= LONGEST_CODE
        ? text.replace(/[\s-]/g, '').toUpperCase()
        : null,
    bankLine: text,
    pence: amountIn(text),
    keyBeginning: text.startsWith(API_KEY_PREFIX) ? text.slice(0, API_KEY_HINT_LENGTH) : null,
  }
}
