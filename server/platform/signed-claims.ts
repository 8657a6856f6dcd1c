import { createHmac, timingSafeEqual } from 'node:crypto'

const sign = (key: Uint8Array, purpose: string, payload: string): Buffer =>
  createHmac('sha256', key).update(`${purpose} ${payload}`).digest()

/** Claims as an address can carry them: anyone can read them there, and no one can change them or take them to another purpose. */
export function signClaims(key: Uint8Array, purpose: string, claims: object): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${payload}.${sign(key, purpose, payload).toString('base64url')}`
}

/** What was signed for a purpose, or null. */
export function readClaims<Claims extends object>(key: Uint8Array, purpose: string, token: string): Claims | null {
  const [payload = '', signature = ''] = token.split('.')
  const [given, expected] = [Buffer.from(signature, 'base64url'), sign(key, purpose, payload)]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims
}
