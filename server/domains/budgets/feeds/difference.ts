import { createHash } from 'node:crypto'
import type { FeedDifference, FeedStop } from '#contract/budgets/budget-feeds.ts'
import { MAX_PARTICIPANTS } from '#contract/budgets/participants.ts'
import type { GroupMember } from '#server/domains/integrations/index.ts'
import { type BudgetRecord, type ParticipantRecord, participantAmountPence } from '../budget/budget.ts'

interface Joiner {
  employeeId: string
  name: string
  email: string
}

/** What following a group comes to, for what it reads and what it writes. */
export interface Difference {
  joiners: Joiner[]
  leavers: ParticipantRecord[]
  /** Added by hand or under another connection, and found in the group. */
  adopted: { participant: ParticipantRecord; employeeId: string; name: string }[]
  changed: { participant: ParticipantRecord; name: string; email: string }[]
  skipped: FeedDifference['skipped']
  staying: number
  unrelated: number
  runCostPence: number
  stops: FeedStop[]
}

interface Facts {
  budget: Pick<BudgetRecord, 'is_variable' | 'budget_amount'>
  /** Everyone in the group who works there or is about to. */
  members: readonly GroupMember[]
  participants: readonly ParticipantRecord[]
  /** Taken out by hand: they are not invited again. */
  takenOut: ReadonlySet<string>
  emailDomains: readonly string[]
  maxRunCostPence: number | null
  /** How many more participants the team's plan holds. */
  planRoom: number
}

const SHARE = 0.2
const FEWEST_LEAVERS = 3
const FEWEST_JOINERS = 5

/** Who joins, leaves and is invited again, so that a budget's participants are a group's people (product decisions, section 20). */
export function compareFeed(facts: Facts): Difference {
  const { participants } = facts
  const byEmployee = new Map(participants.flatMap((one) => (one.employee_id ? [[one.employee_id, one] as const] : [])))
  const byEmail = new Map(participants.map((one) => [one.email, one]))
  const found = new Set<string>()
  const result: Pick<Difference, 'joiners' | 'adopted' | 'changed' | 'skipped'> = {
    ...{ joiners: [], adopted: [], changed: [], skipped: [] },
  }
  const isOurs = (email: string) => facts.emailDomains.includes(email.split('@')[1]!)
  // First those who are known by id: no one else's address takes their place.
  const known = facts.members.filter(({ id }) => byEmployee.has(id))
  for (const { id, name, workEmail: email } of known) {
    const participant = byEmployee.get(id)!
    found.add(participant.id)
    const isMoved = email !== null && email !== participant.email && participant.status === 'draft'
    if (isMoved && isOurs(email) && !byEmail.has(email)) result.changed.push({ participant, name, email })
  }
  const addresses = new Set([...byEmail.keys(), ...result.changed.map(({ email }) => email)])
  for (const { id, name, workEmail: email, status } of facts.members) {
    if (byEmployee.has(id)) continue
    const skip = (reason: FeedDifference['skipped'][number]['reason']) => result.skipped.push({ name, email, reason })
    const existing = email === null ? undefined : byEmail.get(email)
    if (existing && !found.has(existing.id)) {
      found.add(existing.id)
      result.adopted.push({ participant: existing, employeeId: id, name })
    } else if (status !== 'active') continue
    else if (facts.takenOut.has(id)) skip('taken_out')
    else if (email === null) skip('no_address')
    else if (!isOurs(email)) skip('other_domain')
    else if (addresses.has(email)) skip('same_address')
    else {
      addresses.add(email)
      result.joiners.push({ employeeId: id, name, email })
    }
  }
  const leavers = participants.filter((one) => one.employee_id !== null && !found.has(one.id))
  const difference = {
    ...result,
    leavers,
    staying: found.size,
    unrelated: participants.filter((one) => one.employee_id === null && !found.has(one.id)).length,
    runCostPence: runCost(facts, result.joiners.length, new Set(leavers)),
  }
  return { ...difference, stops: listStops(facts, difference) }
}

/** Once everyone who is invited has accepted. */
function runCost({ budget, participants }: Facts, joiners: number, leavers: ReadonlySet<ParticipantRecord>): number {
  const staying = participants.filter((one) => one.status !== 'inactive' && !leavers.has(one))
  return staying.reduce((sum, one) => sum + participantAmountPence(budget, one), joiners * budget.budget_amount)
}

function listStops(
  { participants, maxRunCostPence, planRoom }: Facts,
  { joiners, leavers, runCostPence }: Pick<Difference, 'joiners' | 'leavers' | 'runCostPence'>,
): FeedStop[] {
  const followed = participants.filter((one) => one.employee_id !== null).length
  const isGrowing = joiners.length > 0
  const more = joiners.length - leavers.length
  const reached: Record<FeedStop, boolean> = {
    leavers: leavers.length > Math.max(FEWEST_LEAVERS, followed * SHARE),
    joiners: joiners.length > Math.max(FEWEST_JOINERS, followed * SHARE),
    cost: isGrowing && maxRunCostPence !== null && runCostPence > maxRunCostPence,
    participants: isGrowing && (participants.length + more > MAX_PARTICIPANTS || more > planRoom),
  }
  return (Object.keys(reached) as FeedStop[]).filter((stop) => reached[stop])
}

export const isEmpty = ({ joiners, leavers, changed, adopted }: Difference): boolean =>
  joiners.length + leavers.length + changed.length + adopted.length === 0

/** The same for the same people under the same settings. */
export function differenceVersion(difference: Difference, settings: object): string {
  const { joiners, leavers, changed, adopted } = difference
  const ids = [
    joiners.map(({ employeeId, email }) => [employeeId, email]),
    leavers.map(({ id }) => id),
    changed.map(({ participant, email }) => [participant.id, email]),
    adopted.map(({ participant }) => participant.id),
  ]
  return createHash('sha256')
    .update(JSON.stringify([settings, ids]))
    .digest('base64url')
}
