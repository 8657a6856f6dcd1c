import { expect, test } from 'vitest'
import { listWizardSteps, nextLabel, nextWizardStep, paidTotal, stepAfter, stepBefore } from './wizard-steps.ts'

const noPeople = { active: 0, inactive: 0, invited: 0, inviteEnded: 0, inviteDeclined: 0 }
const fresh = { status: 'draft', dateCreated: 'a', dateModified: 'a', participantCounts: noPeople } as const

test('a draft budget continues at its first unanswered step', () => {
  expect(nextWizardStep(fresh)).toBe('schedule')
  expect(nextWizardStep({ ...fresh, dateModified: 'b' })).toBe('participants')
  expect(nextWizardStep({ ...fresh, participantCounts: { ...noPeople, invited: 12 } })).toBe('review')
  expect(nextWizardStep({ ...fresh, status: 'live' })).toBe('basics')
})

test('the wizard leaves out the step of people for a live budget', () => {
  expect(stepAfter('schedule', fresh)).toBe('participants')
  expect(stepAfter('schedule', { status: 'live' })).toBe('rules')
  expect(stepBefore('rules', { status: 'live' })).toBe('schedule')
  expect(stepAfter('review', fresh)).toBe('review')
})

test('the box of a budget counts who gets its money: neither who is paused nor whose invite has ended', () => {
  expect(paidTotal({ active: 5, inactive: 2, invited: 4, inviteEnded: 1, inviteDeclined: 0 })).toBe(8)
})

test('the steps of a live budget take along what is not saved yet, and save nothing one by one', () => {
  const live = { ...fresh, status: 'live', id: '01920000-0000-7000-8000-000000000001' } as const
  const addresses = listWizardSteps(live, { changes: 'abc' }).map(({ path }) => path!.replace(/.*edit/, ''))
  expect(addresses[0]).toBe('/basics?changes=abc')
  expect(addresses.every((each) => each.endsWith('?changes=abc'))).toBe(true)
  expect([nextLabel('live'), nextLabel('draft'), nextLabel()]).toEqual([
    'Continue',
    'Save and continue',
    'Save and continue',
  ])
})
