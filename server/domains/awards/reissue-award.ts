import { toInstant } from '#kit/time.ts'
import { newShortcodes } from '#server/domains/hugggs/links/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { type AwardRecord, costPence, issueEntries, openStatuses, requireOpenGrant, requireStatus } from './award.ts'
import { endsAfter, moveMoney, writeAward } from './change-award.ts'
import { requireFunds } from './make-award.ts'
import { holdGrant, lockAward, requireNotAsking } from './queries.ts'
import { sendLink } from './send-link.ts'

/**
 * Gives an award a new link; the old one leads nowhere from now on. Of one that expired unused the money is committed again.
 * @throws not_found (404)
 * @throws wrong_state (409) once a code was made, unless it expired unused; for an expired one where the grant has ended too
 * @throws insufficient_funds (402) for an expired one
 */
export async function reissueAward(work: Work, caller: Principal, id: string, reason: string): Promise<AwardRecord> {
  const { tx, at } = work
  const award = await lockAward(tx, caller, id)
  requireStatus(award, award.paid_pence === 0 && award.issues > 0 ? [...openStatuses, 'expired'] : openStatuses)
  await requireNotAsking(tx, award)
  const grant = await holdGrant(tx, caller, award.grant_id)
  const issues = award.status === 'expired' ? award.issues + 1 : award.issues
  if (award.status === 'expired') {
    requireOpenGrant(grant, toInstant(at))
    await requireFunds(work, award, costPence(award))
    await moveMoney(work, award, { kind: 'award', times: issues, entries: issueEntries(award, 'available') })
  }
  await tx
    .insertInto('retired_award_link')
    .values({ link_code: award.link_code, award_id: id, retired_at: at })
    .execute()
  await work.audit('award.reissued', { kind: 'award', id }, { teamId: award.team_id })
  const reissued = await writeAward(
    work,
    award,
    {
      ...{ status: 'reissued', issues, rail: null, link_code: newShortcodes(1)[0]! },
      expires_at: endsAfter(work, grant.award_days),
    },
    reason,
  )
  await sendLink(work, reissued)
  return reissued
}
