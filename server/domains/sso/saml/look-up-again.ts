import { asSystem, type Posy } from '#server/platform/posy.ts'
import { eventType } from '#server/platform/queue.ts'
import { type DueDomain, domainRecord, takeDueDomain } from './queries.ts'

const DAY_MS = 24 * 3_600_000
/** So long may a record be away before no one joins by it: time enough to mend a DNS that was moved. */
export const MISSING_MS = 7 * DAY_MS

/** A verified domain’s record is no longer found, or no one joins by it until it is. */
export const domainMissing = eventType<{ teamId: string; domain: string; since: string; isSuspended: boolean }>(
  'saml.domain-missing',
)

/** Looks up the records of verified domains once a day. Where the directory does not answer, nothing is known and nothing changes. */
export async function lookUpDomainsAgain(posy: Posy): Promise<void> {
  const due = () => takeDueDomain(posy.db, posy.wall.nowMs(), DAY_MS)
  for (let next = await due(); next; next = await due()) {
    try {
      const { name, text } = domainRecord(next)
      await note(posy, next, (await posy.providers.dns.texts(name)).includes(text))
    } catch (error) {
      posy.log.warn({ teamId: next.teamId, err: error }, 'the record of a domain could not be looked up again')
    }
  }
}

async function note(posy: Posy, { teamId, domain, token }: DueDomain, isFound: boolean): Promise<void> {
  const now = new Date(posy.wall.nowMs())
  await asSystem(posy, async (work) => {
    const { tx } = work
    // It may have been given up, or verified by another team, meanwhile.
    const row = await tx
      .selectFrom('saml_domain')
      .select(['missing_since', 'suspended_at'])
      .where('team_id', '=', teamId)
      .where('domain', '=', domain)
      .where('token', '=', token)
      .where('verified_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return
    const since = isFound ? null : (row.missing_since ?? now)
    const isOver = since !== null && now.getTime() - since.getTime() >= MISSING_MS
    const suspendedAt = isOver ? (row.suspended_at ?? now) : null
    await tx
      .updateTable('saml_domain')
      .set({ missing_since: since, suspended_at: suspendedAt })
      .where('team_id', '=', teamId)
      .where('domain', '=', domain)
      .execute()
    const audit = (action: 'saml.domain-suspended' | 'saml.domain-found') =>
      work.audit(action, { kind: 'team', id: teamId }, { teamId, detail: { domain } })
    if (suspendedAt && !row.suspended_at) await audit('saml.domain-suspended')
    if (isFound && row.suspended_at) await audit('saml.domain-found')
    const isNews = since !== null && (row.missing_since === null || (suspendedAt !== null && !row.suspended_at))
    if (isNews)
      await work.emit(domainMissing, { teamId, domain, since: since.toISOString(), isSuspended: suspendedAt !== null })
  })
}
