import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { operatorContract } from '#contract/operator/index.ts'
import { describeChecks } from '#contract/operator/overview.ts'
import { actLabel, actLabels } from './labels.ts'

test('every act of operators is said in words on their record', () => {
  const acts = (Object.values(operatorContract) as Endpoint[]).filter(({ operator }) => operator?.needsReason)
  expect(acts.map(({ id }) => id).filter((id) => !Object.hasOwn(actLabels, id))).toEqual([])
  const reminders = (isOn: boolean) => actLabel({ act: 'changeInvoiceReminders', isOn })
  expect([reminders(false), reminders(true)]).toEqual([
    'Reminders of an invoice stopped',
    'Reminders of an invoice sent again',
  ])
})

test('what an installation still lacks is counted in plain words', () => {
  const [ok, missing, failed] = (['ok', 'missing', 'failed'] as const).map((state) => ({ name: 'x', state, what: 'x' }))
  expect(describeChecks([ok!, missing!, ok!])).toBe('1 of 3 checks needs attention.')
  expect(describeChecks([failed!, missing!])).toBe('2 of 2 checks need attention.')
  expect(describeChecks([ok!])).toBe('Ready for customers.')
})
