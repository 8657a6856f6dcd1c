import type { IntegrationCategory, LinkedAccount } from '#contract/integrations/integrations.ts'
import type { AuditAction } from '#contract/reports/audit-actions.ts'
import { newId } from '#kit/ids.ts'
import { userById } from '#server/domains/identity/users/index.ts'
import { teamById } from '#server/domains/teams/team/index.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { found, invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { seal, unseal } from '#server/platform/sealing.ts'
import { countAttempt } from '#server/platform/throttle.ts'
import { type HrIntegration, HrRefused, type HrSystems, HrUnavailable } from '#server/providers/merge/types.ts'
// The trail holds this kind in its first spelling.
import auditKinds from './audit-kinds.json' with { type: 'json' }
import { mayBegin, SYNC_LIMIT_MS, tokenOwner } from './linked-account.ts'
import { type AccountRecord, accountById, accountsOfTeam, findLinkedAccount, serializeAccount } from './queries.ts'

export const SYNC_JOB = 'integrations.sync'
const LINKS = { attempts: 20, windowSeconds: 3600 }
const SYNCS = { attempts: 20, windowSeconds: 3600 }

const unavailable = (cause: unknown) =>
  new Problem('unavailable', 'HR systems cannot be reached just now.', {
    help: 'Try again in a few minutes. Nothing has been changed.',
    cause,
    ...(cause instanceof HrUnavailable && cause.retryAfterSeconds && { retryAfterSeconds: cause.retryAfterSeconds }),
  })

/** Asks the provider. @throws unavailable (503) for whatever it answers instead */
const asking = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    throw error instanceof HrUnavailable || error instanceof HrRefused ? unavailable(error) : error
  })

/** What can be connected; nothing where no provider is set. @throws unavailable (503) */
export async function listHrIntegrations({ providers }: Posy, category: IntegrationCategory): Promise<HrIntegration[]> {
  return providers.hr ? asking(providers.hr.integrations(category)) : []
}

/**
 * Begins to connect a system, or begins again.
 * @throws invalid_fields (422) for one that is not offered; wrong_state (409) where one is connected; unavailable (503)
 */
export async function beginLink(
  posy: Posy,
  caller: Principal,
  wanted: { category: IntegrationCategory; integrationSlug: string },
): Promise<LinkedAccount & { linkToken: string; linkScriptUrl: string }> {
  const { teamId, userId } = member(caller)
  await countAttempt(posy, `hr-link:${teamId}`, LINKS)
  const integration = (await listHrIntegrations(posy, wanted.category)).find(
    ({ slug }) => slug === wanted.integrationSlug,
  )
  if (!integration) throw invalidFields([{ path: 'integrationSlug', message: 'is not offered', code: 'not_offered' }])
  const hr = posy.providers.hr!
  const account = await transact(posy, { actor: caller.actor }, (work) =>
    pendingAccount(work, { teamId, userId, category: wanted.category, integration }),
  )
  const team = await teamById(posy.db, teamId)
  const user = (await userById(posy.db, userId))!
  const linkToken = await asking(
    hr.createLinkToken({
      originId: account.id,
      category: wanted.category,
      integrationSlug: integration.slug,
      email: user.email,
      organisation: team.name,
    }),
  )
  return { ...serializeAccount(account), linkToken, linkScriptUrl: hr.linkScriptUrl }
}

/** The one row of a team and category, waiting for approval. */
async function pendingAccount(
  work: Work,
  wanted: { teamId: string; userId: string; category: IntegrationCategory; integration: HrIntegration },
): Promise<AccountRecord> {
  const { tx, at } = work
  // Two at once begin the same one.
  await tx.selectFrom('team').select('id').where('id', '=', wanted.teamId).forNoKeyUpdate().execute()
  const existingAccount = (await accountsOfTeam(tx, wanted.teamId)).find(({ category }) => category === wanted.category)
  if (existingAccount && !mayBegin(existingAccount))
    throw new Problem('wrong_state', `${existingAccount.integration_name} is connected already.`, {
      help: 'Disconnect it first.',
    })
  const id = existingAccount?.id ?? newId()
  const values = {
    integration_slug: wanted.integration.slug,
    integration_name: wanted.integration.name,
    status: 'pending' as const,
    sealed_token: null,
    sync_due_at: null,
    sync_error: null,
    created_by: wanted.userId,
    updated_at: at,
  }
  if (existingAccount) await tx.updateTable('linked_account').set(values).where('id', '=', id).execute()
  else
    await tx
      .insertInto('linked_account')
      .values({ id, team_id: wanted.teamId, category: wanted.category, created_at: at, ...values })
      .execute()
  await audit(work, auditKinds.started as AuditAction, { id, teamId: wanted.teamId })
  return (await accountById(tx, id))!
}

