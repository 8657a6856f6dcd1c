import type { Posy } from '#server/platform/posy.ts'
import { invalidFields, notFound } from '#server/platform/problem/problem.ts'
import { checkPassword } from '../passwords/index.ts'
import { hasPassword, type Self, userById } from '../users/index.ts'
import { hasSecondFactor } from './second-factor-queries.ts'
import { requireCode } from './take-code.ts'
import { requirePasskey } from './take-passkey.ts'

/** What someone shows of their own account beside their session. */
export interface OwnerProof {
  password?: string | undefined
  code?: string | undefined
  passkey?: string | undefined
}

export interface ProofRequest {
  requestId: string
  address: string
}

/**
 * A session left open is not enough: the password, and the second step where the account has one.
 * @throws invalid_fields (422), too_many_requests (429)
 */
export async function requireOwnerProof(
  posy: Posy,
  self: Self,
  proof: OwnerProof,
  request: ProofRequest,
  passwordPath = 'password',
): Promise<void> {
  await requirePassword(posy, self, proof.password, request, passwordPath)
  if (await hasSecondFactor(posy.db, self.userId)) await requireSecondStep(posy, self, proof, request)
}

/** @param path of the code among the fields */
export async function requireSecondStep(
  posy: Posy,
  { userId, sessionId }: Self,
  { code, passkey }: Omit<OwnerProof, 'password'>,
  { requestId, address }: ProofRequest,
  path = 'code',
): Promise<void> {
  if (passkey) return requirePasskey(posy, { purpose: 'prove', holder: sessionId, userId, answer: passkey, requestId })
  if (!code) throw invalidFields([{ path, message: 'is needed, or a passkey', code: 'needed' }])
  await requireCode(posy, { userId, code, address, requestId, sessionId }, path)
}

/** Someone who signs in elsewhere has no password to show. @throws invalid_fields (422), too_many_requests (429) */
export async function requirePassword(
  posy: Posy,
  { userId, sessionId }: Self,
  password: string | undefined,
  { address, requestId }: ProofRequest,
  path = 'password',
): Promise<void> {
  if (!(await hasPassword(posy.db, userId))) return
  const user = await userById(posy.db, userId)
  if (!user) throw notFound('user')
  const checked = await checkPassword(posy, {
    email: user.email,
    password: password ?? '',
    address,
    requestId,
    sessionId,
  })
  if (checked?.userId === userId) return
  throw invalidFields([{ path, message: 'is not your present password', code: 'wrong_password' }])
}
