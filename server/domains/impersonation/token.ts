import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { signingKey } from '#server/domains/identity/secrets/index.ts'
import type { Posy } from '#server/platform/posy.ts'

/** Of a kind of its own: what reads access tokens does not take it, and it is never renewed. */
const TYPE = 'impersonation+jwt'
const AUDIENCE = 'posy-impersonation'

type Signing = Pick<Posy, 'secret' | 'wall'>

interface NewToken {
  id: string
  userId: string
  teamId: string
  operatorId: string
  reason: string
  endsAt: Date
}

/** Says who looks, with whose eyes and why (`act` as in RFC 8693); what it opens is looked up on every request. */
export async function signImpersonation(
  { secret, wall }: Signing,
  { id, userId, teamId, operatorId, reason, endsAt }: NewToken,
): Promise<string> {
  return new SignJWT({ team: teamId, act: { sub: operatorId }, reason })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setJti(id)
    .setSubject(userId)
    .setAudience(AUDIENCE)
    .setIssuedAt(Math.floor(wall.nowMs() / 1000))
    .setExpirationTime(Math.floor(endsAt.getTime() / 1000))
    .sign(await signingKey(secret.current))
}

export function isImpersonationToken(token: string): boolean {
  try {
    return decodeProtectedHeader(token).typ === TYPE
  } catch {
    return false
  }
}

/** The id in a token that we signed and that is not over, or null. */
export async function readImpersonation({ secret, wall }: Signing, token: string): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, await signingKey(secret.current), {
      algorithms: ['HS256'],
      typ: TYPE,
      audience: AUDIENCE,
      currentDate: new Date(wall.nowMs()),
    })
    return payload.jti ?? null
  } catch {
    return null
  }
}
