import { expect, test } from 'vitest'
import { auditActions } from '#contract/reports/audit-actions.ts'
import storedActions from '#contract/reports/stored-audit-actions.json' with { type: 'json' }
import { collectStoredNames, currentStoredNames, listedStoredNames } from './stored-names.ts'

test('every name that a database may hold is still what the code calls it', () => {
  const current = currentStoredNames()
  const gone = Object.entries(listedStoredNames()).flatMap(([kind, names]) =>
    names.filter((name) => !current[kind]?.includes(name)).map((name) => `${kind}: ${name}`),
  )
  expect(gone).toEqual([])
})

test('every act that an audit trail may hold is among those that have words', () => {
  const stored = listedStoredNames().auditKinds!.filter((name) => name.includes('.'))
  const worded = [...auditActions, ...Object.keys(storedActions)]
  expect(stored.filter((name) => !worded.some((action) => action === name))).toEqual([])
})

test('the list of stored names holds some of each kind', () => {
  for (const [kind, names] of Object.entries(listedStoredNames())) expect(names.length, kind).toBeGreaterThan(3)
})

test('a stored name that is renamed in the code is missed', () => {
  const before = collectStoredNames(`eventType<{ id: string }>('wallets.below-alert')`, { endpoints: ['buy'] })
  const after = collectStoredNames(`eventType<{ id: string }>('wallets.low')`, { endpoints: ['purchase'] })
  expect(before).toMatchObject({ events: ['wallets.below-alert'], endpoints: ['buy'] })
  expect(after.events).not.toEqual(before.events)
  expect(after.endpoints).not.toEqual(before.endpoints)
})
