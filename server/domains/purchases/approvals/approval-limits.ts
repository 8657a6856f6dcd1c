import { sql } from 'kysely'
import { BUSINESS_ZONE, londonDate, toDate, toInstant } from '#kit/time.ts'
import { loadOrganisation, type NamedPerson, type Organisation, peopleWho } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { aboveLimit, type NeededApproval } from './approval.ts'

/** The flag of who may decide on others’ orders. */
export const APPROVES = 'manage-billing'

interface Buying {
  userId: string
  /** The team that pays. */
  teamId: string
  /** From the wallet of a budget's participant. */
  isAllowance: boolean
  currency: string
  totalPence: number
}

/**
 * Whether a purchase waits for another person; null where it does not.
 * @param organisation the paying team's, where it is known
 */
export async function approvalNeeded(
  db: Db | Tx,
  at: Date,
  buying: Buying,
  organisation?: Organisation,
): Promise<NeededApproval | null> {
  const { approvals: limits, teamIds } = organisation ?? (await loadOrganisation(db, buying.teamId))
  if (!limits || (buying.isAllowance && !limits.includeAllowances)) return null
  const counted = { teamIds, countsAllowances: limits.includeAllowances }
  const spentPence = limits.perDay === null ? 0 : await spentThatDay(db, at, buying, counted)
  return aboveLimit(limits, { totalPence: buying.totalPence, spentPence })
}

/** A person and the keys they issued are one buyer; what someone approved is not counted, what came back is. */
async function spentThatDay(
  db: Db | Tx,
  at: Date,
  { userId, currency }: Buying,
  { teamIds, countsAllowances }: { teamIds: string[]; countsAllowances: boolean },
): Promise<number> {
  const dayBegan = toDate(londonDate(toInstant(at)).toZonedDateTime(BUSINESS_ZONE).toInstant())
  const { rows } = await sql<{ spent: number }>`
    with behind as (
      select ${userId}::uuid as id union select created_by from api_key where user_id = ${userId} and created_by is not null
    ), buyer as (select id from behind union select user_id from api_key where created_by in (select id from behind))
    select coalesce(sum(t.quantity::bigint * (t.face_pence + t.fee_pence + t.fee_vat_pence)), 0)::bigint as spent
    from transaction t join team on team.id = t.team_id
    where t.user_id in (select id from buyer) and t.created_at >= ${dayBegan} and t.currency = ${currency}
      and t.team_id = any(${teamIds}::uuid[]) and (${countsAllowances} or team.automation_id is null)
      and not exists (select from approval where approval.transaction_id = t.id)`.execute(db)
  return Number(rows[0]!.spent)
}

/** Of an approval: whether it is this user's own, or of a key that they issued. */
export const isOwnApproval = (userId: string | null) => sql<boolean>`(approval.user_id = ${userId}::uuid or exists (
  select from api_key where api_key.user_id = approval.user_id and api_key.created_by = ${userId}::uuid))`

/** Who can decide on what someone buys: never they themselves, nor who is behind their key. */
export async function listApprovers(
  db: Db | Tx,
  { userId, teamId }: { userId: string; teamId: string },
): Promise<NamedPerson[]> {
  const people = await peopleWho(db, APPROVES, teamId)
  const issuers = await db.selectFrom('api_key').select('created_by').where('user_id', '=', userId).execute()
  const own = new Set([userId, ...issuers.map((key) => key.created_by)])
  return people.filter(({ id }) => !own.has(id))
}
