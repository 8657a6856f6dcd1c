import { randomInt } from 'node:crypto'

/** A wallet as stored: a name over ledger accounts. Its money is in the ledger only. */
export interface WalletRecord {
  id: string
  teamId: string
  name: string
  currency: string
  /** What a bank payment quotes: HG and eight characters. */
  reference: string
  isDefault: boolean
  tags: string[]
  /** The budget whose participant it is for. */
  automationId: string | null
}

// Without the letters that people misread on a bank's form: I, L, O, U.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new remittance reference: HG and eight characters, unguessable enough that a typo reaches nobody. */
export const newReference = (): string =>
  `HG${Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`

/** A reference as a bank prints it (spaces, dashes, lower case) in the form it is stored in. */
export const normaliseReference = (reference: string): string => reference.toUpperCase().replace(/[^0-9A-Z]/g, '')
