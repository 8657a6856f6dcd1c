import { hashSecret, randomSecret } from '#server/domains/identity/secrets/index.ts'
import { lockForSignIn, requireSignInManager } from '#server/domains/teams/sign-in/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found, invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { countAttempt } from '#server/platform/throttle.ts'
import { domainRecord } from './queries.ts'

const MAX_DOMAINS = 50
/** Each is a question to someone else's name server. */
const LOOKUPS = { attempts: 30, windowSeconds: 3600 }

/** Nothing is missing. */
const asFound = { missing_since: null, suspended_at: null }

interface Named {
  teamId: string
  domain: string
}

const ofTeam = (db: Db | Tx, { teamId, domain }: Named) =>
  db.selectFrom('saml_domain').selectAll().where('team_id', '=', teamId).where('domain', '=', domain).executeTakeFirst()

/** Names a domain; nothing follows from it until a DNS record shows whose it is. @throws invalid_fields (422) */
export async function addDomain(work: Work, caller: Principal, { teamId, domain }: Named): Promise<void> {
  const { tx, posy } = work
  await lockForSignIn(tx, caller, teamId)
  const refuse = (message: string, code: string) => invalidFields([{ path: 'domain', message, code }])
  const { count } = await tx
    .selectFrom('saml_domain')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_DOMAINS) throw refuse(`is one too many: ${MAX_DOMAINS} at most`, 'too_many')
  const added = await tx
    .insertInto('saml_domain')
    .values({ team_id: teamId, domain, token: randomSecret(), created_at: new Date(posy.wall.nowMs()) })
    .onConflict((conflict) => conflict.columns(['team_id', 'domain']).doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 0n) throw refuse('is on your list already', 'twice')
}

/** What the directory says now. */
export interface DomainAnswers {
  isOurs: boolean
  /** Another team holds it, and its record is still there. */
  isAnothers: boolean
}

/**
 * Asks the directory, so it comes before the transaction.
 * @throws not_found (404), too_many_requests (429), unavailable (503)
 */
export async function lookUpDomain(posy: Posy, caller: Principal, { teamId, domain }: Named): Promise<DomainAnswers> {
  await requireSignInManager(posy.db, caller, teamId)
  const own = found(await ofTeam(posy.db, { teamId, domain }), 'domain')
  await countAttempt(posy, `saml-domain:${hashSecret(teamId)}`, LOOKUPS)
  const holder = await posy.db
    .selectFrom('saml_domain')
    .select('token')
    .where('domain', '=', domain)
    .where('team_id', '<>', teamId)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  const texts = await posy.providers.dns.texts(domainRecord(own).name)
  return {
    isOurs: texts.includes(domainRecord(own).text),
    isAnothers: holder !== undefined && texts.includes(domainRecord({ domain, token: holder.token }).text),
  }
}

/**
 * Notes whose a domain is. A team that no longer shows it loses it to one that does.
 * @throws wrong_state (409) without the record, conflict (409) while another team shows the same
 */
export async function verifyDomain(
  work: Work,
  caller: Principal,
  { teamId, domain }: Named,
  { isOurs, isAnothers }: DomainAnswers,
): Promise<void> {
  const { tx, posy } = work
  await lockForSignIn(tx, caller, teamId)
  if (!isOurs)
    throw new Problem('wrong_state', `We found no such record for ${domain} yet.`, {
      help: 'A new record can take an hour to be seen. Check its name and text, then look again.',
    })
  if (isAnothers) throw new Problem('conflict', `Another team has shown that ${domain} is theirs.`)
  const lost = await tx
    .updateTable('saml_domain')
    .set({ verified_at: null, auto_accept: false, ...asFound })
    .where('domain', '=', domain)
    .where('team_id', '<>', teamId)
    .where('verified_at', 'is not', null)
    .returning('team_id')
    .execute()
  for (const { team_id } of lost)
    await work.audit('saml.domain-lost', { kind: 'team', id: team_id }, { teamId: team_id, detail: { domain } })
  const verified = await tx
    .updateTable('saml_domain')
    .set({ verified_at: new Date(posy.wall.nowMs()), looked_up_at: new Date(posy.wall.nowMs()), ...asFound })
    .where('team_id', '=', teamId)
    .where('domain', '=', domain)
    .executeTakeFirst()
  if (verified.numUpdatedRows === 0n) throw new Problem('not_found', 'No such domain.')
  await work.audit('saml.domain-verified', { kind: 'team', id: teamId }, { teamId, detail: { domain } })
}

/** @throws not_found (404), wrong_state (409) for a domain that is not verified */
export async function setAutoAccept(
  work: Work,
  caller: Principal,
  { teamId, domain, autoAccept }: Named & { autoAccept: boolean },
): Promise<void> {
  const { tx } = work
  await lockForSignIn(tx, caller, teamId)
  const own = found(await ofTeam(tx, { teamId, domain }), 'domain')
  if (autoAccept && !own.verified_at)
    throw new Problem('wrong_state', `${domain} is not verified yet.`, {
      help: 'Publish its record and check it first.',
    })
  await tx
    .updateTable('saml_domain')
    .set({ auto_accept: autoAccept })
    .where('team_id', '=', teamId)
    .where('domain', '=', domain)
    .execute()
  const detail = { domain, autoAccept }
  await work.audit('saml.domain-auto-accept', { kind: 'team', id: teamId }, { teamId, detail })
}

/** @throws not_found (404) */
export async function removeDomain(work: Work, caller: Principal, { teamId, domain }: Named): Promise<void> {
  const { tx } = work
  await lockForSignIn(tx, caller, teamId)
  found(await ofTeam(tx, { teamId, domain }), 'domain')
  await tx.deleteFrom('saml_domain').where('team_id', '=', teamId).where('domain', '=', domain).execute()
  await work.audit('saml.domain-removed', { kind: 'team', id: teamId }, { teamId, detail: { domain } })
}
