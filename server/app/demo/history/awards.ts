import { makeCode } from '#server/domains/awards/index.ts'
import { recipientActor } from '#server/platform/principal.ts'
import { council } from '../council.ts'
import type { Calendar } from './calendar.ts'
import type { Caller, Scene, Stage } from './stage.ts'

const colleague = (email: string): Caller => ({ email: `${email}@council.test`, teamId: council.team })
const MANAGER = colleague('manager')
const WORKERS = [colleague('case1'), colleague('case2')] as const

const firstNames = [
  'Ann',
  'Bilal',
  'Zofia',
  'Mihai',
  'Oksana',
  'Yusuf',
  'Rhian',
  'Tariq',
  'Grace',
  'Denis',
  'Amina',
  'Piotr',
] as const
const surnames = ['Hughes', 'Qureshi', 'Nowak', 'Ionescu', 'Bondar'] as const
const needs = [
  { reason: 'Food', pounds: 25, rails: ['cash-out', 'post-office'] },
  { reason: 'Energy', pounds: 49, rails: ['energy'] },
  { reason: 'Cash', pounds: 40, rails: ['cash-out', 'post-office', 'pin'] },
  { reason: 'Keeping warm', pounds: 30, rails: ['energy', 'cash-out'] },
  { reason: 'Home', pounds: 80, rails: ['post-office', 'cash-out'] },
] as const
const AWARDS = firstNames.length * surnames.length

/** What colleagues do about every so many awards. */
const EVERY = { decline: 25, cancel: 9, reissue: 7, code: 3 } as const
/** From this one on, requests are not decided yet. */
const STILL_WAITING = 50

/** A council's grant, and the awards that its people made out of it, one at a time: each is someone else's. */
export function awardScenes(calendar: Calendar): Scene[] {
  let grantId = ''
  const open = async ({ ask }: Stage) => {
    const grant = await ask(MANAGER, 'POST', '/v3/grants', {
      ...{ name: 'Household Support Fund', funder: 'Department for Work and Pensions' },
      purpose: 'Food, energy and essentials for households in hardship',
      ...{ fromDay: '2025-04-01', untilDay: '2028-03-31', rails: ['cash-out', 'energy', 'post-office', 'pin'] },
      ...{ maxAward: 10_000, approvalAbove: 5_000 },
    })
    grantId = grant.id
    await ask(MANAGER, 'POST', `/v3/grants/${grantId}/fundings`, { walletId: council.wallet, amount: 500_000 })
  }
  const make = (number: number) => async (stage: Stage) => {
    grantId ||= (await stage.ask(MANAGER, 'GET', '/v3/grants'))[0].id
    await playAward(stage, grantId, number)
  }
  const times = Array.from({ length: AWARDS }, (_, number) => ({
    at: calendar.workday(Math.floor(58 - (number * 57) / (AWARDS - 1)), number % 2 ? '10:40' : '14:10'),
    play: make(number),
  }))
  return [{ at: calendar.workday(60, '09:15'), play: open }, ...times]
}

/** Asks for an award, and does what its number says of it. */
async function playAward({ app, ask }: Stage, grantId: string, number: number): Promise<void> {
  const worker = WORKERS[number % 2]!
  const need = needs[number % needs.length]!
  const { id, status } = await ask(worker, 'POST', '/v3/awards', { grantId, ...wanted(number) })
  const is = (one: keyof typeof EVERY) => number % EVERY[one] === EVERY[one] - 1
  if (status === 'referred') {
    if (number >= STILL_WAITING) return
    const reason = { reason: 'Helped by another fund' }
    if (is('decline')) await ask(MANAGER, 'POST', `/v3/awards/${id}/decline`, reason)
    else await ask(MANAGER, 'POST', `/v3/awards/${id}/approve`)
  } else if (is('cancel'))
    await ask(worker, 'POST', `/v3/awards/${id}/cancel`, { reason: 'Was helped by their family' })
  else if (is('reissue')) await ask(worker, 'POST', `/v3/awards/${id}/reissue`, { reason: 'The number was wrong' })
  else if (is('code')) await makeCode(app.posy, id, { rail: need.rails[0] }, recipientActor)
}

const wanted = (number: number) => {
  const need = needs[number % needs.length]!
  const born = `${1948 + number}-0${1 + (number % 9)}-1${number % 10}`
  return {
    person: {
      name: `${firstNames[number % firstNames.length]} ${surnames[Math.floor(number / firstNames.length)]}`,
      ...{ phoneNumber: `+4477009001${`${number}`.padStart(2, '0')}`, dateOfBirth: born },
      ...{ postalAddress: [`${1 + number} Mill Lane`, 'Westbridge'], postcode: 'WB1 2AA' },
    },
    ...{ caseReference: `HSF-${1000 + number}`, reason: need.reason },
    ...{ amount: need.pounds * 100, rails: need.rails },
  }
}
