import { expect, test } from 'vitest'
import type { GroupMember } from '#server/domains/integrations/index.ts'
import type { ParticipantRecord } from '../budget/budget.ts'
import { compareFeed, differenceVersion } from './difference.ts'

const person = (name: string, more: Partial<GroupMember> = {}): GroupMember => ({
  id: `e-${name}`,
  name,
  workEmail: `${name}@acme.test`,
  status: 'active',
  ...more,
})
const participant = (name: string, more: Partial<ParticipantRecord> = {}) =>
  ({
    id: `p-${name}`,
    email: `${name}@acme.test`,
    employee_id: `e-${name}`,
    status: 'active',
    budget_amount: null,
    ...more,
  }) as ParticipantRecord
const names = (count: number, from = 0) => Array.from({ length: count }, (_, place) => `n${place + from}`)

const compare = (
  members: readonly GroupMember[],
  participants: readonly ParticipantRecord[],
  more: Partial<Parameters<typeof compareFeed>[0]> = {},
) =>
  compareFeed({
    budget: { is_variable: false, budget_amount: 2500 },
    ...{ members, participants, takenOut: new Set<string>(), emailDomains: ['acme.test'] },
    ...{ maxRunCostPence: null, planRoom: 1000 },
    ...more,
  })

test('a feed adds new people, removes those who have gone, and leaves all others', () => {
  const found = compare(
    [person('ada'), person('ben')],
    [participant('ben'), participant('cyd'), participant('dan', { employee_id: null })],
  )
  expect(found.joiners).toEqual([{ employeeId: 'e-ada', name: 'ada', email: 'ada@acme.test' }])
  expect(found.leavers.map(({ id }) => id)).toEqual(['p-cyd'])
  expect([found.staying, found.unrelated, found.runCostPence]).toEqual([1, 1, 3 * 2500])
})

test('a feed invites no one without an address, of another domain, twice, or who was removed by hand', () => {
  const found = compare(
    [
      person('ada', { workEmail: null }),
      person('ben', { workEmail: 'ben@elsewhere.test' }),
      person('cyd'),
      person('dan', { workEmail: 'cyd@acme.test' }),
      person('eve'),
      person('fay', { status: 'pending' }),
    ],
    [],
    { takenOut: new Set(['e-eve']) },
  )
  expect(found.joiners.map(({ name }) => name)).toEqual(['cyd'])
  expect(found.skipped.map(({ name, reason }) => [name, reason])).toEqual([
    ['ada', 'no_address'],
    ['ben', 'other_domain'],
    ['dan', 'same_address'],
    ['eve', 'taken_out'],
  ])
})

test('a feed knows a person by id: a new address reinvites one who has not accepted, and moves no one else', () => {
  const moved = person('ada', { workEmail: 'ada.byron@acme.test' })
  const invited = compare([moved], [participant('ada', { status: 'draft' })])
  expect(invited.changed.map(({ email }) => email)).toEqual(['ada.byron@acme.test'])
  expect([invited.joiners, invited.leavers]).toEqual([[], []])
  const accepted = compare([moved], [participant('ada')])
  expect([accepted.changed, accepted.joiners, accepted.leavers]).toEqual([[], [], []])
})

test('a person added by hand, or under another connection, is recognised by their address', () => {
  const found = compare(
    [person('ada'), person('ben')],
    [participant('ada', { employee_id: null }), participant('ben', { employee_id: 'of-another-connection' })],
  )
  expect(found.adopted.map(({ participant: { id }, employeeId }) => [id, employeeId])).toEqual([
    ['p-ada', 'e-ada'],
    ['p-ben', 'e-ben'],
  ])
  expect([found.joiners, found.leavers]).toEqual([[], []])
})

test.each([
  [5, 5, []],
  [6, 5, ['joiners']],
  [20, 100, []],
  [21, 100, ['joiners']],
])('%i joiners to %i people: %j', (joiners, existing, stops) => {
  const all = names(existing)
  const members = [...all, ...names(joiners, 1000)].map((name) => person(name))
  expect(
    compare(
      members,
      all.map((name) => participant(name)),
    ).stops,
  ).toEqual(stops)
})

test.each([
  [3, 4, []],
  [4, 4, ['leavers']],
  [20, 100, []],
  [21, 100, ['leavers']],
])('%i leavers of %i people: %j', (leavers, existing, stops) => {
  const all = names(existing)
  expect(
    compare(
      all.slice(leavers).map((name) => person(name)),
      all.map((name) => participant(name)),
    ).stops,
  ).toEqual(stops)
})

test('an empty list of a group waits for an admin, as does a change that costs too much or fills the budget', () => {
  expect(
    compare(
      [],
      names(40).map((name) => participant(name)),
    ).stops,
  ).toEqual(['leavers'])
  const one = [person('ada')]
  expect(compare(one, [], { maxRunCostPence: 2499 }).stops).toEqual(['cost'])
  expect(compare(one, [], { maxRunCostPence: 2500 }).stops).toEqual([])
  expect(compare(one, [], { planRoom: 0 }).stops).toEqual(['participants'])
  const full = names(1000).map((name) => participant(name, { employee_id: null }))
  expect(compare(one, full).stops).toEqual(['participants'])
})

test('the version of a difference changes with its people and its settings', () => {
  const settings = { groupId: 'g' }
  const first = differenceVersion(compare([person('ada')], []), settings)
  expect(differenceVersion(compare([person('ada')], []), settings)).toBe(first)
  expect(differenceVersion(compare([person('ben')], []), settings)).not.toBe(first)
  expect(differenceVersion(compare([person('ada')], []), { groupId: 'h' })).not.toBe(first)
})
