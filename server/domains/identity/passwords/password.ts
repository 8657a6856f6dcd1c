import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { hash, verify } from '@node-rs/argon2'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'

/** OWASP's minimum for argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const MIN_PASSWORD_LENGTH = 12

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), cost)

let dummyHash: Promise<string> | undefined

/** Checks a password. Without a hash it takes as long and says no, so that time does not tell who has an account. */
export async function verifyPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  dummyHash ??= hashPassword('no one has this password')
  const matches = await verify(passwordHash ?? (await dummyHash), password.normalize('NFC'))
  return matches && Boolean(passwordHash)
}

const SEEDS = join(import.meta.dirname, '../../../../seeds')
let commonPasswords: Set<string> | undefined

/** Written out, the usual replacements of letters by figures and signs. */
const plainLetters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const spellOut = (text: string): string => text.replace(/[013457@$!]/g, (sign) => plainLetters[sign]!)

/** Our own list, with places and clubs of these islands, and the 20,000 that leaked most often anywhere. */
function readCommonPasswords(): Set<string> {
  const own = readFileSync(join(SEEDS, 'common-passwords.txt'), 'utf8')
  const leaked = gunzipSync(readFileSync(join(SEEDS, 'most-used-passwords.txt.gz'))).toString('utf8')
  const lines = `${own}\n${leaked}`.split('\n').map((line) => line.trim())
  return new Set(lines.filter((line) => line && !line.startsWith('#')))
}

/** Whether a password is among those tried first, also dressed up with figures, signs or repetition. Works offline. */
function isCommonPassword(password: string): boolean {
  commonPasswords ??= readCommonPasswords()
  const lower = password.toLowerCase()
  const trimmed = lower.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const spelled = spellOut(lower).replace(/^[^a-z]+|[^a-z]+$/g, '')
  const candidates = [lower, trimmed, spelled, ...[lower, trimmed].map((text) => spellOut(text).replace(/[^a-z]/g, ''))]
  return (
    candidates.some((text) => commonPasswords!.has(text) || commonPasswords!.has(repeatedPart(text))) ||
    repeatedPart(lower).length <= 4
  )
}

/** The shortest part that, repeated, makes the text: `abab` gives `ab`. */
const repeatedPart = (text: string): string => {
  const length = (text + text).indexOf(text, 1)
  return length > 0 ? text.slice(0, length) : text
}

const toWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length >= 4)

/** Whether next to nothing is left of a password without the words that anyone would try for this account. */
function hasOnlyWords(password: string, words: readonly string[]): boolean {
  const longestFirst = [...words].sort((one, other) => other.length - one.length)
  return [password.toLowerCase(), spellOut(password.toLowerCase())].some((text) => {
    const letters = text.replace(/[^a-z]/g, '')
    const left = longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), letters)
    return left.length < letters.length && left.length <= 3
  })
}

declare module '#server/platform/posy.ts' {
  interface Hooks {
    teamNames(db: Db | Tx, userId: string): Promise<string[]>
  }
}

/** Whose password it is to be. */
interface Account {
  email: string
  /** Of their teams, where they have any. */
  teamNames?: readonly string[]
}

/** What is wrong with a new password, or null. No one may use their own address, or names that are tried first for their account. */
export function passwordProblem(password: string, { email, teamNames = [] }: Account): string | null {
  if ([...password].length < MIN_PASSWORD_LENGTH) return `must have at least ${MIN_PASSWORD_LENGTH} characters`
  const [name] = email.toLowerCase().split('@')
  const lower = password.toLowerCase()
  if (lower.includes(email.toLowerCase()) || lower.replace(/[^a-z]/g, '') === name?.replace(/[^a-z]/g, ''))
    return 'must not be your email address'
  if (hasOnlyWords(password, ['posy', ...[email, ...teamNames].flatMap(toWords)]))
    return 'must not be only your name or your company’s: add other words'
  if (isCommonPassword(password)) return 'must not be a password that many people use: choose another'
  return null
}

/** @throws invalid_fields (422) naming `path` */
export function requireGoodPassword(password: string, account: Account, path = 'password'): void {
  const message = passwordProblem(password, account)
  if (message) throw invalidFields([{ path, message, code: 'weak_password' }])
}

/** As {@link requireGoodPassword}, for someone who may be in teams by now. */
export async function requireGoodPasswordFor(
  posy: Posy,
  password: string,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  requireGoodPassword(password, { email, teamNames: await posy.hooks.teamNames(posy.db, userId) })
}
