import { createHash } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import { newId } from '#kit/ids.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { SandboxEmployeeTable as Table } from '#server/platform/database/schema.ts'

export const teams = ['Engineering', 'Sales', 'Support', 'People'] as const
export const locations = ['London', 'Leeds'] as const

export type SandboxEmployee = Selectable<Table>

/** The provider names groups by ids; a group here is its name. */
function groupId(kind: string, name: string): string {
  const hex = createHash('sha256').update(`${kind} ${name}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const FIRST_NAMES =
  'Amara Ben Chloe Dev Ella Finn Grace Hari Isla Jack Keira Liam Maya Noah Orla Priya Quinn Rosa Sam Tess'
const SURNAMES = ['Adeyemi', 'Brennan']

/** Forty people, the same in every sandbox: twenty in Engineering, the others in three more teams; one born on 29 February. */
function startingPeople(): Insertable<Table>[] {
  const names = SURNAMES.flatMap((surname) => FIRST_NAMES.split(' ').map((first) => [first, surname] as const))
  return names.map(([first, last], place) => ({
    id: `00000000-0000-4000-8000-e000000000${String(place).padStart(2, '0')}`,
    first_name: first,
    last_name: last,
    work_email: `${first}.${last}@acme.test`.toLowerCase(),
    team: place < 20 ? 'Engineering' : teams[1 + (place % 3)]!,
    location: locations[place % 2]!,
    employment_type: place % 5 === 0 ? 'PART_TIME' : 'FULL_TIME',
    start_date: `20${String(10 + (place % 15))}-${String(1 + (place % 12)).padStart(2, '0')}-01`,
    date_of_birth:
      place === 3 ? '1992-02-29' : `19${70 + (place % 29)}-${String(1 + (place % 12)).padStart(2, '0')}-15`,
    status: 'ACTIVE',
  }))
}

/** Everyone, in the order they came. A company that no one has looked at yet is founded first. */
export async function everyone(db: Db): Promise<SandboxEmployee[]> {
  const read = () => db.selectFrom('sandbox_employee').selectAll().orderBy('ordinal').execute()
  const people = await read()
  if (people.length) return people
  await db
    .insertInto('sandbox_employee')
    .values(startingPeople())
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return read()
}

export interface NewHire {
  firstName: string
  surname: string
  workEmail: string
  team: string
  location: string
  startDate: string
  birthday?: string | undefined
}

export async function hire(db: Db, hires: readonly NewHire[]): Promise<void> {
  await everyone(db)
  await db
    .insertInto('sandbox_employee')
    .values(
      hires.map((one) => ({
        id: newId(),
        first_name: one.firstName,
        last_name: one.surname,
        work_email: one.workEmail,
        team: one.team,
        location: one.location,
        employment_type: 'FULL_TIME',
        start_date: one.startDate,
        date_of_birth: one.birthday ?? null,
        status: 'ACTIVE',
      })),
    )
    .execute()
}

/** @returns whether there is such a person */
export async function changePerson(
  db: Db,
  id: string,
  change: { team?: string | undefined; location?: string | undefined; status?: 'ACTIVE' | 'INACTIVE' | undefined },
): Promise<boolean> {
  const { team, location, status } = change
  const changed = await db
    .updateTable('sandbox_employee')
    .set({ ...(team && { team }), ...(location && { location }), ...(status && { status }) })
    .where('id', '=', id)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** As the provider tells it, with groups, work location and employments expanded. */
export const serializeEmployee = (person: SandboxEmployee) => ({
  id: person.id,
  remote_id: String(person.ordinal),
  first_name: person.first_name,
  last_name: person.last_name,
  display_full_name: `${person.first_name} ${person.last_name}`,
  work_email: person.work_email,
  personal_email: null,
  start_date: `${person.start_date}T00:00:00Z`,
  date_of_birth: person.date_of_birth && `${person.date_of_birth}T00:00:00Z`,
  employment_status: person.status,
  groups: [{ id: groupId('team', person.team), name: person.team, type: 'TEAM' }],
  work_location: { id: groupId('location', person.location), name: person.location },
  employments: [{ employment_type: person.employment_type, effective_date: `${person.start_date}T00:00:00Z` }],
  remote_was_deleted: false,
})
