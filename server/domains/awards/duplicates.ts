import { toInstant } from '#kit/time.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { countAttempt } from '#server/platform/throttle.ts'
import { APPROVAL_WINDOW_DAYS, type AwardRecord } from './award.ts'
import { type Known, lastHelp, loadKnown, lockKey, lockOrganisation } from './duplicate-queries.ts'
import { makeAward, type NewAward } from './make-award.ts'
import { teamsBeside } from './queries.ts'

/** Of one worker in an hour: enough for who helps people, too few for who looks them up. */
const CHECKS = { attempts: 60, windowSeconds: 3600 }

/** Counted before anything is looked at, and kept whatever comes of it. @throws too_many_requests (429) */
export const countCheck = (posy: Posy, caller: Principal): Promise<void> =>
  countAttempt(posy, `award-check ${member(caller).userId}`, CHECKS)

/** Within how many days the person or the case was last helped, by the caller's own teams or others of the organisation; null where they were not. */
interface RecentHelp {
  withinDays: number
  isOwn: boolean
  /** Of one's own teams alone; whom, where another award out of the grant can be theirs. */
  told: { awardId?: string; personId?: string }
}

/**
 * As makeAward, unless the person or the case was helped lately by a team of the organisation: then only with a reason, which
 * its timeline keeps. Two made at once see each other.
 * @throws conflict (409) saying that there was help and about when, and nothing of whom it was for
 */
export async function makeCheckedAward(
  work: Work,
  caller: Principal,
  wanted: NewAward,
  duplicateReason: string | null,
): Promise<AwardRecord> {
  const { tx } = work
  const teams = found(await teamsBeside(tx, caller, wanted.grantId), 'grant')
  const known = await knownAs(tx, teams, wanted.person)
  await lockKnown(tx, teams, known, wanted.caseReference)
  const award = await makeAward(work, caller, { ...wanted, note: duplicateReason })
  const help = await recentHelp(work, { caller, teams, known, award })
  if (!help) return award
  if (!duplicateReason) throw helpedLately(help)
  await work.audit('award.made-again', { kind: 'award', id: award.id }, { teamId: award.team_id })
  return award
}

async function knownAs(tx: Tx, teams: readonly string[], person: NewAward['person']): Promise<Known> {
  if (!('id' in person)) {
    const { name, dateOfBirth = null, email = null, phoneNumber = null } = person
    return { name, dateOfBirth, email, phoneNumber }
  }
  return (await loadKnown(tx, teams, person.id)) ?? { name: null, dateOfBirth: null, email: null, phoneNumber: null }
}

/** Awards to someone who is known by the same are made one after the other in the whole organisation. */
async function lockKnown(tx: Tx, teams: readonly string[], known: Known, caseReference: string): Promise<void> {
  const keys = [
    `case ${caseReference}`,
    known.email && `email ${known.email.toLowerCase()}`,
    known.phoneNumber && `phone ${known.phoneNumber}`,
    known.name && known.dateOfBirth && `born ${known.dateOfBirth} ${known.name.toLowerCase()}`,
  ].filter((key): key is string => Boolean(key))
  await lockOrganisation(tx, teams, 'with-others')
  for (const key of keys.sort()) await lockKey(tx, teams, key)
}

interface Asked {
  caller: Principal
  teams: readonly string[]
  known: Known
  award: AwardRecord
}

async function recentHelp({ tx, at }: Work, { caller, teams, known, award }: Asked): Promise<RecentHelp | null> {
  const last = await lastHelp(tx, { teams, known, award, at })
  if (!last) return null
  const isOwn = caller.teamIds.includes(last.team_id)
  const told = {
    ...(isOwn ? { awardId: last.id } : {}),
    ...(isOwn && last.team_id === award.team_id ? { personId: last.person_id } : {}),
  }
  return { withinDays: withinDays(last.created_at, at), isOwn, told }
}

/** Weeks, and no day: enough to decide by. */
export function withinDays(last: Date, at: Date): number {
  const days = Math.max(0, toInstant(last).until(toInstant(at)).total('hours') / 24)
  return Math.min(APPROVAL_WINDOW_DAYS, 7 * (Math.floor(days / 7) + 1))
}

function helpedLately({ withinDays, isOwn, told }: RecentHelp): Problem {
  const by = isOwn ? 'Your team' : 'Another team of your organisation'
  const message = `${by} helped this person or case in the last ${withinDays} days.`
  return new Problem('conflict', message, {
    help: 'Say why they are helped again. No money has moved.',
    details: [
      {
        path: 'duplicateReason',
        code: 'helped_lately',
        message: 'tell why they are helped again',
        reason: { code: 'helped_lately', withinDays, isOwnTeam: isOwn, ...told },
      },
    ],
  })
}
