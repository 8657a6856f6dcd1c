import { expect, test } from 'vitest'
import { readEmployee } from './answers.ts'

const person = { id: 'e-1', first_name: 'Ada', last_name: 'Byron', work_email: 'Ada@Acme.test ' }

test('Merge’s client reads a person with all that their system knows', () => {
  expect(
    readEmployee({
      ...person,
      start_date: '2020-02-03T00:00:00Z',
      date_of_birth: '1992-02-29T00:00:00Z',
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
    status: 'pending',
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
    ...{ status: 'active', groups: [] },
  })
})

test('Merge’s client leaves out people who were deleted there, and refuses what is not a person', () => {
  expect(readEmployee({ ...person, remote_was_deleted: true })).toBeNull()
  expect(() => readEmployee({ first_name: 'Ada' })).toThrow()
})
