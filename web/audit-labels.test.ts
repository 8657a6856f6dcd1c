import { expect, test } from 'vitest'
import { auditActions } from '#contract/reports/audit-actions.ts'
import { auditLabel, auditSubjectLabel } from './audit-labels.ts'

test('every act of the audit trail is said in words, not in its stored name', () => {
  for (const action of auditActions) expect(auditLabel(action), action).toMatch(/^[A-Z][^.]{4,}$/)
})

test('an act and a subject that a later release wrote are read as plain words', () => {
  expect(auditLabel('wallet.moved-abroad')).toBe('Wallet: moved abroad')
  expect(auditLabel('constructor.called')).toBe('Constructor: called')
  expect(auditSubjectLabel('automatedBudget')).toBe('Budget')
  expect(auditSubjectLabel('timeMachine')).toBe('Time machine')
})
