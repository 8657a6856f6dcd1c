import { expect, test } from 'vitest'
import {
  amountLabel,
  cardEndLabel,
  coveredLook,
  invitesSentence,
  isPaidByRuns,
  participantLabel,
  peopleLabel,
  runLabel,
  runsLabel,
  stateLabel,
  stateTone,
  unpaidLabel,
  yearLabel,
} from './labels.ts'
import { runDay, runFull } from './run-dates.ts'

test('a budget’s label says what a job is doing before the status', () => {
  expect(stateLabel({ status: 'live', subStatus: null })).toBe('Live')
  expect(stateLabel({ status: 'live', subStatus: 'running' })).toBe('Running now')
  expect(stateTone({ status: 'draft', subStatus: 'starting' })).toBe('accent')
})

test('a budget’s amount is shown with its frequency', () => {
  const budget = { budgetAmount: 2500, currency: 'GBX', frequency: 'month', isVariable: false } as const
  expect(amountLabel(budget)).toBe('£25 each month')
  expect(amountLabel({ ...budget, budgetAmount: 1250, isVariable: true })).toBe(
    '£12.50 each month, or their own amount',
  )
})

test('a budget is said to end where it has an end date, a number of runs, or has ended', () => {
  const endless = { numberOfRuns: 0, scheduledEndDate: null, status: 'live' } as const
  expect(runsLabel(endless)).toBe('Never ends')
  expect(runsLabel({ ...endless, numberOfRuns: 1 })).toBe('1 run')
  const ending = { ...endless, scheduledEndDate: '2027-02-15T12:00:00.000Z' }
  expect(runsLabel(ending)).toBe('Until 15 February 2027')
  expect(runsLabel({ ...ending, status: 'ended' })).toBe('No more: it has ended')
})

test('a budget’s people are counted with those who do not take part yet', () => {
  expect(peopleLabel({ active: 1, inactive: 0, invited: 0, inviteEnded: 0, inviteDeclined: 0 })).toBe('1 person')
  expect(peopleLabel({ active: 900, inactive: 1, invited: 1000, inviteEnded: 0, inviteDeclined: 0 })).toBe(
    '1,901 people, 1,000 still to accept, 1 paused',
  )
  expect(peopleLabel({ active: 0, inactive: 0, invited: 12, inviteEnded: 0, inviteDeclined: 0 }, true)).toBe(
    '12 people',
  )
})

test('a budget’s dates are those of London, in summer too', () => {
  expect(runFull('2026-07-01T08:00:00Z')).toBe('1 July 2026 at 09:00')
  expect(runDay('2026-06-30T23:30:00Z')).toBe('1 July 2026')
})

test('a budget that invites people says when each gets theirs, and up to how much by when', () => {
  const invites = { people: 30, upTo: 60_000, from: '2026-12-31T09:00:00Z', by: '2027-01-31T09:00:00Z' }
  expect(invitesSentence(invites, 'GBX')).toBe(
    'Invites go out on 31 December 2026: 30 people get theirs as they accept, up to £600.00 by 31 January 2027.',
  )
  expect(invitesSentence({ ...invites, people: 1, upTo: 2000, from: null, by: null }, 'GBX')).toBe(
    '1 person has yet to accept, and gets theirs as they do, up to £20.00.',
  )
})

test('a budget’s card is good for the whole of its last month', () => {
  expect(cardEndLabel('CARD_EXPIRED', '2027-02-01T00:00:00Z')).toBe('valid until 31 January 2027')
})

test('a run that could fail is never said to be covered, and a card that pays is named', () => {
  const safe = { problem: null, cardCharge: 0, atRisk: false }
  expect(coveredLook(safe)).toEqual({ word: 'Yes', tone: 'success' })
  expect(coveredLook({ ...safe, atRisk: true })).toEqual({ word: 'Perhaps not', tone: 'warning' })
  expect(coveredLook({ ...safe, cardCharge: 500 }).word).toBe('Yes, by card')
  expect(coveredLook({ problem: 'CARD_EXPIRED', cardCharge: 0, atRisk: true })).toEqual({
    word: 'No, the card has expired by then',
    tone: 'danger',
  })
})

test('someone who did not answer in time, or declined, is no longer called invited', () => {
  const late = { status: 'draft', inviteEnded: true, inviteDeclined: false, hasLeft: false } as const
  expect(participantLabel(late, { status: 'live' })).toBe('Invite ended')
  expect(participantLabel({ ...late, inviteEnded: false }, { status: 'live' })).toBe('Invited')
  expect(participantLabel({ ...late, inviteDeclined: true }, { status: 'live' })).toBe('Declined')
  const counts = { active: 1, inactive: 0, invited: 4, inviteEnded: 3, inviteDeclined: 1 }
  expect(peopleLabel(counts)).toBe('5 people, 1 still to accept, 2 whose invite has ended, 1 who declined')
  expect(unpaidLabel(counts)).toBe('2 whose invite has ended and 1 who declined')
})

test('a participant who was removed by others has not left, and no run is said to pay one who is paused or gone', () => {
  const gone = { status: 'deleted', inviteEnded: false, inviteDeclined: false } as const
  expect(participantLabel({ ...gone, hasLeft: false }, { status: 'live' })).toBe('Removed')
  expect(participantLabel({ ...gone, hasLeft: true }, { status: 'live' })).toBe('Left')
  const paid = (['draft', 'active', 'inactive', 'deleted'] as const).filter((status) =>
    isPaidByRuns({ status }, { status: 'live' }),
  )
  expect(paid).toEqual(['draft', 'active'])
})

test('a run that was undone is not called done', () => {
  expect(runLabel({ status: 'succeeded', undone: { date: '2026-07-01T08:00:00Z', amount: 100 } })).toBe('Undone')
  expect(runLabel({ status: 'succeeded', undone: null })).toBe('Done')
})

test('a budget names who is in it and gets nothing as things are: the paused, and whose invite has ended', () => {
  const counts = { active: 3, inactive: 1, invited: 2, inviteEnded: 2, inviteDeclined: 0 }
  expect(unpaidLabel(counts)).toBe('1 who is paused and 2 whose invite has ended')
  expect(unpaidLabel({ ...counts, inactive: 2, inviteEnded: 0, inviteDeclined: 0 })).toBe('2 who are paused')
  expect(unpaidLabel({ ...counts, inactive: 0, inviteEnded: 0, inviteDeclined: 0 })).toBe('')
})

test('people of a budget that has ended took part or did not join, and no run pays them', () => {
  const over = { status: 'ended' } as const
  const person = { inviteEnded: false, inviteDeclined: false, hasLeft: false }
  const statuses = ['draft', 'active', 'inactive'] as const
  expect(statuses.map((status) => participantLabel({ ...person, status }, over))).toEqual([
    ...['Did not join', 'Took part', 'Took part'],
  ])
  expect(statuses.filter((status) => isPaidByRuns({ status }, over))).toEqual([])
})

test('the most that a year costs is not called a year’s where the budget ends within it', () => {
  const runs = [{ date: '2026-12-01T09:00:00Z' }] as Parameters<typeof yearLabel>[0]['runs']
  expect(yearLabel({ runs, ends: '2027-04-01T08:00:00Z' })).toBe('Until it ends, at most')
  for (const ends of [null, '2028-04-01T08:00:00Z']) expect(yearLabel({ runs, ends })).toBe('A year, at most')
})
