import { awardRails } from '#contract/core/rails.ts'
import { toInstant } from '#kit/time.ts'
import { newShortcodes } from '#server/domains/hugggs/links/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import {
  type AwardRecord,
  awardProblems,
  costPence,
  type DeliverBy,
  type GrantRecord,
  issueEntries,
  openStatuses,
  type RailKey,
  requireOpenGrant,
  requireStatus,
} from './award.ts'
import { endsAfter, moveMoney, writeAward } from './change-award.ts'
import { requireFunds } from './make-award.ts'
import { grantRails, holdGrant, loadRails, lockAward, personById, replaceRails, requireNotAsking } from './queries.ts'
import { sendLink, whyUnreachable } from './send-link.ts'

/** What is to be other than it was. */
interface Otherwise {
  rails?: readonly RailKey[] | undefined
  deliverBy?: DeliverBy | undefined
}

/**
 * Gives an award a new link; the old one leads nowhere from now on. Of one that expired unused the money is committed again.
 * @throws not_found (404)
 * @throws invalid_fields (422) against the grant's rules and the rails' limits, for a rail whose fee is above the award's own, and for a
 *   way that does not reach the person
 * @throws wrong_state (409) once a code was made, unless it expired unused; for an expired one where the grant has ended too
 * @throws insufficient_funds (402) for an expired one
 */
export async function reissueAward(
  work: Work,
  caller: Principal,
  id: string,
  reason: string,
  { rails, deliverBy }: Otherwise = {},
): Promise<AwardRecord> {
  const { tx, at } = work
  const award = await lockAward(tx, caller, id)
  if (award.status === 'expired' && award.issues === 0)
    throw new Problem('wrong_state', 'No one decided on this award in time, so it had no link.', {
      help: 'Award it again: a new award begins with what this one had.',
    })
  requireStatus(award, award.paid_pence === 0 ? [...openStatuses, 'expired'] : openStatuses)
  await requireNotAsking(tx, award)
  const grant = await holdGrant(tx, caller, award.grant_id)
  if (deliverBy) await requireReachable(work, award, deliverBy)
  const ways = rails && (await otherRails(work, grant, award, rails))
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
      ...{ status: 'reissued', issues, rail: null, link_code: newShortcodes(1)[0]!, cannot_use: null },
      deliver_by: deliverBy ?? award.deliver_by,
      expires_at: endsAfter(work, grant.award_days),
    },
    reason,
  )
  if (ways) await replaceRails(work, award, ways)
  await sendLink(work, reissued)
  return reissued
}

async function requireReachable({ tx }: Work, award: AwardRecord, deliverBy: DeliverBy): Promise<void> {
  const unreachable = whyUnreachable(deliverBy, await personById(tx, award.person_id))
  if (unreachable) throw invalidFields([{ path: 'deliverBy', code: 'required', message: unreachable }])
}

/** The fee was paid when it was issued, for the dearest of its ways, and stays. */
async function otherRails({ tx }: Work, grant: GrantRecord, award: AwardRecord, keys: readonly RailKey[]) {
  const rails = await loadRails(tx, keys)
  const problems = awardProblems(grant, await grantRails(tx, grant.id), { amountPence: award.amount_pence, rails })
  const dearer = rails.filter(({ fee_pence }) => fee_pence > award.fee_pence)
  for (const { key } of dearer)
    problems.push({ path: 'rails', code: 'restricted', message: `a new award is needed for ${awardRails[key].label}` })
  if (problems.length) throw invalidFields(problems)
  return rails
}
