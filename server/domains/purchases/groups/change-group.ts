import { sql } from 'kysely'
import type { Input } from '#contract/core/endpoint.ts'
import {
  type createRecipientGroup,
  MOST_GROUPS,
  MOST_IN_GROUP,
  type updateRecipientGroup,
} from '#contract/orders/recipient-groups.ts'
import { newId } from '#kit/ids.ts'
import { numberProblems, readMobileNumber } from '#kit/phone.ts'
import { teamById } from '#server/domains/teams/team/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { invalidFields, notFound } from '#server/platform/problem/problem.ts'
import { type RepeatRecipient, recipientsToRepeat } from '../orders/index.ts'
import { transactionInScope } from '../record/index.ts'
import { lockGroup, seesTeam } from './queries.ts'

type Changes = Input<typeof updateRecipientGroup>['body']
type Added = Pick<Changes, 'people' | 'transactionId'>

interface Changed {
  id: string
  added: number
  removed: number
}

/** @throws not_found for a purchase of others'; invalid_fields for a name that is taken, one group too many, too many people */
export async function createGroup(
  work: Work,
  caller: Principal,
  { name, ...added }: Input<typeof createRecipientGroup>['body'],
): Promise<Changed> {
  const { tx, at } = work
  const { teamId, userId } = member(caller)
  const [id, people] = [newId(), await peopleToAdd(work, caller, added)]
  await holdNames(tx, teamId)
  await refuseTaken(tx, { teamId, userId, name, id })
  const { count } = await tx
    .selectFrom('recipient_group')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow()
  if (count >= MOST_GROUPS)
    throw invalidFields([
      { path: 'name', message: `is one too many: a team has at most ${MOST_GROUPS} groups`, code: 'too_many' },
    ])
  const row = { id, team_id: teamId, user_id: userId, name, created_at: at, updated_at: at }
  await tx.insertInto('recipient_group').values(row).execute()
  const put = await addPeople(work, { id, team_id: teamId }, people)
  await work.audit('recipient-group.created', { kind: 'recipient-group', id }, { teamId, detail: { people: put } })
  return { id, added: put, removed: 0 }
}

/** @throws not_found; invalid_fields as createGroup */
export async function changeGroup(
  work: Work,
  caller: Principal,
  id: string,
  { name, remove = [], ...adding }: Changes,
): Promise<Changed> {
  const { tx, at } = work
  const { teamId } = member(caller)
  const people = await peopleToAdd(work, caller, adding)
  if (name !== undefined) await holdNames(tx, teamId)
  const group = await lockGroup(tx, caller, id)
  if (name !== undefined) await refuseTaken(tx, { teamId, userId: group.user_id, name, id })
  const removed = await removePeople(tx, id, remove)
  const added = await addPeople(work, group, people)
  await tx
    .updateTable('recipient_group')
    .set({ ...(name !== undefined && { name }), updated_at: at })
    .where('id', '=', id)
    .execute()
  await work.audit(
    'recipient-group.changed',
    { kind: 'recipient-group', id },
    { teamId, detail: { added, removed, renamed: name !== undefined && name !== group.name } },
  )
  return { id, added, removed }
}

/** @throws not_found */
export async function deleteGroup(work: Work, caller: Principal, id: string): Promise<void> {
  const { team_id: teamId } = await lockGroup(work.tx, caller, id)
  await work.tx.deleteFrom('recipient_group').where('id', '=', id).execute()
  await work.audit('recipient-group.deleted', { kind: 'recipient-group', id }, { teamId })
}

/** A team that is gone sends to no one. */
export const deleteTeamGroups = async ({ tx }: Work, teamId: string): Promise<void> =>
  void (await tx.deleteFrom('recipient_group').where('team_id', '=', teamId).execute())

/** Names of a team's groups are given one after the other. */
const holdNames = (tx: Tx, teamId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`recipient groups ${teamId}`}, 0))`.execute(tx)

async function refuseTaken(
  tx: Tx,
  { teamId, userId, name, id }: { teamId: string; userId: string; name: string; id: string },
): Promise<void> {
  const taken = await tx
    .selectFrom('recipient_group')
    .select('id')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (taken) throw invalidFields([{ path: 'name', message: 'is the name of another group', code: 'taken' }])
}

/** Whom a request names, and those of a purchase: each by one address or number. */
async function peopleToAdd(
  work: Work,
  caller: Principal,
  { people = [], transactionId }: Added,
): Promise<RepeatRecipient[]> {
  const { territory } = await teamById(work.tx, member(caller).teamId)
  const named = people.flatMap(({ email, phoneNumber, name = '' }, index): RepeatRecipient[] => {
    const path = `people.${index}`
    if (email === undefined && phoneNumber === undefined)
      throw invalidFields([{ path, message: 'needs an email address or a mobile number', code: 'missing' }])
    const read = phoneNumber === undefined ? null : readMobileNumber(phoneNumber, territory)
    if (read?.number === null)
      throw invalidFields([
        { path: `${path}.phoneNumber`, message: numberProblems[read.problem], code: `phone_${read.problem}` },
      ])
    return [
      ...(email === undefined ? [] : [{ email, phoneNumber: null, name: name || null }]),
      ...(read ? [{ email: null, phoneNumber: read.number, name: name || null }] : []),
    ]
  })
  if (!transactionId) return named
  const bought = await transactionInScope(work.tx, caller, transactionId)
  if (!seesTeam(caller) && bought.user_id !== caller.userId) throw notFound('transaction')
  return [...named, ...(await recipientsToRepeat(work.tx, caller, bought))]
}

/** Puts people into a group that is held, and says how many were not in it before. @throws invalid_fields for too many */
async function addPeople(
  { tx, at }: Work,
  { id, team_id }: { id: string; team_id: string },
  people: readonly RepeatRecipient[],
): Promise<number> {
  if (people.length === 0) return 0
  const before = await countPeople(tx, id)
  // One statement cannot change a row twice: of one address the last is meant.
  const each = new Map(people.map((person) => [(person.email ?? person.phoneNumber!).toLowerCase(), person]))
  const rows = [...each.values()].map((person) => ({ id: newId(), ...person }))
  await sql`
    insert into recipient_group_person (id, group_id, team_id, email, phone_number, name, created_at)
    select id, ${id}::uuid, ${team_id}::uuid, email, "phoneNumber", name, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as added (id uuid, email text, "phoneNumber" text, name text)
    on conflict (group_id, lower(coalesce(email, phone_number)))
    do update set name = coalesce(excluded.name, recipient_group_person.name)`.execute(tx)
  const after = await countPeople(tx, id)
  if (after > MOST_IN_GROUP)
    throw invalidFields([
      { path: 'people', message: `are too many: a group holds at most ${MOST_IN_GROUP} people`, code: 'too_many' },
    ])
  return after - before
}

/** @throws not_found (404) where one of them is not in the group */
async function removePeople(tx: Tx, groupId: string, ids: readonly string[]): Promise<number> {
  const wanted = new Set(ids.map((id) => id.toLowerCase()))
  if (wanted.size === 0) return 0
  const { rows } = await sql`delete from recipient_group_person
    where group_id = ${groupId} and id = any(${[...wanted]}::uuid[]) returning id`.execute(tx)
  if (rows.length < wanted.size) throw notFound('person')
  return rows.length
}

const countPeople = async (tx: Tx, groupId: string): Promise<number> =>
  (
    await tx
      .selectFrom('recipient_group_person')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('group_id', '=', groupId)
      .executeTakeFirstOrThrow()
  ).count
