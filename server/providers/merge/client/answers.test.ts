import { expect, test } from 'vitest'
import { readEmployee } from './answers.ts'

const person = { id: 'e-1', first_name: 'Ada', last_name: 'Byron', work_email: 'Ada@Acme.test ' }

test('Merge’s client reads a person with all that their system knows', () => {
  expect(
    readEmployee({
      ...person,
      start_date: '2020-02-03T00:00:00Z',
      date_of_birth: '1992-02-29T00:00:00Z',
      termination_date: '2027-01-31T00:00:00Z',
      employment_status: 'PENDING',
      groups: [{ id: 'g-1', name: 'Engineering', type: 'TEAM' }],
      work_location: { id: 'l-1', name: 'Leeds' },
      employments: [
        { employment_type: 'PART_TIME', effective_date: '2020-02-03T00:00:00Z' },
        { employment_type: 'FULL_TIME', effective_date: '2022-01-01T00:00:00Z' },
      ],
    }),
  ).toEqual({
    id: 'e-1',
    firstName: 'Ada',
    surname: 'Byron',
    workEmail: 'ada@acme.test',
    startDate: '2020-02-03',
    birthday: '1992-02-29',
    lastDay: '2027-01-31',
    status: 'pending',
    statusWord: null,
    groups: [
      { id: 'g-1', kind: 'team', name: 'Engineering' },
      { id: 'l-1', kind: 'location', name: 'Leeds' },
      { id: 'FULL_TIME', kind: 'employment-type', name: 'Full time' },
    ],
  })
})

test('Merge’s client reads a person of whom little is known', () => {
  expect(
    readEmployee({ id: 'e-2', work_email: 'none', groups: ['g-1'], work_location: 'l-1', date_of_birth: '?' }),
  ).toEqual({
    ...{ id: 'e-2', firstName: '', surname: '', workEmail: null, startDate: null, birthday: null },
    ...{ lastDay: null, status: 'active', statusWord: null, groups: [] },
  })
})

test.each([
  ['ACTIVE', 'active', null],
  ['Active', 'active', null],
  [null, 'active', null],
  ['', 'active', null],
  ['pre-hire', 'pending', null],
  ['Terminated', 'inactive', null],
  ['LEAVER', 'inactive', null],
  ['inactive', 'inactive', null],
  ['Inactive', 'inactive', null],
  ['On garden leave', 'inactive', 'On garden leave'],
])(
  'Merge’s client takes the status %j for %s: only one that says plainly that they work there counts',
  (told, status, word) => {
    expect(readEmployee({ ...person, employment_status: told })).toMatchObject({ status, statusWord: word })
  },
)

test.each([
  ['r&d@acme.test', 'r&d@acme.test'],
  ['info@müller.example', 'info@xn--mller-kva.example'],
  ['\u200eAda@Acme.test', 'ada@acme.test'],
])('Merge’s client keeps the address %s of a person', (told, kept) => {
  expect(readEmployee({ ...person, work_email: told })?.workEmail).toBe(kept)
})

test('Merge’s client leaves out people who were deleted there, and refuses what is not a person', () => {
  expect(readEmployee({ ...person, remote_was_deleted: true })).toBeNull()
  expect(() => readEmployee({ first_name: 'Ada' })).toThrow()
})
