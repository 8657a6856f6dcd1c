import { householdTypes } from '#contract/awards/household-type.ts'
import type { RailName } from '#contract/core/rails.ts'
import { makeCode } from '#server/domains/awards/index.ts'
import { takeSettlementFile } from '#server/domains/rails/index.ts'
import { asSystem } from '#server/platform/posy.ts'
import { recipientActor } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { council } from '../council.ts'
import type { Calendar } from './calendar.ts'
import { type Caller, DemoRefusal, type Scene, type Stage } from './stage.ts'

const colleague = (email: string): Caller => ({ email: `${email}@council.test`, teamId: council.team })
const MANAGER = colleague('manager')
const WORKERS = [colleague('case1'), colleague('case2')] as const

/** First names, with the language of their letters. */
const people = [
  ['Ann', 'en'],
  ['Bilal', 'ur'],
  ['Zofia', 'pl'],
  ['Mihai', 'ro'],
  ['Oksana', 'uk'],
  ['Yusuf', 'ar'],
  ['Rhian', 'cy'],
  ['Tariq', 'bn'],
  ['Grace', 'en'],
  ['Denis', 'en'],
  ['Amina', 'ar'],
  ['Piotr', 'pl'],
] as const
const deliveries = ['email', 'letter', 'hand', 'hand'] as const
const surnames = ['Hughes', 'Qureshi', 'Nowak', 'Ionescu', 'Bondar'] as const
const needs = [
  { reason: 'Food', pounds: 25, rails: ['cash-out', 'post-office'] },
  { reason: 'Energy', pounds: 49, rails: ['energy'] },
  { reason: 'Cash', pounds: 40, rails: ['cash-out', 'post-office', 'pin'] },
  { reason: 'Keeping warm', pounds: 30, rails: ['energy', 'cash-out'] },
  { reason: 'Home', pounds: 80, rails: ['post-office', 'cash-out'] },
] as const
const FIRST_CASE = 1000
/** Asked for one at a time; the others are of two lists. */
const SINGLE = 48
const FIRST_LIST = { from: SINGLE, until: 56 } as const
const SECOND_LIST = { from: 56, until: 60 } as const

/** What colleagues and people do about every so many awards. */
const EVERY = { decline: 25, cancel: 9, reissue: 7, code: 3, open: 8 } as const
/** From this one on, requests are not decided yet. */
const STILL_WAITING = 40
/** Its code was not taken, as its person says: no one has helped them yet. */
const NOT_TAKEN = 47
type Told = Record<number, { event: 'cashed' | 'expired'; amountPence?: number }>
/** What came of codes at the rails' counters by two days, in pence where it was a part. */
const FIRST_FILES: Told = {
  2: { event: 'cashed' },
  5: { event: 'cashed', amountPence: 1_000 },
  11: { event: 'cashed' },
}
const SECOND_FILES: Told = { 5: { event: 'expired' }, 32: { event: 'cashed', amountPence: 1_500 } }

/** A council's grant, the awards that its people made out of it, alone and by list, and its letters: each award is someone else's. */
export function awardScenes(calendar: Calendar): Scene[] {
  const open = async ({ ask }: Stage) => {
    const { id } = await ask(MANAGER, 'POST', '/v3/grants', {
      ...{ name: 'Household Support Fund', funder: 'Department for Work and Pensions' },
      purpose: 'Food, energy and essentials for households in hardship',
      ...{ fromDay: '2025-04-01', untilDay: '2028-03-31', rails: ['cash-out', 'energy', 'post-office', 'pin'] },
      ...{ maxAward: 10_000, approvalAbove: 5_000 },
    })
    await ask(MANAGER, 'POST', `/v3/grants/${id}/fundings`, { walletId: council.wallet, amount: 500_000 })
  }
  const singles = Array.from({ length: SINGLE }, (_, number) => ({
    at: calendar.workday(Math.floor(58 - (number * 57) / (SINGLE - 1)), number % 2 ? '10:40' : '14:10'),
    play: (stage: Stage) => playAward(stage, number),
  }))
  return [
    { at: calendar.workday(60, '09:15'), play: open },
    ...singles,
    { at: calendar.workday(30, '16:30'), play: (stage) => settle(stage, FIRST_FILES) },
    { at: calendar.workday(9, '11:20'), play: (stage) => playList(stage, 'Warm homes, first list', FIRST_LIST, true) },
    { at: calendar.workday(8, '16:30'), play: (stage) => settle(stage, SECOND_FILES) },
    { at: calendar.workday(5, '12:15'), play: printLetters },
    {
      at: calendar.workday(4, '11:05'),
      play: (stage) => playList(stage, 'Warm homes, second list', SECOND_LIST, false),
    },
  ]
}

const findGrant = async ({ ask }: Stage): Promise<string> => (await ask(MANAGER, 'GET', '/v3/grants'))[0].id

