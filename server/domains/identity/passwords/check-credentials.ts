import type { Posy } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { type ClientRecord, clientById } from '../programs/index.ts'
import { limitGuesses, matchesSecret, unguessable } from '../secrets/index.ts'
import { knownDevice } from '../sessions/index.ts'
import { findPasswordHash } from '../users/index.ts'
import { verifyPassword } from './password.ts'

export interface ClientCredentials {
  id: string
  secret: string
}

const ABSENT_SECRET_HASH = '0'.repeat(64)

/** Client id and secret from HTTP Basic authentication (RFC 6749, section 2.3.1), else from the body. */
export function clientCredentials(
  headers: Headers,
  body: { client_id?: string | undefined; client_secret?: string | undefined },
): ClientCredentials | null {
  const basic = headers.get('authorization')?.match(/^Basic ([\w+/=-]+)$/i)?.[1]
  if (basic) {
    const [id, ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':').map(decoded)
    return id ? { id, secret: rest.join(':') } : null
  }
  return body.client_id && body.client_secret !== undefined ? { id: body.client_id, secret: body.client_secret } : null
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part
  }
}

/** @throws invalid_client (401), the same for an unknown client and a wrong secret; too_many_requests (429) after many */
export async function checkClient(
  posy: Posy,
  credentials: ClientCredentials | null,
  address: string,
): Promise<ClientRecord> {
  const refusal = () => new Problem('invalid_client', 'The client id or secret is not right.')
  if (!credentials || credentials.id.includes('\u0000')) throw refusal()
  const client = await unguessable(posy, { kind: 'client', account: credentials.id, address }, async () => {
    const found = await clientById(posy.db, credentials.id)
    const matches = matchesSecret(credentials.secret, found?.secretHash ?? ABSENT_SECRET_HASH)
    return found && matches ? found : null
  })
  if (!client) throw refusal()
  return client
}

export interface PasswordGuess {
  email: string
  password: string
  address: string
  requestId?: string | undefined
  /** The mark of the browser: one that the account knows counts apart. */
  device?: string | undefined
  /** A session of the account's own, where someone is asked again. */
  sessionId?: string | undefined
}

/**
 * The user whose password this is, or null: for a wrong password, an unknown address, a service user, a deactivated one
 * and one without a password alike, after the same time.
 * @throws too_many_requests (429) while an account or address that has failed often must wait
 */
export async function checkPassword(
  posy: Posy,
  { email, password, address, requestId, device, sessionId }: PasswordGuess,
): Promise<{ userId: string; passwordHash: string } | null> {
  const apart = sessionId ?? (await knownDevice(posy.db, { email, device }))
  return limitGuesses(posy, { kind: 'password', account: email, address, requestId, apart }, async () => {
    const user = await findPasswordHash(posy.db, email)
    const matches = await verifyPassword(password, user?.passwordHash)
    return matches && user?.passwordHash ? { userId: user.id, passwordHash: user.passwordHash } : null
  })
}
