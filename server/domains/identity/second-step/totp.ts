import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as every authenticator app knows it: SHA-1, six digits, half a minute. */
const STEP_SECONDS = 30
const SECRET_BYTES = 20
/** A clock may be one step off, either way. */
const WINDOW = 1

const createTotp = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: 'Posy',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
    secret: Secret.fromBase32(secret),
  })

/** Base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** What an app reads from a QR code. */
export const totpUri = (secret: string, email: string): string => createTotp(secret, email).toString()

/** The time step that a code belongs to; null for a code that is wrong now. Compares in constant time. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | null {
  const delta = createTotp(secret).validate({ token: code, timestamp: nowMs, window: WINDOW })
  return delta === null ? null : Math.floor(nowMs / 1000 / STEP_SECONDS) + delta
}