/** Asks for an award, and does what its number says of it. */
async function playAward(stage: Stage, number: number): Promise<void> {
  const { app, ask } = stage
  const worker = WORKERS[number % 2]!
  const wish = wanted(number)
  const { id, status } = await ask(worker, 'POST', '/v3/awards', { grantId: await findGrant(stage), ...wish })
  const is = (one: keyof typeof EVERY) => number % EVERY[one] === EVERY[one] - 1
  if (status === 'referred') {
    if (number >= STILL_WAITING) return
    const reason = { reason: 'Helped by another fund' }
    if (is('decline')) await ask(MANAGER, 'POST', `/v3/awards/${id}/decline`, reason)
    else await ask(MANAGER, 'POST', `/v3/awards/${id}/approve`)
  } else if (is('cancel'))
    await ask(worker, 'POST', `/v3/awards/${id}/cancel`, { reason: 'Was helped by their family' })
  else if (is('reissue')) await ask(worker, 'POST', `/v3/awards/${id}/reissue`, { reason: 'The number was wrong' })
  else if (is('code')) await makeCode(app.posy, id, { rail: wish.rails[0] }, recipientActor)
  else if (is('open')) await openAward(stage, worker, id, wish.person)
  if (number === NOT_TAKEN) {
    const { path, proof } = await openAward(stage, worker, id, wish.person)
    await ask(null, 'POST', `${path}/cannot-use`, { proof, reason: 'not-accepted' })
  }
}

/** Its person opens it beside their case worker. */
async function openAward({ ask }: Stage, worker: Caller, id: string, { dateOfBirth }: { dateOfBirth: string }) {
  const { url } = await ask(worker, 'POST', `/v3/awards/${id}/link`)
  const path = `/public/awards/${new URL(url).pathname.split('/').at(-1)}`
  const { proof } = await ask(null, 'POST', `${path}/open`, { dateOfBirth })
  return { path, proof }
}

/** A list of awards above the grant's limit: the manager decides on it as one, or has not yet. */
async function playList(
  stage: Stage,
  name: string,
  { from, until }: { from: number; until: number },
  isDecided: boolean,
): Promise<void> {
  const rows = Array.from({ length: until - from }, (_, index) => {
    const { amount, reason, ...row } = wanted(from + index)
    return { ...row, rails: ['cash-out', 'post-office'] }
  })
  const list = { grantId: await findGrant(stage), name, reason: 'Keeping warm', amount: 3_000, rows }
  const { id } = await stage.ask(WORKERS[0], 'POST', '/v3/award-batches', list)
  if (isDecided) await stage.ask(MANAGER, 'POST', `/v3/award-batches/${id}/approve`, {})
}

/** Some codes come to the counters, and the rails' files of the day say so. */
async function settle({ app, ask }: Stage, told: Told): Promise<void> {
  const awards = await ask(MANAGER, 'GET', '/v3/awards?status=code-generated&status=part-cashed&limit=100')
  const rails = new Set<RailName>()
  for (const { id, caseReference, rail } of awards) {
    const event = told[Number(caseReference.slice('HSF-'.length)) - FIRST_CASE]
    if (!event) continue
    rails.add(rail)
    await onceOnly(ask(null, 'POST', '/sandbox/rails/codes', { rail, reference: `${id}-1-1`, ...event }))
  }
  for (const rail of rails) {
    const { name, text } = await ask(null, 'GET', `/sandbox/rails/${rail}/settlement`)
    const file = { rail, name, bytes: new TextEncoder().encode(text), operator: 'demo' }
    await onceOnly(asSystem(app.posy, (work) => takeSettlementFile(work, file)))
  }
}

/** Played again after a restart, it has happened already. */
async function onceOnly(act: Promise<unknown>): Promise<void> {
  try {
    await act
  } catch (error) {
    if (!((error instanceof DemoRefusal || error instanceof Problem) && error.status === 409)) throw error
  }
}

async function printLetters({ ask }: Stage): Promise<void> {
  const { due } = await ask(WORKERS[1], 'GET', '/v3/award-letters')
  const awardIds = due.map(({ awardId }: { awardId: string }) => awardId)
  if (awardIds.length) await ask(WORKERS[1], 'POST', '/v3/award-letters', { awardIds })
}

/** Where they live: mostly in two, of some too few for a report to name them. */
const districts = [
  'WB1',
  'WB2',
  'WB1',
  'WB4',
  'WB1',
  'WB2',
  'WB1',
  'WB1',
  'WB2',
  'WB1',
  'WB1',
  'WB2',
  'WB1',
  'WB7',
  'WB2',
]

const wanted = (number: number) => {
  const need = needs[number % needs.length]!
  const born = `${1948 + number}-0${1 + (number % 9)}-1${number % 10}`
  const [firstName, language] = people[number % people.length]!
  const surname = surnames[Math.floor(number / people.length)]!
  return {
    person: {
      name: `${firstName} ${surname}`,
      ...{ phoneNumber: `+4477009001${`${number}`.padStart(2, '0')}`, dateOfBirth: born, language },
      email: `${firstName}.${surname}@people.test`.toLowerCase(),
      ...{
        postalAddress: [`${1 + number} Mill Lane`, 'Westbridge'],
        postcode: `${districts[number % districts.length]} 2AA`,
      },
    },
    ...{ caseReference: `HSF-${FIRST_CASE + number}`, reason: need.reason },
    // Not everyone says it.
    ...(number % 7 ? { householdType: householdTypes[number % householdTypes.length]! } : {}),
    ...{ amount: need.pounds * 100, rails: need.rails },
    deliverBy: deliveries[number % deliveries.length]!,
  }
}
