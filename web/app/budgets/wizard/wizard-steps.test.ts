import { expect, test } from 'vitest'
import { nextWizardStep, stepAfter, stepBefore } from './wizard-steps.ts'

const noPeople = { active: 0, inactive: 0, invited: 0, inviteEnded: 0 }
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
