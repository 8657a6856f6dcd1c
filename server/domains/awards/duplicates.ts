import { type RawBuilder, sql } from 'kysely'
import { toInstant } from '#kit/time.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { countAttempt } from '#server/platform/throttle.ts'
import { APPROVAL_WINDOW_DAYS, type AwardRecord } from './award.ts'
import { makeAward, type NewAward } from './make-award.ts'
import { counts, teamsBeside } from './queries.ts'

/** Of one worker in an hour: enough for who helps people, too few for who looks them up. */
const CHECKS = { attempts: 60, windowSeconds: 3600 }

/** Counted before anything is looked at, and kept whatever comes of it. @throws too_many_requests (429) */
export const countCheck = (posy: Posy, caller: Principal): Promise<void> =>
  countAttempt(posy, `award-check ${member(caller).userId}`, CHECKS)

/** By what someone is known again. */
interface Known {
  name: string | null
  dateOfBirth: string | null
  email: string | null
  phoneNumber: string | null
}

/** Within how many days the person or the case was last helped, by the caller's own teams or others of the organisation; null where they were not. */
interface RecentHelp {
  withinDays: number
  isOwn: boolean
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
  const row = await tx
    .selectFrom('person')
    .select(['name', 'date_of_birth as dateOfBirth', 'email', 'phone_number as phoneNumber'])
    .where('id', '=', person.id)
    .where(sql<boolean>`team_id = any(${[...teams]}::uuid[])`)
    .executeTakeFirst()
  return row ?? { name: null, dateOfBirth: null, email: null, phoneNumber: null }
}

/** A batch is made while nothing else is in its organisation: it would hold more keys than a database has locks. */
export async function lockOrganisation(tx: Tx, teams: readonly string[], how: 'alone' | 'with-others'): Promise<void> {
  const lock = how === 'alone' ? sql.ref('pg_advisory_xact_lock') : sql.ref('pg_advisory_xact_lock_shared')
  await sql`select ${lock}(hashtextextended(${`help ${teams[0]!}`}, 0))`.execute(tx)
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
  const organisation = teams[0]!
  for (const key of keys.sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`help ${organisation} ${key}`}, 0))`.execute(tx)
}

interface Asked {
  caller: Principal
  teams: readonly string[]
  known: Known
  award: AwardRecord
}

async function recentHelp({ tx, at }: Work, { caller, teams, known, award }: Asked): Promise<RecentHelp | null> {
  const { rows } = await sql<{ created_at: Date; team_id: string }>`
    select created_at, team_id from award
    where id = any(array(
        select id from award where team_id = any(${[...teams]}::uuid[]) and case_reference = ${award.case_reference}
        union all
        select award.id from award join person on person.id = award.person_id
        where person.team_id = any(${[...teams]}::uuid[]) and (person.id = ${award.person_id} or ${isKnownAs(known)})))
      and id <> ${award.id} and ${counts}
      and created_at > ${at}::timestamptz - make_interval(days => ${APPROVAL_WINDOW_DAYS})
    order by created_at desc limit 1`.execute(tx)
  const [last] = rows
  if (!last) return null
  return { withinDays: withinDays(last.created_at, at), isOwn: caller.teamIds.includes(last.team_id) }
}

/** Each way is looked up, whichever there are: how long the answer takes tells nothing. */
const isKnownAs = ({ name, dateOfBirth, email, phoneNumber }: Known): RawBuilder<boolean> =>
  sql`(lower(person.email) = lower(${email}::text) or person.phone_number = ${phoneNumber}::text
    or (person.date_of_birth = ${dateOfBirth}::date and lower(person.name) = lower(${name}::text)))`

/** Weeks, and no day: enough to decide by. */
export function withinDays(last: Date, at: Date): number {
  const days = Math.max(0, toInstant(last).until(toInstant(at)).total('hours') / 24)
  return Math.min(APPROVAL_WINDOW_DAYS, 7 * (Math.floor(days / 7) + 1))
}

function helpedLately({ withinDays, isOwn }: RecentHelp): Problem {
  const by = isOwn ? 'Your team' : 'Another team of your organisation'
  const message = `${by} helped this person or case in the last ${withinDays} days.`
  return new Problem('conflict', message, {
    help: 'Say why they are helped again. No money has moved.',
    details: [
      {
        path: 'duplicateReason',
        code: 'helped_lately',
        message: 'tell why they are helped again',
        reason: { code: 'helped_lately', withinDays, isOwnTeam: isOwn },
      },
    ],
  })
}
