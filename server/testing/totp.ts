import { Secret, TOTP } from 'otpauth'

/** What an authenticator app shows for a secret at a moment. */
export const appCode = (secret: string, nowMs: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs })
