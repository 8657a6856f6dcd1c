import { expect, test } from 'vitest'
import type { AwardDetail } from '#contract/awards/awards.ts'
import { awardsNotUsed } from '#web/app/home/awards-not-used.server.ts'
import type { Session } from '#web/session/session.ts'
import { likeAward } from './award-like.server.ts'
import { payingRails, whatToDo } from './cannot-use.tsx'

const award = {
  ...{
    id: '0198c2d4-7a10-7b3e-9f55-0a4cc1f2e6b7',
    grantId: 'g',
    caseReference: 'C-1',
    reason: 'Food',
    amount: 1_550,
    paid: 0,
  },
  ...{ status: 'opened', rail: null, rails: ['cash-out', 'post-office'], deliverBy: 'letter', cannotUse: 'too-far' },
  ...{ person: { id: 'p', name: 'Ann' }, dateExpires: '2026-12-24T23:59:59.999Z' },
} as unknown as AwardDetail
const coded = (rail: AwardDetail['rail']): AwardDetail => ({ ...award, status: 'code-generated', rail })

test.each([
  ['has no code', award, /send it another way below/],
  ['has a code that its rail stops', coded('cash-out'), /cancel it and award it again below/],
  ['has a code that is not stopped', coded('post-office'), /not cashed by 24 December 2026 goes back/],
  ['has a code that was bought', coded('voucher'), /cannot be stopped.*tell us/],
])('an award that cannot be used and %s says what there is to do', (_, one, words) => {
  expect(whatToDo(one, true)).toMatch(words)
  expect(whatToDo(one, false)).toMatch(/A case worker/)
})

test('an award is sent by those ways of its grant alone that pay its amount', () => {
  expect(payingRails(award, ['voucher', 'cash-out', 'pin'])).toEqual(['voucher', 'cash-out'])
})

test('a new award begins as the one that was not used, without the way that failed; without a person there is none', () => {
  expect(likeAward(coded('cash-out'))).toEqual({
    ...{ id: award.id, grantId: 'g', personId: 'p', caseReference: 'C-1', reason: 'Food' },
    ...{ amountPence: 1_550, rails: ['post-office'], deliverBy: 'letter' },
  })
  expect(likeAward({ ...coded('cash-out'), paid: 550 })?.amountPence).toBe(1_000)
  expect(likeAward({ ...coded('cash-out'), rails: ['cash-out'] })?.rails).toEqual(['cash-out'])
  const ways: AwardDetail['rails'] = ['cash-out', 'post-office', 'energy']
  expect(likeAward({ ...coded('cash-out'), rails: ways, cannotUse: 'no-id' })?.rails).toEqual(['energy'])
  expect(likeAward({ ...award, person: { ...award.person, name: null } })).toBeNull()
})

test('home says of each award that its person cannot use, why, and which are locked, to those who make or approve awards; of many how many', async () => {
  const home = (count: number, can = true, locked = 0) =>
    awardsNotUsed({
      can: () => can,
      hasGrants: async () => true,
      api: {
        listAwards: async ({ query }: { query: { locked?: string } }) => ({
          ok: true,
          value: { data: Array(query.locked ? locked : count).fill(award), next: null },
        }),
      },
    } as unknown as Session)
  expect(await home(2, false)).toEqual([])
  expect(await home(1)).toMatchObject([
    {
      ...{ title: 'The person of case C-1 cannot use their award', text: 'It is too far away. No money has moved.' },
      action: { to: `/support/awards/${award.id}` },
    },
  ])
  expect(await home(0, true, 1)).toMatchObject([
    { title: 'The award of case C-1 is locked', action: { to: `/support/awards/${award.id}`, label: 'Help them' } },
  ])
  expect(await home(0, true, 5)).toMatchObject([
    { title: '5 awards are locked', action: { to: '/support?status=locked' } },
  ])
  expect(await home(4)).toMatchObject([{ title: '4 people cannot use their awards', level: 4 }])
})
