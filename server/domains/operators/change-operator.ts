import type { OperatorRole } from '#contract/core/operators.ts'
import { newId } from '#kit/ids.ts'
import { hashPassword, requireGoodPassword } from '#server/domains/identity/passwords/index.ts'
import { forgetFailures, hashSecret, randomSecret, unguessable } from '#server/domains/identity/secrets/index.ts'
import { endOperatorImpersonations } from '#server/domains/impersonation/index.ts'
import { recordOperatorAct } from '#server/platform/operator-acts.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { found, invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { seal } from '#server/platform/sealing.ts'
import { keepOperatorDevice } from './known-device.ts'
import { queueNotice } from './notify-owners.ts'
import { LINK_MS, operatorActor, operatorSecretOwner } from './operator.ts'
import { operatorByLink } from './queries.ts'
import { noteFailure } from './sign-in-failures.ts'

export interface NewOperator {
  id?: string
  email: string
  name: string
  role: OperatorRole
}

/** @throws conflict (409) for an address that is an operator's already, also a deactivated one's */
export async function addOperator(
  work: Work,
  { id = newId(), email, name, role }: NewOperator,
  reason: string,
): Promise<{ id: string; token: string }> {
  const added = await work.tx
    .insertInto('operator')
    .values({ id, email: email.trim().toLowerCase(), name, role, created_at: new Date(work.posy.wall.nowMs()) })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 0n)
    throw new Problem('conflict', 'There is an operator with this address.', { help: 'Give them a new link instead.' })
  await recordOperatorAct(work, { act: 'addOperator', subject: { kind: 'operator', id }, reason, details: { role } })
  return { id, token: await issueLink(work, id) }
}

/** Password and second factor as they are known already: for a world to try things in. */
export async function presetOperator(
  { tx, posy }: Work,
  { operatorId, passwordHash, secret }: { operatorId: string; passwordHash: string; secret: string },
): Promise<void> {
  await tx
    .updateTable('operator')
    .set({
      password_hash: passwordHash,
      sealed_secret: seal(posy.secret, operatorSecretOwner(operatorId), secret),
      ...{ link_hash: null, link_expires_at: null },
    })
    .where('id', '=', operatorId)
    .execute()
}

/** The link is told once: only its hash is kept. */
export async function issueLink({ tx, posy }: Work, operatorId: string): Promise<string> {
  const token = randomSecret()
  await tx
    .updateTable('operator')
    .set({ link_hash: hashSecret(token), link_expires_at: new Date(posy.wall.nowMs() + LINK_MS) })
    .where('id', '=', operatorId)
    .execute()
  return token
}

/**
 * Lets an operator in again who lost password or phone: both are forgotten, sessions end, and a link leads to new ones. A
 * deactivated operator is active again.
 * @throws not_found (404)
 */
export async function resetOperator(
  work: Work,
  { email, reason, role }: { email: string; reason: string; role?: OperatorRole | undefined },
): Promise<{ id: string; token: string }> {
  const { id } = found(
    await work.tx
      .updateTable('operator')
      .set({ password_hash: null, sealed_secret: null, last_step: null, deactivated_at: null, ...(role && { role }) })
      .where('email', '=', email.trim().toLowerCase())
      .returning('id')
      .executeTakeFirst(),
    'operator',
  )
  await endOperatorSessions(work, id)
  await resetSignIn(work, { id, email })
  const details = role ? { role } : {}
  await recordOperatorAct(work, { act: 'resetOperator', subject: { kind: 'operator', id }, reason, details })
  return { id, token: await issueLink(work, id) }
}

/**
 * Sets where an operator is told of what is done alone with the installation. Both the address before and the new one are
 * told, so that no one takes it over unseen. At the command line only: a stolen session must not.
 * @throws not_found (404); invalid_fields (422) for the address that they sign in with
 */
