import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { hashSecret, randomSecret } from '../secrets/index.ts'
import { createClient } from './create-client.ts'
import { setClientRevoked } from './revoke-client.ts'

export const TILL_TOKEN_PREFIX = 'till_'
const CODE_HOURS = 48
/** A browser that did not ask for so long is signed out. */
const IDLE_DAYS = 30
const USE_RECORDED_MS = 60_000

const wallNow = ({ wall }: Pick<Posy, 'wall'>) => new Date(wall.nowMs())
const idleSince = (now: Date) => new Date(now.getTime() - IDLE_DAYS * 86_400_000)

interface CodeGiven {
  code: string
  /** Two days where this does not say. */
  until?: Date
}

const codeEnd = ({ until }: CodeGiven, now: Date) => until ?? new Date(now.getTime() + CODE_HOURS * 3_600_000)

/** A till for a browser in one store: a client without a secret, and the code that signs it in. */
export async function createTillSignIn(
  work: Work,
  {
    id = `till-${newId()}`,
    name,
    brandId,
    storeId,
    ...given
  }: CodeGiven & { id?: string; name: string; brandId: string; storeId: string },
): Promise<{ id: string; until: Date }> {
  await createClient(work, { id, name, kind: 'merchant', brandId })
  const until = codeEnd(given, wallNow(work.posy))
  await work.tx
    .insertInto('till_sign_in')
    .values({ client_id: id, store_id: storeId, code_hash: hashSecret(given.code), code_expires_at: until })
    .execute()
  return { id, until }
}

/** The browser it is signed in on is signed out. @throws not_found for what is no till of the till page, or has ended */
export async function renewTillCode(work: Work, id: string, given: CodeGiven): Promise<{ id: string; until: Date }> {
  const until = codeEnd(given, wallNow(work.posy))
  const { rows } = await sql`
    update till_sign_in set code_hash = ${hashSecret(given.code)}, code_expires_at = ${until}::timestamptz, token_hash = null
    where client_id = ${id} and exists (select from client where id = client_id and revoked_at is null)
    returning client_id`.execute(work.tx)
  found(rows[0], 'till')
  await work.audit('till.code-made', { kind: 'client', id })
  return { id, until }
}

/** For good. @throws not_found for what is no till of the till page, or has ended */
export async function endTill(work: Work, id: string): Promise<void> {
  const { rows } = await sql`
    update till_sign_in set code_hash = null, code_expires_at = null, token_hash = null
    where client_id = ${id} and exists (select from client where id = client_id and revoked_at is null)
    returning client_id`.execute(work.tx)
  found(rows[0], 'till')
  await setClientRevoked(work, { clientId: id, isRevoked: true })
}

/** Whether a code signs a till in just now. */
export async function isTillCode(posy: Posy, code: string): Promise<boolean> {
  return (await tillWithCode(posy.db, code, wallNow(posy))) !== undefined
}

async function tillWithCode(db: Db | Tx, code: string, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select client_id as id from till_sign_in join client on client.id = client_id
    where code_hash = ${hashSecret(code)} and code_expires_at > ${now}::timestamptz and client.revoked_at is null`.execute(
    db,
  )
  return rows[0]?.id
}

/** Takes a code for a secret, which can be read here only. Of two browsers at once one gets it. @throws invalid_grant (401) */
export async function signInTill(work: Work, code: string): Promise<string> {
  const now = wallNow(work.posy)
  const token = `${TILL_TOKEN_PREFIX}${randomSecret()}`
  const id = await tillWithCode(work.tx, code, now)
  const { rows } = await sql`
    update till_sign_in set code_hash = null, code_expires_at = null, token_hash = ${hashSecret(token)},
      signed_in_at = ${now}::timestamptz, last_used_at = ${now}::timestamptz
    where client_id = ${id ?? null} and code_hash = ${hashSecret(code)} returning client_id`.execute(work.tx)
  if (!rows.length || !id) throw wrongTillCode()
  await work.audit('till.signed-in', { kind: 'client', id })
  return token
}

export const wrongTillCode = () =>
  new Problem('invalid_grant', 'This code is not known, was used before, or has run out.', {
    help: 'Ask for a new one. A code works once, for two days.',
  })

/** Of a program there is nothing to end. */
export async function signOutTill(work: Work, id: string): Promise<void> {
  const ended = await work.tx
    .updateTable('till_sign_in')
    .set({ token_hash: null })
    .where('client_id', '=', id)
    .where('token_hash', 'is not', null)
    .returning('client_id')
    .executeTakeFirst()
  if (ended) await work.audit('till.signed-out', { kind: 'client', id })
}

export interface SignedInTill {
  clientId: string
  brandId: string
  storeId: string
}

/** The till that a secret belongs to, unless it has ended or did not ask for thirty days. */
export async function findSignedInTill(posy: Posy, token: string): Promise<SignedInTill | null> {
  const now = wallNow(posy)
  const { rows } = await sql<SignedInTill & { lastUsedAt: Date }>`
    select client_id as "clientId", client.brand_id as "brandId", store_id as "storeId", last_used_at as "lastUsedAt"
    from till_sign_in join client on client.id = client_id
    where token_hash = ${hashSecret(token)} and client.revoked_at is null and last_used_at > ${idleSince(now)}::timestamptz`.execute(
    posy.db,
  )
  if (!rows[0]) return null
  const { lastUsedAt, ...till } = rows[0]
  const stale = new Date(now.getTime() - USE_RECORDED_MS)
  // Told to the minute: a write on every request would be dear.
  if (lastUsedAt < stale)
    await posy.db
      .updateTable('till_sign_in')
      .set({ last_used_at: now })
      .where('client_id', '=', till.clientId)
      .where('last_used_at', '<', stale)
      .execute()
  return till
}
