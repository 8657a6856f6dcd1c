import { expect, test } from 'vitest'
import { subjectPath } from '#web/operator/subjects.ts'
import { hitPath } from './links.ts'

const customer = { id: 'acme', name: 'Acme' }
const hit = { id: 'x', title: 'Run 7', detail: '', customer, purchaseId: null }

test('a person who was found leads to their row among the members, and a request to its program’s page with it alone', () => {
  expect(hitPath({ ...hit, kind: 'person' })).toBe('/operator/customers/acme/members?member=x')
  expect(hitPath({ ...hit, kind: 'person', customer: null })).toBeNull()
  expect(hitPath({ ...hit, kind: 'request' })).toBe('/operator/programs/x?request=Run+7')
})

test('a budget, a wallet, a batch of awards and an API key in a customer’s trail lead to what they are', () => {
  expect(subjectPath({ kind: 'automatedBudget', id: 'x' })).toBe('/operator/budgets/x')
  expect(subjectPath({ kind: 'wallet', id: 'x' })).toBe('/operator/wallets/x')
  expect(subjectPath({ kind: 'award_batch', id: 'x' })).toBe('/operator/customers?q=x')
  for (const kind of ['apiKey', 'client']) expect(subjectPath({ kind, id: 'x' })).toBe('/operator/programs/x')
})
