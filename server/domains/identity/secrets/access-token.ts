import { jwtVerify, SignJWT } from 'jose'
import type { Posy } from '#server/platform/posy.ts'

/** Access tokens are short-lived; what they may do is looked up on every request, so a revocation works at once. */
export const ACCESS_TOKEN_SECONDS = 3600
const AUDIENCE = 'posy-api'

export interface AccessClaims {
  /** The person; a client's own id where it acts for no one. */
  sub: string
  session: string
  /** The team acted in. */
  team: string | null
  client: string
}

type Signing = Pick<Posy, 'secret' | 'wall'>

export async function signAccessToken({ secret, wall }: Signing, claims: AccessClaims): Promise<string> {
  const nowSeconds = Math.floor(wall.nowMs() / 1000)
  return new SignJWT({ session: claims.session, team: claims.team, client: claims.client })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(claims.sub)
    .setAudience(AUDIENCE)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + ACCESS_TOKEN_SECONDS)
    .sign(await signingKey(secret.current))
}

const keys = new WeakMap<Uint8Array, Promise<CryptoKey>>()

/** The key that tokens are signed with. Made once for a secret, and not once for every token that is read. */
export function signingKey(secret: Uint8Array): Promise<CryptoKey> {
  const made = keys.get(secret)
  if (made) return made
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = crypto.subtle.importKey('raw', new Uint8Array(secret), algorithm, false, ['sign', 'verify'])
  keys.set(secret, key)
  return key
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The claims of a token that we signed and that has not expired, or null. */
export async function readAccessToken({ secret, wall }: Signing, token: string): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, await signingKey(secret.current), {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      audience: AUDIENCE,
      currentDate: new Date(wall.nowMs()),
    })
    const { sub, session, client, team } = payload
    return isText(sub) && isText(session) && isText(client)
      ? { sub, session, client, team: isText(team) ? team : null }
      : null
  } catch {
    return null
  }
}
