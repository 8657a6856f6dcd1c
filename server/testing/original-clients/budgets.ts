import { demo } from '#server/app/demo/ids.ts'
import { ADMIN, B, type Case, day, type Json, type World } from './world.ts'

const freshBudget = { name: 'Fresh', budgetAmount: 500, frequency: 'month', walletId: demo.wallets.acmeMain }
const ofBudget = {
  currency: 'GBX',
  isVariable: false,
  billingMethod: { type: 'manual', cardId: null },
  numberOfRuns: 0,
  scheduledStartDate: null,
  recurrenceDate: null,
  scheduledEndDate: null,
  unspentParticipantBalanceAction: 'reset',
  reasonCodes: [],
  deliveryMethods: ['email'],
  deliveryEmailDomains: [],
  maximumHugggExpiryDays: 30,
  giftingRestrictionsCategories: { allow: [], disallow: [] },
  giftingRestrictionsPrice: { min: null, max: null },
  userId: demo.users.acmeAdmin,
  teamId: demo.teams.acme,
  startingAt: null,
  startedAt: null,
  endedAt: null,
  nextScheduledRun: null,
  runsExecuted: 0,
  status: 'draft',
  subStatus: null,
}

export const budgetsCases = ({ call, ok, get, budget, addTwoParticipants, live, app }: World): Case[] => [
  ['POST minimal', () => ({ as: ADMIN, method: 'POST', path: B, body: freshBudget })],
  [
    'POST a copy of a budget that was read',
    async () => {
      const b = await budget()
      return { as: ADMIN, method: 'POST', path: B, body: { ...b, name: 'Copy' } }
    },
  ],
  [
    'PUT draft: the whole record, name changed',
    async () => {
      const b = await budget()
      const e = await get(`${B}/${b.id}`)
      return { as: ADMIN, method: 'PUT', path: `${B}/${b.id}`, body: { ...e, name: 'Renamed' } }
    },
  ],
  [
    'PUT draft: the 33 entity fields of section 3 only',
    async () => {
      const b = await budget()
      const e = await get(`${B}/${b.id}`)
      const { latestExecution, participantCounts, totalFunds, calculatedBudgetAmount, formattedBudgetAmount, ...rest } =
        e
      return { as: ADMIN, method: 'PUT', path: `${B}/${b.id}`, body: { ...rest, name: 'Renamed' } }
    },
  ],
  [
    'PUT live: the whole record, name changed',
    async () => {
      const { b } = await live()
      return { as: ADMIN, method: 'PUT', path: `${B}/${b.id}`, body: { ...b, name: 'Live renamed' } }
    },
  ],
  [
    'PUT live: only the changeable fields, schedule as it is',
    async () => {
      const { b } = await live()
      const e = await get(`${B}/${b.id}`)
      const keep = [
        'name',
        'isVariable',
        'budgetAmount',
        'walletId',
        'billingMethod',
        'frequency',
        'numberOfRuns',
        'scheduledStartDate',
        'recurrenceDate',
        'scheduledEndDate',
        'unspentParticipantBalanceAction',
        'reasonCodes',
        'deliveryMethods',
        'deliveryEmailDomains',
        'maximumHugggExpiryDays',
        'giftingRestrictionsCategories',
        'giftingRestrictionsPrice',
      ]
      return { as: ADMIN, method: 'PUT', path: `${B}/${b.id}`, body: Object.fromEntries(keep.map((k) => [k, e[k]])) }
    },
  ],
  [
    'POST start without body',
    async () => {
      const b = await budget()
      await addTwoParticipants(b)
      return { as: ADMIN, method: 'POST', path: `${B}/${b.id}/start` }
    },
  ],
  [
    'POST start with {}',
    async () => {
      const b = await budget()
      await addTwoParticipants(b)
      return { as: ADMIN, method: 'POST', path: `${B}/${b.id}/start`, body: {} }
    },
  ],
  [
    'POST unschedule',
    async () => {
      const b = await budget({ scheduledStartDate: day(20) })
      await addTwoParticipants(b)
      await ok(call('POST', `${B}/${b.id}/start`, { as: ADMIN, body: {} }))
      return { as: ADMIN, method: 'POST', path: `${B}/${b.id}/unschedule`, body: {} }
    },
  ],
  [
    'POST runs',
    async () => {
      const { b } = await live()
      await app.settle()
      return { as: ADMIN, method: 'POST', path: `${B}/${b.id}/runs`, body: {} }
    },
  ],
  [
    'DELETE draft',
    async () => {
      const b = await budget()
      return { as: ADMIN, method: 'DELETE', path: `${B}/${b.id}` }
    },
  ],
  [
    'DELETE draft with content-type json and an empty body',
    async () => {
      const b = await budget()
      return { as: ADMIN, method: 'DELETE', path: `${B}/${b.id}`, headers: { 'content-type': 'application/json' } }
    },
  ],
  [
    'participants POST {participants: [addresses]}',
    async () => {
      const b = await budget()
      return { as: ADMIN, method: 'POST', path: `${B}/${b.id}/participants`, body: { participants: ['x@acme.test'] } }
    },
  ],
  [
    'participants POST {participants: [{email}]}',
    async () => {
      const b = await budget()
      return {
        as: ADMIN,
        method: 'POST',
        path: `${B}/${b.id}/participants`,
        body: { participants: [{ email: 'x@acme.test' }] },
      }
    },
  ],
  [
    'participants POST {participants: [{email, budgetAmount}]} (variable)',
    async () => {
      const b = await budget({ isVariable: true })
      return {
        as: ADMIN,
        method: 'POST',
        path: `${B}/${b.id}/participants`,
        body: { participants: [{ email: 'x@acme.test', budgetAmount: 700 }] },
      }
    },
  ],
  [
    'participants POST: a participant as read from another budget',
    async () => {
      const b1 = await budget()
      const [p] = await addTwoParticipants(b1)
      const b = await budget()
      return { as: ADMIN, method: 'POST', path: `${B}/${b.id}/participants`, body: { participants: [p] } }
    },
  ],
  [
    'participants PATCH {status, budgetAmount, participantIds}',
    async () => {
      const { b, p } = await live()
      return {
        as: ADMIN,
        method: 'PATCH',
        path: `${B}/${b.id}/participants`,
        body: { status: 'inactive', budgetAmount: null, participantIds: [p.id] },
      }
    },
  ],
  [
    'participants PATCH the same, with the amount that was read',
    async () => {
      const { b, p } = await live()
      return {
        as: ADMIN,
        method: 'PATCH',
        path: `${B}/${b.id}/participants`,
        body: { status: 'active', budgetAmount: p.budgetAmount, participantIds: [p.id] },
      }
    },
  ],
  [
    'participants PATCH of one in draft with the status that was read',
    async () => {
      const b = await budget({ isVariable: true })
      const [p] = await addTwoParticipants(b)
      return {
        as: ADMIN,
        method: 'PATCH',
        path: `${B}/${b.id}/participants`,
        body: { status: p.status, budgetAmount: 900, participantIds: [p.id] },
      }
    },
  ],
  [
    'participants DELETE {participantIds}',
    async () => {
      const b = await budget()
      const ps = await addTwoParticipants(b)
      return {
        as: ADMIN,
        method: 'DELETE',
        path: `${B}/${b.id}/participants`,
        body: { participantIds: ps.map((x: Json) => x.id) },
      }
    },
  ],
  [
    'withdrawals {amount}',
    async () => {
      const { b, p } = await live()
      return { as: ADMIN, method: 'POST', path: `${B}/${b.id}/participants/${p.id}/withdrawals`, body: { amount: 1 } }
    },
  ],
  [
    'POST stop',
    async () => {
      const b = await budget()
      await addTwoParticipants(b)
      await ok(call('POST', `${B}/${b.id}/start`, { as: ADMIN, body: { startNow: true } }))
      await app.settle()
      return { as: ADMIN, method: 'POST', path: `${B}/${b.id}/stop`, body: {} }
    },
  ],
  [
    'GET balances?participantId=a&participantId=b',
    async () => {
      const b = await budget()
      const ps = await addTwoParticipants(b)
      return {
        as: ADMIN,
        method: 'GET',
        path: `${B}/${b.id}/participants/balances?${ps.map((x: Json) => `participantId=${x.id}`).join('&')}`,
        check: (r) => (r.body.data?.length === ps.length ? '' : `${r.body.data?.length} of ${ps.length}`),
      }
    },
  ],
  ...Object.entries(ofBudget).map(
    ([name, value]): Case => [
      `POST with ${name}`,
      () => ({ as: ADMIN, method: 'POST', path: B, body: { ...freshBudget, [name]: value } }),
    ],
  ),
]
