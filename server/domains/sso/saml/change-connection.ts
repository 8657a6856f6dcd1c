import { allowSaml, lockForSignIn } from '#server/domains/teams/sign-in/index.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { invalidFields, notFound } from '#server/platform/problem/problem.ts'
import { type SamlProvider, SamlRefusal } from '#server/providers/saml/types.ts'
import { type ConnectionRecord, findSamlConnection } from './queries.ts'

const MAX_BYTES = 256 * 1024

/** A provider as it is to be connected. */
export interface NewProvider extends SamlProvider {
  metadataUrl: string | null
}

/** Asks the address where one is given, so it comes before the transaction. @throws invalid_fields (422) */
export async function readProvider(
  posy: Posy,
  { metadata, metadataUrl }: { metadata?: string | undefined; metadataUrl?: string | undefined },
): Promise<NewProvider> {
  const path = metadataUrl ? 'metadataUrl' : 'metadata'
  const refuse = (message: string, code: string) => invalidFields([{ path, message, code }])
  const read = metadataUrl
    ? await posy.providers.documents.read(metadataUrl.trim(), MAX_BYTES)
    : { text: metadata ?? '' }
  if ('error' in read) throw refuse(read.error, 'unreadable')
  try {
    const provider = await posy.providers.saml.readProvider(read.text)
    const isSafe = provider.signInUrl.startsWith('https:') || posy.config.publicUrl.startsWith('http:')
    if (!isSafe) throw refuse('names a sign-in address without https', 'insecure')
    return { ...provider, metadataUrl: metadataUrl?.trim() ?? null }
  } catch (error) {
    if (error instanceof SamlRefusal)
      throw refuse(
        `is no metadata of an identity provider. ${error.message} Download it from the provider again`,
        'metadata',
      )
    throw error
  }
}

/**
 * Connects a provider, or renews what is known of the one there is. Another one than before knows no one yet: it is off,
 * and its people show again whose account is theirs.
 * @throws forbidden (403), not_found (404), wrong_state (409) for a subteam
 */
export async function saveConnection(
  work: Work,
  caller: Principal,
  { teamId, provider }: { teamId: string; provider: NewProvider },
): Promise<void> {
  const { tx, posy } = work
  await lockForSignIn(tx, caller, teamId)
  const before = await findSamlConnection(tx, teamId)
  const isOther = before !== undefined && before.entity_id !== provider.entityId
  if (isOther) await forgetProvider(work, caller, before)
  const now = new Date(posy.wall.nowMs())
  const values = {
    entity_id: provider.entityId,
    sign_in_url: provider.signInUrl,
    certificates: provider.certificates,
    metadata_url: provider.metadataUrl,
    metadata_read_at: now,
    tested_at: null,
    test_result: null,
    updated_at: now,
  }
  await tx
    .insertInto('saml_connection')
    .values({ ...values, team_id: teamId, created_at: now })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet(values))
    .execute()
  await work.audit('saml.connected', { kind: 'team', id: teamId }, { teamId, detail: { entityId: provider.entityId } })
}

/** @throws as saveConnection; wrong_state (409) for the only way to sign in */
export async function switchConnection(
  work: Work,
  caller: Principal,
  { teamId, isActive }: { teamId: string; isActive: boolean },
): Promise<void> {
  const { tx, posy } = work
  await lockForSignIn(tx, caller, teamId)
  const before = await findSamlConnection(tx, teamId)
  if (!before) throw notFound('connection')
  if (before.is_active === isActive) return
  await allowSaml(work, caller, { teamId, isAllowed: isActive })
  await tx
    .updateTable('saml_connection')
    .set({ is_active: isActive, updated_at: new Date(posy.wall.nowMs()) })
    .where('team_id', '=', teamId)
    .execute()
  await work.audit(isActive ? 'saml.switched-on' : 'saml.switched-off', { kind: 'team', id: teamId }, { teamId })
}

/** @throws as switchConnection */
export async function deleteConnection(work: Work, caller: Principal, teamId: string): Promise<void> {
  const { tx } = work
  await lockForSignIn(tx, caller, teamId)
  const before = await findSamlConnection(tx, teamId)
  if (!before) throw notFound('connection')
  await forgetProvider(work, caller, before)
  await tx.deleteFrom('saml_connection').where('team_id', '=', teamId).execute()
  await work.audit('saml.disconnected', { kind: 'team', id: teamId }, { teamId })
}

/** Off, and whose account anybody is to it is forgotten: another provider may call other people by the same names. */
async function forgetProvider(work: Work, caller: Principal, { team_id: teamId, is_active }: ConnectionRecord) {
  const { tx } = work
  if (is_active) await allowSaml(work, caller, { teamId, isAllowed: false })
  await tx.updateTable('saml_connection').set({ is_active: false }).where('team_id', '=', teamId).execute()
  await tx.deleteFrom('saml_identity').where('team_id', '=', teamId).execute()
  await tx.deleteFrom('saml_request').where('team_id', '=', teamId).execute()
  await tx.deleteFrom('sso_link').where('provider', '=', 'saml').where('only_team_id', '=', teamId).execute()
}
