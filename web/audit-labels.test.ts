import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { impersonationPolicy } from '#contract/core/impersonation.ts'
import { contract } from '#contract/index.ts'
import { auditActions } from '#contract/reports/audit-actions.ts'
import { actWords, visitActLabels, waitingActLabel, waitingActLabels } from './act-words.ts'
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

test('what support changed in a visit is named by what it did, and an act of two operators by what it was', () => {
  const changes = (Object.values(contract) as Endpoint[]).filter((each) => impersonationPolicy(each) === 'change')
  for (const { id } of changes) expect(Object.keys(visitActLabels)).toContain(id)
  const said = (action: string, id: string, waitingAct: string | null = null) =>
    actWords({ action, subject: { id }, waitingAct })
  expect(said('impersonation.changed', 'resendHuggg')).toBe('Support sent a gift again')
  expect(said('impersonation.changed', 'fromTheFuture')).toBeNull()
  expect(said('money.confirmed', 'x', 'second-step-off')).toBe(
    'Second step switched off: confirmed by another operator',
  )
  expect(said('wallet.created', 'x')).toBeNull()
  for (const kind of Object.keys(waitingActLabels)) expect(waitingActLabel(kind)).toMatch(/^[A-Z]/)
  expect(waitingActLabel('of-a-later-release')).toBe('Of a later release')
})
