import { createHash, X509Certificate } from 'node:crypto'
import { sql } from 'kysely'
import type { SamlConnection, SamlSettings, SamlTest } from '#contract/sso/saml.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import { findEmergencyAdmin } from '#server/domains/teams/sign-in/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { SamlProvider } from '#server/providers/saml/types.ts'
import { samlAddresses } from './addresses.ts'

const RECORD_NAME = '_posy-challenge'

/** The DNS record that shows whose a domain is. */
export const domainRecord = ({ domain, token }: { domain: string; token: string }) => ({
  name: `${RECORD_NAME}.${domain}`,
  text: `posy-domain-verification=${token}`,
})

export type ConnectionRecord = NonNullable<Awaited<ReturnType<typeof findSamlConnection>>>

/** A team's provider, on or off. */
export const findSamlConnection = (db: Db | Tx, teamId: string) =>
  db.selectFrom('saml_connection').selectAll().where('team_id', '=', teamId).executeTakeFirst()

export const samlProvider = (
  row: Pick<ConnectionRecord, 'entity_id' | 'sign_in_url' | 'certificates'>,
): SamlProvider => ({
  entityId: row.entity_id,
  signInUrl: row.sign_in_url,
  certificates: row.certificates,
})

function describeCertificate(certificate: string) {
  const der = Buffer.from(certificate, 'base64')
  const hex = createHash('sha256').update(der).digest('hex').toUpperCase()
  return {
    fingerprint: hex.match(/../g)!.join(':'),
    validUntil: iso(new Date(new X509Certificate(der).validTo)),
  }
}

const serializeConnection = (row: ConnectionRecord): SamlConnection => ({
  entityId: row.entity_id,
  signInUrl: row.sign_in_url,
  certificates: row.certificates.map(describeCertificate),
  metadataUrl: row.metadata_url,
  isActive: row.is_active,
  lastTest: row.tested_at ? { ...(row.test_result as unknown as Omit<SamlTest, 'at'>), at: iso(row.tested_at) } : null,
  dateModified: iso(row.updated_at),
})

/** All of a team's settings. Anyone who asks has checked that they may. */
export async function samlSettings(db: Db | Tx, posy: Pick<Posy, 'config'>, teamId: string): Promise<SamlSettings> {
  const connection = await findSamlConnection(db, teamId)
  const domains = await db
    .selectFrom('saml_domain')
    .select(['domain', 'token', 'verified_at as verifiedAt', 'auto_accept as autoAccept'])
    .select(['missing_since as missingSince', 'suspended_at as suspendedAt'])
    .where('team_id', '=', teamId)
    .orderBy('domain')
    .execute()
  return {
    addresses: samlAddresses(posy, teamId),
    connection: connection ? serializeConnection(connection) : null,
    domains: domains.map(({ domain, token, verifiedAt, autoAccept, missingSince, suspendedAt }) => ({
      domain,
      record: domainRecord({ domain, token }),
      verifiedAt: isoOrNull(verifiedAt),
      missingSince: isoOrNull(missingSince),
      isSuspended: suspendedAt !== null,
      autoAccept,
    })),
    emergencyAdmin: await findEmergencyAdmin(db, teamId),
  }
}

/** Whether a team has shown that an address's domain is its own. */
export async function vouchesFor(db: Db | Tx, { teamId, email }: { teamId: string; email: string }): Promise<boolean> {
  const found = await db
    .selectFrom('saml_domain')
    .select('domain')
    .where('team_id', '=', teamId)
    .where('domain', '=', emailDomainPart(email))
    .where('verified_at', 'is not', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  return Boolean(found)
}

/**
 * The team that lets in anyone who shows, with Google or Microsoft, that an address in its verified domain is theirs.
 */
export async function teamOpenTo(db: Db | Tx, email: string): Promise<string | null> {
  const found = await db
    .selectFrom('saml_domain as domain')
    .innerJoin('team', 'team.id', 'domain.team_id')
    .select('domain.team_id as teamId')
    .where('domain.domain', '=', emailDomainPart(email))
    .where('domain.verified_at', 'is not', null)
    .where('domain.suspended_at', 'is', null)
    .where('domain.auto_accept', '=', true)
    .where('team.closed_at', 'is', null)
    .executeTakeFirst()
  return found?.teamId ?? null
}

/** The team whose provider is on and vouches for an address. */
export async function teamVouchingFor(db: Db | Tx, email: string): Promise<string | null> {
  const found = await db
    .selectFrom('saml_domain as domain')
    .innerJoin('saml_connection as connection', 'connection.team_id', 'domain.team_id')
    .select('domain.team_id as teamId')
    .where('domain.domain', '=', emailDomainPart(email))
    .where('domain.verified_at', 'is not', null)
    .where('connection.is_active', '=', true)
    .executeTakeFirst()
  return found?.teamId ?? null
}

export const emailDomainPart = (email: string) => email.slice(email.lastIndexOf('@') + 1)

/** Whose account a person of a team's provider is. */
export async function userIdBySaml(
  db: Db | Tx,
  { teamId, nameId }: { teamId: string; nameId: string },
): Promise<string | null> {
  const found = await db
    .selectFrom('saml_identity')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('name_id', '=', nameId)
    .executeTakeFirst()
  return found?.user_id ?? null
}

/** Whether someone is a member of a team or of anything under it. */
export async function isUnder(db: Db | Tx, { teamId, userId }: { teamId: string; userId: string }): Promise<boolean> {
  const { rows } = await sql`
    select from team_member m
    join team t on t.id = m.team_id
    left join team parent on parent.id = t.parent_team_id
    where m.user_id = ${userId} and ${teamId}::uuid in (t.id, parent.id, parent.parent_team_id) and t.closed_at is null
    limit 1`.execute(db)
  return rows.length > 0
}

export interface DueDomain {
  teamId: string
  domain: string
  token: string
}

/** Takes the verified domain whose record was looked up longest ago, and that at least so long ago; of several workers one takes it. */
export async function takeDueDomain(db: Db, nowMs: number, everyMs: number): Promise<DueDomain | undefined> {
  const { rows } = await sql<DueDomain>`
    update saml_domain set looked_up_at = ${new Date(nowMs)}
    where (team_id, domain) = (
      select team_id, domain from saml_domain
      where verified_at is not null and coalesce(looked_up_at, verified_at) <= ${new Date(nowMs - everyMs)}
      order by coalesce(looked_up_at, verified_at) limit 1 for update skip locked
    )
    returning team_id as "teamId", domain, token`.execute(db)
  return rows[0]
}
