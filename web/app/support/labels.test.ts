import { expect, test } from 'vitest'
import type { AwardDetail } from '#contract/awards/awards.ts'
import type { Grant } from '#contract/awards/grants.ts'
import { usableRails } from './award-like.ts'
import { entryReason, entryTitle } from './award-timeline.tsx'
import { endedLately } from './ended-lately.ts'
import { whyGrantEnded } from './grant-end.server.ts'
import {
  approvalRule,
  isToBePrinted,
  mayBeAwardedAgain,
  mayBeReissued,
  stateLook,
  whyItWaits,
  whyListWaits,
} from './labels.ts'
import { atItsField } from './read-award.server.ts'

test('when a second person is asked is said before anything is made, of an award and of a list', () => {
  const rule = (approvalAbove: number | null, isList: boolean) =>
    approvalRule({ approvalAbove, currency: 'GBX' }, isList)
  expect(rule(null, false)).toBe('')
  expect(rule(0, true)).toBe('A second person approves each list.')
  expect(rule(10_000, false)).toContain('one record of a person, or one case, above £100.00 in four weeks')
  expect(rule(10_000, true)).toContain('more than £100.00 in all')
})

const award = (more: object) =>
  ({
    status: 'expired',
    paid: 0,
    isUndecided: false,
    currency: 'GBX',
    person: { name: 'Ann' },
    ...more,
  }) as unknown as AwardDetail

test('an award that no one decided on says so, and is awarded again, never sent another way', () => {
  const one = award({ isUndecided: true })
  expect(stateLook(one).label).toBe('Not decided in time')
  expect([mayBeReissued(one), mayBeAwardedAgain(one, null)]).toEqual([false, true])
})

test('an award that expired unused is sent another way while its grant lasts; after that, and once cancelled, it is awarded again', () => {
  const now = new Date('2026-11-27T12:00:00Z')
  const ended = whyGrantEnded({ dateClosed: null, untilDay: '2026-11-26' }, now)
  expect(ended).toBe('ended on 26 November 2026')
  expect(whyGrantEnded({ dateClosed: null, untilDay: '2026-11-27' }, now)).toBeNull()
  expect(whyGrantEnded({ dateClosed: '2026-11-01T00:00:00Z', untilDay: '2026-12-31' }, now)).toBe('is closed')
  expect([mayBeAwardedAgain(award({}), null), mayBeAwardedAgain(award({}), ended)]).toEqual([false, true])
  expect(mayBeAwardedAgain(award({ status: 'cancelled' }), null)).toBe(true)
  expect(mayBeAwardedAgain(award({ status: 'cancelled', person: { name: null } }), null)).toBe(false)
})

test('each request says why it waits: above the limit alone, with what was given lately, or as a list for someone in it', () => {
  const waits = (amount: number, recent: number, approvalAbove: number | null = 10_000) =>
    whyItWaits(award({ amount, waiting: { approvalAbove, recent, duplicateReason: null } }))
  expect(waits(12_000, 0)).toBe('Above £100.00')
  expect(waits(6_000, 8_000)).toBe('With £80.00 in the four weeks before, this person or case is above £100.00')
  expect(waits(6_000, 0, 0)).toBe('A second person approves each award of this grant')
  expect(whyItWaits(award({ waiting: null }))).toBeNull()
  const list = (amount: number, approvalAbove: number | null) =>
    whyListWaits({ amount, approvalAbove, currency: 'GBX' })
  expect(list(12_000, 10_000)).toBe('Above £100.00 in all')
  expect([list(9_000, 10_000), list(9_000, null)]).toEqual(
    Array(2).fill('Someone in it was helped in the last 28 days'),
  )
})

test('the history of an award calls locking, unlocking and what else was noted by their own words', () => {
  const entry = (note: AwardDetail['timeline'][number]['note'], reason: string, more: object = {}) =>
    ({
      note,
      reason,
      from: 'delivered',
      to: 'delivered',
      cannotUse: null,
      ...more,
    }) as unknown as AwardDetail['timeline'][number]
  const told = (one: AwardDetail['timeline'][number]) => [entryTitle(one, 'GBX'), entryReason(one)]
  expect(told(entry('locked', 'locked: three wrong dates of birth'))).toEqual([
    'Locked: three wrong dates of birth',
    null,
  ])
  expect(told(entry('unlocked', 'unlocked: showed a passport'))).toEqual(['Unlocked', 'Showed a passport'])
  expect(told(entry('link-shown', 'link shown'))).toEqual(['Link shown', null])
  expect(told(entry(null, 'Its last day is over', { from: 'referred', to: 'expired' }))).toEqual([
    ...['Not decided in time', null],
  ])
})

test('an award by letter says that it is to be printed, until its letter is; a new link is a new letter', () => {
  const at = (to: string, note: string | null = null) => ({ to, note })
  const letter = (timeline: object[], status = 'issued') =>
    isToBePrinted(award({ deliverBy: 'letter', status, timeline }))
  const printed = [at('issued'), at('issued', 'letter-printed')]
  expect([letter([at('issued')]), letter(printed)]).toEqual([true, false])
  expect(letter([...printed, at('reissued')], 'reissued')).toBe(true)
  expect(letter([...printed, at('reissued'), at('reissued', 'letter-printed')], 'reissued')).toBe(false)
})

test('someone without ID is not sent to a post office, and a letter without an address is refused at the address', () => {
  expect(usableRails({ rails: ['cash-out', 'post-office'], cannotUse: 'no-id' })).toEqual(['cash-out'])
  expect(usableRails({ rails: ['post-office'], cannotUse: 'no-id' })).toEqual(['post-office'])
  const failure = { message: '', status: 422, values: {}, fields: { deliverBy: 'Needs a postal address' } }
  expect(atItsField(failure, { deliverBy: 'letter' }).fields).toEqual({
    postalAddress: 'Needed to send the link by letter',
  })
})

test('home tells who decides or funds what ended unused in seven days, and how much went back; a case worker is not told', () => {
  const grant = (undecided: number, unused: number) =>
    ({
      endedLately: {
        undecided: { awards: undecided, amount: undecided * 5_000 },
        unused: { awards: unused, amount: unused * 2_000 },
      },
    }) as Grant
  const told = (can: boolean, ...grants: Grant[]) => endedLately({ can: () => can }, grants)
  expect(told(true, grant(1, 0), grant(1, 3))).toMatchObject([
    { title: '2 requests for an award ended, for no one decided in time', text: expect.stringContaining('£100.00') },
    { title: '3 awards ended without being used', text: expect.stringContaining('£60.00') },
  ])
  expect([told(true, grant(0, 0)), told(false, grant(1, 1))]).toEqual([[], []])
})
