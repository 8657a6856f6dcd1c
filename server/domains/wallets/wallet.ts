import { randomInt } from 'node:crypto'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'

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
  /** Below this the team's admins are told. */
  lowBalancePence: number | null
  /** Null also while a closed wallet holds money that came late. */
  closedAt: Date | null
}

/**
 * Nothing is paid into or from a closed wallet.
 * @param path the field that chose it, where one did
 * @throws invalid_fields (422) naming that field, else wrong_state (409)
 */
export function requireOpenWallet({ name, closedAt }: Pick<WalletRecord, 'name' | 'closedAt'>, path?: string): void {
  if (closedAt === null) return
  if (path) throw invalidFields([{ path, message: `the wallet ${name} is closed`, code: 'closed' }])
  throw new Problem('wrong_state', `The wallet ${name} is closed.`, { help: 'Choose another wallet.' })
}

// Without the letters that people misread on a bank's form: I, L, O, U.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new remittance reference: HG and eight characters, unguessable enough that a typo reaches no one. */
export const newReference = (): string =>
  `HG${Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`

/** A reference as a bank prints it (spaces, dashes, lower case) in the form it is stored in. */
export const normaliseReference = (reference: string): string => reference.toUpperCase().replace(/[^0-9A-Z]/g, '')

/**
 * Every reference that a bank's words may hold, in the form it is stored in: spaces, dashes, case and what stands around it
 * are forgiven, and letters that no reference has are also read as the digits they look like.
 */
export function walletReferencesIn(text: string): string[] {
  const letters = normaliseReference(text)
  const found = new Set<string>()
  for (let at = letters.indexOf('HG'); at >= 0; at = letters.indexOf('HG', at + 1)) {
    const tail = letters.slice(at + 2, at + 10)
    if (tail.length < 8) break
    found.add(`HG${tail}`)
    found.add(`HG${tail.replaceAll('O', '0').replace(/[IL]/g, '1')}`)
  }
  return [...found]
}
