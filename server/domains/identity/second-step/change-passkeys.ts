import { MAX_PASSKEYS, type Passkey } from '#contract/identity/passkeys.ts'
import { newId } from '#kit/ids.ts'
import { explainConstraint } from '#server/platform/database/errors.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found, notFound, Problem } from '#server/platform/problem/problem.ts'
import { passkeyChanged, type Self, senderName } from '../users/index.ts'
import { type OwnerProof, type ProofRequest, requireOwnerProof } from './owner-proof.ts'
import { listStoredPasskeys, passkeyById } from './passkey-queries.ts'
import { noPasskeys, openPasskeyRequest, takePasskeyRequest } from './passkey-request.ts'
import { hasSecondFactor } from './second-factor-queries.ts'
import { lockSecondStep, requireProvenAddress, turnOffIfLast, turnOn } from './second-step.ts'
import { wrongPasskey } from './take-passkey.ts'
import { assertionOptions, challengeIn, readRegistration, registrationOptions, verifyRegistration } from './webauthn.ts'

explainConstraint('passkey_credential_id_key', () => new Problem('conflict', 'This passkey was added already.'))

const tooMany = () =>
  new Problem('wrong_state', `An account has ${MAX_PASSKEYS} passkeys at most.`, {
    help: 'Remove one you no longer use.',
  })

/**
 * What a browser makes a passkey from, for who has shown that the account is theirs.
 * @throws wrong_state (409), invalid_fields (422), too_many_requests (429)
 */
export async function beginPasskey(
  posy: Posy,
  caller: Principal,
  self: Self,
  proof: OwnerProof,
  request: ProofRequest,
): Promise<{ challenge: string }> {
  const user = await requireProvenAddress(posy.db, self.userId)
  const existing = await listStoredPasskeys(posy.db, self.userId)
  if (existing.length >= MAX_PASSKEYS) throw tooMany()
  await requireOwnerProof(posy, self, proof, request)
  const { userId, sessionId: holder } = self
  const challenge = await transact(posy, { actor: caller.actor, requestId: request.requestId }, (work) =>
    openPasskeyRequest(work, { purpose: 'add', holder, userId }),
  )
  return registrationOptions(posy, { challenge, existing, user: { ...user, name: senderName(user) } })
}

/**
 * Keeps a new passkey. The account's first second step turns two-step sign-in on.
 * @throws invalid_fields (422) for an answer to no question of this session's, conflict (409), wrong_state (409)
 */
export async function addPasskey(
  posy: Posy,
  caller: Principal,
  self: Self,
  { name, passkey: answer }: { name: string; passkey: string },
  { requestId }: ProofRequest,
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> {
  const { userId, sessionId } = self
  const response = readRegistration(answer)
  const challenge = response && challengeIn(response)
  if (!response || !challenge) throw wrongPasskey()
  if (!(await takePasskeyRequest(posy, { challenge, purpose: 'add', holder: sessionId, userId }))) throw wrongPasskey()
  const made = await verifyRegistration(posy, response, challenge)
  if (!made) throw wrongPasskey()
  return transact(posy, { actor: caller.actor, requestId }, async (work) => {
    await lockSecondStep(work, userId)
    const wasOn = await hasSecondFactor(work.tx, userId)
    if ((await listStoredPasskeys(work.tx, userId)).length >= MAX_PASSKEYS) throw tooMany()
    const id = newId()
    await work.tx
      .insertInto('passkey')
      .values({
        id,
        user_id: userId,
        credential_id: made.credentialId,
        public_key: made.publicKey,
        counter: made.counter,
        transports: made.transports,
        is_synced: made.isSynced,
        name,
        created_at: new Date(posy.wall.nowMs()),
      })
      .execute()
    await work.audit('user.passkey-added', { kind: 'user', id: userId }, { detail: { passkeyId: id } })
    const recoveryCodes = wasOn ? null : await turnOn(work, self)
    if (wasOn) await work.emit(passkeyChanged, { changeId: newId(), userId, change: 'added' })
    return { passkey: found(await passkeyById(work.tx, { userId, id }), 'passkey'), recoveryCodes }
  })
}

/** @throws not_found (404) */
export async function renamePasskey(
  { tx, audit }: Work,
  { userId }: Self,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  const renamed = await tx
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (renamed.numUpdatedRows === 0n) throw notFound('passkey')
  await audit('user.passkey-renamed', { kind: 'user', id: userId }, { detail: { passkeyId: id } })
  return found(await passkeyById(tx, { userId, id }), 'passkey')
}

/** @throws not_found (404), invalid_fields (422), too_many_requests (429), wrong_state (409) as turnOffIfLast */
export async function removePasskey(
  posy: Posy,
  caller: Principal,
  self: Self,
  { id, proof }: { id: string; proof: OwnerProof },
  request: ProofRequest,
): Promise<void> {
  const { userId } = self
  found(await passkeyById(posy.db, { userId, id }), 'passkey')
  await requireOwnerProof(posy, self, proof, request)
  await transact(posy, { actor: caller.actor, requestId: request.requestId }, async (work) => {
    await lockSecondStep(work, userId)
    const removed = await work.tx
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (removed.numDeletedRows === 0n) throw notFound('passkey')
    await work.audit('user.passkey-removed', { kind: 'user', id: userId }, { detail: { passkeyId: id } })
    if (!(await turnOffIfLast(work, userId)))
      await work.emit(passkeyChanged, { changeId: newId(), userId, change: 'removed' })
  })
}

/** What one of the account's passkeys signs in place of a code. @throws wrong_state (409) without a passkey */
export async function challengePasskey(work: Work, { userId, sessionId }: Self): Promise<{ challenge: string }> {
  const allowed = await listStoredPasskeys(work.tx, userId)
  if (allowed.length === 0) throw noPasskeys()
  const challenge = await openPasskeyRequest(work, { purpose: 'prove', holder: sessionId, userId })
  return assertionOptions(work.posy, { challenge, allowed })
}