/**
 * Takes what an approved link gave, and has people read.
 * @throws not_found (404); wrong_state (409) for one that does not wait; invalid_fields (422) for a token that is not
 *   right; unavailable (503)
 */
export async function connectAccount(
  posy: Posy,
  caller: Principal,
  { id, publicToken }: { id: string; publicToken: string },
): Promise<LinkedAccount> {
  const account = found(await findLinkedAccount(posy.db, caller, id), 'linked account')
  if (account.status !== 'pending') throw notWaiting()
  const { accountToken, integration } = await exchange(posy.providers.hr, publicToken)
  const connected = await transact(posy, { actor: caller.actor }, async (work) => {
    const { tx, at } = work
    const changed = await tx
      .updateTable('linked_account')
      .set({
        status: 'syncing',
        integration_slug: integration.slug,
        integration_name: integration.name,
        sealed_token: seal(posy.secret, tokenOwner(id), accountToken),
        updated_at: at,
      })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) throw notWaiting()
    await sendSync(work, id)
    await audit(work, 'linked-account.connected', { id, teamId: account.team_id })
    return (await accountById(tx, id))!
  })
  return serializeAccount(connected)
}

const notWaiting = () => new Problem('wrong_state', 'This connection does not wait for approval.')

async function exchange(hr: HrSystems | null, publicToken: string) {
  const refusal = () =>
    invalidFields([{ path: 'publicToken', message: 'is not right, or was used', code: 'not_valid' }])
  if (!hr) throw refusal()
  return asking(
    hr.exchange(publicToken).catch((error: unknown) => {
      throw error instanceof HrRefused ? refusal() : error
    }),
  )
}

/** Has people read, as soon as a worker is free. */
export async function sendSync({ tx, at, send }: Work, id: string): Promise<void> {
  await tx
    .updateTable('linked_account')
    .set({ sync_due_at: new Date(at.getTime() + SYNC_LIMIT_MS) })
    .where('id', '=', id)
    .execute()
  await send(SYNC_JOB, { linkedAccountId: id })
}

/** Counted before its transaction. @throws too_many_requests (429) */
export const countSync = (posy: Posy, id: string): Promise<void> => countAttempt(posy, `hr-sync:${id}`, SYNCS)

/** @throws not_found (404); wrong_state (409) for one that is not connected */
export async function requestSync(work: Work, caller: Principal, id: string): Promise<LinkedAccount> {
  const { tx, at } = work
  const account = found(await findLinkedAccount(tx, caller, id), 'linked account')
  if (mayBegin(account))
    throw new Problem('wrong_state', `${account.integration_name} is not connected.`, { help: 'Connect it first.' })
  await tx.updateTable('linked_account').set({ status: 'syncing', updated_at: at }).where('id', '=', id).execute()
  await sendSync(work, id)
  return serializeAccount((await accountById(tx, id))!)
}

/**
 * Deletes a connection with all that it told of people; the provider is asked to forget it.
 * @throws not_found (404)
 */
export async function disconnectAccount(posy: Posy, caller: Principal, id: string): Promise<void> {
  const account = found(await findLinkedAccount(posy.db, caller, id), 'linked account')
  await transact(posy, { actor: caller.actor }, (work) => removeAccount(work, account))
  await forgetAtProvider(posy, account)
}

/** A team that was closed keeps nothing connected. */
export async function disconnectTeam(posy: Posy, teamId: string): Promise<void> {
  for (const account of await accountsOfTeam(posy.db, teamId)) {
    await transact(posy, { actor: { kind: 'system', id: 'integrations' } }, (work) => removeAccount(work, account))
    await forgetAtProvider(posy, account)
  }
}

async function removeAccount(work: Work, { id, team_id: teamId }: AccountRecord): Promise<void> {
  await work.tx.deleteFrom('linked_account').where('id', '=', id).execute()
  await audit(work, 'linked-account.disconnected', { id, teamId })
}

/** Whether it does or not: nothing here opens the connection now. */
async function forgetAtProvider({ providers, secret, log }: Posy, account: AccountRecord): Promise<void> {
  if (!account.sealed_token || !providers.hr) return
  await providers.hr
    .forget(unseal(secret, tokenOwner(account.id), account.sealed_token))
    .catch((error: unknown) => log.warn({ err: error, linkedAccountId: account.id }, 'a connection was not forgotten'))
}

const audit = (work: Work, action: AuditAction, { id, teamId }: { id: string; teamId: string }): Promise<void> =>
  work.audit(action, { kind: 'linkedAccount', id }, { teamId })
