import { sql } from 'kysely'
import { allows } from '#contract/core/permissions.ts'
import type { GroupPerson, RecipientGroup } from '#contract/orders/recipient-groups.ts'
import { iso } from '#kit/time.ts'
import { blockedAddresses } from '#server/domains/delivery/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { paginate } from '#server/platform/database/paginate.ts'
import { personName } from '#server/platform/database/person-name.ts'
import type { Posy } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'

/** Whether someone sees what all of the team bought, and with that all of its groups. */
export const seesTeam = (caller: Principal): boolean =>
  !caller.ownOnly && allows(caller.permissions, 'view-team-transactions')

/** Every query below is scoped here: groups of the team acted in, and for who sees only their own purchases those they made. */
function groupsInScope(db: Db | Tx, caller: Principal) {
  const { teamId, userId } = member(caller)
  const query = db.selectFrom('recipient_group').where('recipient_group.team_id', '=', teamId)
  return seesTeam(caller) ? query : query.where('recipient_group.user_id', '=', userId)
}

function described(db: Db | Tx, caller: Principal) {
  return groupsInScope(db, caller)
    .innerJoin('app_user as maker', 'maker.id', 'recipient_group.user_id')
    .selectAll('recipient_group')
    .select(personName('maker').as('maker'))
    .select((e) =>
      e
        .selectFrom('recipient_group_person as person')
        .select(
          sql<{ emails: number; all: number }>`json_build_object('emails', count(person.email), 'all', count(*))`.as(
            'counts',
          ),
        )
        .whereRef('person.group_id', '=', 'recipient_group.id')
        .as('counts'),
    )
}
type Described = Awaited<ReturnType<ReturnType<typeof described>['execute']>>[number]

const serializeGroup = ({ id, name, user_id, maker, counts, created_at, updated_at }: Described): RecipientGroup => ({
  id,
  name,
  emails: counts!.emails,
  phoneNumbers: counts!.all - counts!.emails,
  madeBy: { id: user_id, name: maker },
  dateCreated: iso(created_at),
  dateModified: iso(updated_at),
})

/** By name. */
export const listGroups = async (db: Db, caller: Principal): Promise<RecipientGroup[]> =>
  (await described(db, caller).orderBy(sql`lower(recipient_group.name)`).orderBy('recipient_group.id').execute()).map(
    serializeGroup,
  )

/** @throws not_found (404) for foreign and missing alike */
export async function loadGroup(db: Db | Tx, caller: Principal, id: string): Promise<RecipientGroup> {
  const row = await described(db, caller).where('recipient_group.id', '=', id).executeTakeFirst()
  return serializeGroup(found(row, 'group'))
}

/** Its row, held: its people are counted one change after the other. @throws not_found (404) */
export const lockGroup = async (tx: Tx, caller: Principal, id: string) =>
  found(
    await groupsInScope(tx, caller)
      .selectAll('recipient_group')
      .where('recipient_group.id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
    'group',
  )

/** A page of a group's people, by name and address. @throws not_found (404) */
export async function groupPeople(
  { posy, db }: { posy: Posy; db: Db },
  caller: Principal,
  { id, channel, ...page }: { id: string; channel?: 'email' | 'sms' | undefined; page: number; per_page: number },
): Promise<{ people: GroupPerson[]; total: number; group: RecipientGroup }> {
  const group = await loadGroup(db, caller, id)
  let query = db
    .selectFrom('recipient_group_person')
    .select(['id', 'email', 'phone_number', 'name'])
    .where('group_id', '=', id)
    .orderBy(sql`lower(coalesce(name, email, phone_number))`)
    .orderBy('id')
  if (channel) query = query.where(channel === 'sms' ? 'phone_number' : 'email', 'is not', null)
  const { rows, total } = await paginate(query, page)
  const addresses = (wanted: 'email' | 'phone_number') => rows.flatMap((row) => row[wanted] ?? [])
  const [emails, numbers] = await Promise.all([
    blockedAddresses(posy, db, 'email', addresses('email')),
    blockedAddresses(posy, db, 'sms', addresses('phone_number')),
  ])
  const people = rows.map(({ id: personId, email, phone_number: phoneNumber, name }) => ({
    ...{ id: personId, email, phoneNumber, name },
    isBlocked: (email !== null && emails.has(email)) || (phoneNumber !== null && numbers.has(phoneNumber)),
  }))
  return { people, total, group }
}