export async function setSecondAddress(
  work: Work,
  { email, address, reason }: { email: string; address: string; reason: string },
): Promise<void> {
  const [own, second] = [email, address].map((text) => text.trim().toLowerCase()) as [string, string]
  if (own === second)
    throw invalidFields([{ path: 'address', message: 'must be another than the one that they sign in with' }])
  const { id, second_email: before } = found(
    await work.tx
      .selectFrom('operator')
      .select(['id', 'second_email'])
      .where('email', '=', own)
      .where('deactivated_at', 'is', null)
      .forUpdate()
      .executeTakeFirst(),
    'operator',
  )
  if (before === second) return
  await work.tx.updateTable('operator').set({ second_email: second }).where('id', '=', id).execute()
  await recordOperatorAct(work, { act: 'setSecondAddress', subject: { kind: 'operator', id }, reason })
  const notice = { what: 'second-address', label: own, operator: 'posy operator', mayConfirmAt: null } as const
  await queueNotice(work, { ...notice, recipients: [before ?? own, second] })
}

/** Ends what an operator may do, from their next request on. What they did stays. @throws not_found (404) */
export async function deactivateOperator(
  work: Work,
  { email, reason }: { email: string; reason: string },
): Promise<void> {
  const { id } = found(
    await work.tx
      .updateTable('operator')
      .set({ deactivated_at: new Date(work.posy.wall.nowMs()), link_hash: null, link_expires_at: null })
      .where('email', '=', email.trim().toLowerCase())
      .where('deactivated_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),
    'operator',
  )
  await endOperatorSessions(work, id)
  await recordOperatorAct(work, { act: 'deactivateOperator', subject: { kind: 'operator', id }, reason })
}

/** Whatever strangers have tried no longer counts, and no browser is known. */
async function resetSignIn({ tx }: Work, { id, email }: { id: string; email: string }): Promise<void> {
  await forgetFailures(tx, 'operator password', email)
  await forgetFailures(tx, 'operator code', id)
  await tx.deleteFrom('operator_device').where('operator_id', '=', id).execute()
}

/** Their visits to customers too. */
async function endOperatorSessions(work: Work, operatorId: string): Promise<void> {
  await work.tx
    .updateTable('operator_session')
    .set({ ended_at: new Date(work.posy.wall.nowMs()) })
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .execute()
  await endOperatorImpersonations(work, operatorId)
}

const noSuchLink = () =>
  invalidFields([{ path: 'token', message: 'is no longer valid; ask for a new link', code: 'invalid_token' }])

/**
 * Sets a password by a one-time link and ends the operator's sessions. The slow hash comes before the transaction.
 * @throws invalid_fields (422) for a link that is no good or a weak password; too_many_requests (429)
 */
export async function chooseOperatorPassword(
  posy: Posy,
  { token, password, device }: { token: string; password: string; device?: string | undefined },
  { requestId, address }: { requestId: string; address: string },
): Promise<void> {
  const operator = await unguessable(posy, { kind: 'operator link', address, requestId }, () =>
    operatorByLink(posy.db, token, posy.wall.nowMs()),
  )
  if (!operator) {
    await noteFailure(posy, { operatorId: null, step: 'link' })
    throw noSuchLink()
  }
  requireGoodPassword(password, operator)
  const passwordHash = await hashPassword(password)
  await transact(posy, { actor: operatorActor(operator.id), requestId }, async (work) => {
    // Of several that come at once the first takes it.
    const taken = await work.tx
      .updateTable('operator')
      .set({ password_hash: passwordHash, link_hash: null, link_expires_at: null })
      .where('id', '=', operator.id)
      .where('link_hash', '=', hashSecret(token))
      .executeTakeFirst()
    if (taken.numUpdatedRows === 0n) throw noSuchLink()
    await endOperatorSessions(work, operator.id)
    await resetSignIn(work, operator)
    // Anyone who opens the link has been trusted with it: this browser counts apart from now on.
    await keepOperatorDevice(work, operator.id, device)
    const subject = { kind: 'operator', id: operator.id }
    await recordOperatorAct(work, { act: 'chooseOperatorPassword', subject, reason: null })
  })
}
