import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

export type Signature = 'hmac' | 'ed25519'

/** An event is tried again for this long after its first attempt (business clock). */
export const GIVE_UP_AFTER_MS = 3 * 24 * 3_600_000
/** For this long after a rotation both secrets sign. */
export const OLD_SECRET_MS = 24 * 3_600_000
/** Events and attempts are kept for the log, and for replays. */
export const LOG_DAYS = 30

/** As the Standard Webhooks specification suggests; the last one is repeated. */
const PAUSES_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000]

/** Until the next try after so many failed ones; a tenth more or less, so that many do not come at once. */
export function pauseMs(attempts: number, chance: number): number {
  const seconds = PAUSES_SECONDS[Math.min(attempts, PAUSES_SECONDS.length) - 1] ?? PAUSES_SECONDS[0]!
  return Math.round(seconds * 1000 * (0.9 + 0.2 * chance))
}

/** A secret as the table keeps it (sealed): what signs. */
export function newSecret(signature: Signature): string {
  if (signature === 'hmac') return `whsec_${randomBytes(32).toString('base64')}`
  const { privateKey } = generateKeyPairSync('ed25519')
  return `whsk_${privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}`
}

/** What the receiver verifies with: the secret itself, or the public half of the key (32 bytes in base64). */
export function shownSecret(secret: string): string {
  if (secret.startsWith('whsec_')) return secret
  const { x } = createPublicKey(toPrivateKey(secret)).export({ format: 'jwk' })
  return `whpk_${Buffer.from(x!, 'base64url').toString('base64')}`
}

const toPrivateKey = (secret: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(secret.slice('whsk_'.length), 'base64'), format: 'der', type: 'pkcs8' })

/** The headers of the Standard Webhooks specification; every secret that is in force signs. */
export function signedHeaders(
  secrets: readonly string[],
  { eventId, sentAtMs, body }: { eventId: string; sentAtMs: number; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(sentAtMs / 1000))
  const content = `${eventId}.${timestamp}.${body}`
  return {
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signatureFor(secret, content)).join(' '),
  }
}

function signatureFor(secret: string, content: string): string {
  if (secret.startsWith('whsk_'))
    return `v1a,${sign(null, Buffer.from(content), toPrivateKey(secret)).toString('base64')}`
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}
