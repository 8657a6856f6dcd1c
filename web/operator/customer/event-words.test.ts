import { expect, test } from 'vitest'
import { roleNames } from '#contract/core/role-names.ts'
import type { Customer } from '#contract/operator/customers.ts'
import { describeChanges } from './event-words.ts'

type Event = Customer['events'][number]
const words = (event: Partial<Event>, isSupport = false) =>
  describeChanges({ changes: [], fields: [], amount: null, currency: 'GBX', ...event } as Event, roleNames(isSupport))

test('the audit trail says in words which rule was changed, from what to what', () => {
  expect(
    words({
      changes: [
        { what: 'maximumHugggExpiryDays', from: 30, to: 90 },
        { what: 'deliveryMethods', from: null, to: ['email'] },
        { what: 'requireSecondStep', from: false, to: true },
      ],
      fields: ['name', 'businessAddress'],
    }),
  ).toEqual([
    'Gifts last: 90 days at most, until now 30 days at most',
    'Ways to send: By email, until now Every way',
    'A second step is required: yes, until now no',
    'Changed: Name, Business address',
  ])
  expect(words({ changes: [{ what: 'role', from: 'participant', to: 'team-admin' }] })).toEqual([
    'Role: Team admin, until now Participant',
  ])
  expect(words({ changes: [{ what: 'role', from: 'team-viewer', to: 'subteam-admin' }] }, true)).toEqual([
    'Role: Case worker, until now Auditor',
  ])
  expect(words({ changes: [{ what: 'creditLimit', from: 5000, to: 10_000 }] })).toEqual([
    'Credit limit: £100.00, until now £50.00',
  ])
  expect(words({ changes: [{ what: 'role', from: null, to: 'team-viewer' }], amount: 1250 })).toEqual([
    'Role: Viewer',
    '£12.50',
  ])
})

test('the audit trail’s words bear values that no release of ours wrote', () => {
  const odd = [null, '', 7, { a: 1 }, ['x'], true, 'later']
  for (const what of ['role', 'plan', 'creditLimit', 'fromTheFuture', 'authMethods'])
    for (const from of odd)
      for (const to of odd)
        for (const line of words({ changes: [{ what, from, to }] })) expect(line).not.toMatch(/undefined|\[object/)
})
