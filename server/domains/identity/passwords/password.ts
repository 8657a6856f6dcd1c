import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash, verify } from '@node-rs/argon2'
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

const COMMON_PASSWORDS_FILE = join(import.meta.dirname, '../../../../seeds/common-passwords.txt')
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

/** Whether a password is among those tried first, also dressed up with figures, signs or repetition. Works offline. */
function isCommonPassword(password: string): boolean {
  commonPasswords ??= new Set(
    readFileSync(COMMON_PASSWORDS_FILE, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line && !line.startsWith('#')),
  )
  const lower = password.toLowerCase()
  const trimmed = lower.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const spelled = lower.replace(/[013457@$!]/g, (sign) => plainLetters[sign]!).replace(/^[^a-z]+|[^a-z]+$/g, '')
  const candidates = [
    lower,
    trimmed,
    spelled,
    ...[lower, trimmed].map((text) =>
      text.replace(/[013457@$!]/g, (sign) => plainLetters[sign]!).replace(/[^a-z]/g, ''),
    ),
  ]
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

/**
 * What is wrong with a new password, or null.
 * @param email no one may use their own address or the name in it
 */
export function passwordProblem(password: string, email: string): string | null {
  if ([...password].length < MIN_PASSWORD_LENGTH) return `must have at least ${MIN_PASSWORD_LENGTH} characters`
  const [name] = email.toLowerCase().split('@')
  const lower = password.toLowerCase()
  if (lower.includes(email.toLowerCase()) || lower.replace(/[^a-z]/g, '') === name?.replace(/[^a-z]/g, ''))
    return 'must not be your email address'
  if (isCommonPassword(password)) return 'is one of the passwords that are tried first; choose another'
  return null
}

/** @throws invalid_fields (422) naming `path` */
export function requireGoodPassword(password: string, email: string, path = 'password'): void {
  const message = passwordProblem(password, email)
  if (message) throw invalidFields([{ path, message, code: 'weak_password' }])
}
