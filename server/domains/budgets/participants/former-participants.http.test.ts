import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import { addMember } from '#server/domains/teams/members/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { liveBudget } from '#server/testing/budgets.ts'
import { buyGifts, mailbox } from '#server/testing/gifts.ts'
import { acceptAsNew, newAddress, someNewUser } from '#server/testing/invites.ts'
import { participantsRemoved } from '../budget/events.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const admin = 'admin@acme.test'
const { acme } = demo.teams

const signIn = async (username: string): Promise<string> =>
  (
    await app.request('POST', '/oauth/token', {
      body: {
        ...{ grant_type: 'password', client_id: 'demo-web', client_secret: 'demo-web-secret' },
        ...{ username, password: someNewUser.password },
      },
    })
  ).body.access_token

/** Someone who has been invited to a budget, and what accepting it needs. */
async function invited(email: string) {
  const { budget } = await liveBudget(app, { as: admin, wallet: demo.wallets.acmeMain })
  const body = { type: 'automation-participant', automationId: budget, invites: [{ emailAddress: email }] }
  const answer = await app.request('POST', `/v3/teams/${acme}/users/invites`, { as: admin, body })
  return { budget, inviteId: answer.body.data[0].id as string }
}

/** Someone new who has accepted an invite to a budget, acting in the team that it made for them. */
async function joined() {
  const email = newAddress()
  const { budget, inviteId } = await invited(email)
  const { userId } = (await acceptAsNew(app, inviteId)).body.data
  await app.settle()
  const as = await signIn(email)
  const [allowance] = (await app.request('GET', '/v3/allowances', { as })).body.data
  const [wallet] = (await app.request('GET', `/api/v2/teams/${allowance.teamId}/wallets`, { as })).body.data
  const buy = async (purchase: object): Promise<{ id: string; transactionId: string }> => {
    const payment = { method: 'walletCommitment', reference: wallet.id }
    const answer = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
      as,
      body: { purchase: { type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, ...purchase }, payment },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return { id: answer.body.data.embedded.hugggs[0].id, transactionId: answer.body.data.id }
  }
  return { as, email, userId, budget, buy, participantId: allowance.participantId, teamId: allowance.teamId }
}

const available = async () =>
  (await loadBalances(app.posy.db, [demo.wallets.acmeMain])).get(demo.wallets.acmeMain)!.available

for (const [way, end] of [
  ['who left', (who: Who) => app.request('POST', `/v3/allowances/${who.participantId}/leave`, { as: who.as })],
  [
    'who was removed from',
    (who: Who) =>
      app.request('DELETE', `/v3/automated-budgets/${who.budget}/participants`, {
        as: admin,
        body: { participantIds: [who.participantId] },
      }),
  ],
] as const)
  test(`someone ${way} a budget stays signed in, and sees, corrects, sends again and cancels the gifts that they sent, and nothing more`, async () => {
    const who = await joined()
    const { as, buy } = who
    const call = async (method: string, path: string, body?: object) =>
      app.request(method, path, { as, ...(body && { body }) })
    const lost = await buy({ receivers: [{ email: `bounce@${who.email.split('@')[0]}.test` }] })
    const sent = await buy({ receivers: [{ email: 'friend@former.test' }], title: 'For a friend' })
    const sendDate = app.posy.clock.now().add({ hours: 240 }).toString()
    const later = await buy({ receivers: [{ email: `later-${who.email}` }], sendDate })
    const { hugggs } = await buyGifts(app, { receivers: [{ email: 'colleague@former.test' }] })
    await app.settle()
    const undelivered = async (query: string) =>
      (await call('GET', `/v3/allowances${query}`)).body.data.map((each: { undelivered: number }) => each.undelivered)
    expect(await undelivered('')).toEqual([1])
    expect((await end(who)).status).toBe(200)
    await app.settle()
    expect(await undelivered('?over=true')).toEqual([1])

    const { teamId, permissions } = (await call('GET', '/api/v2/auth/me')).body.data
    expect(teamId).toBe(who.teamId)
    const held = Object.keys(permissions.permissions ?? permissions).filter(
      (name) => (permissions.permissions ?? permissions)[name] === true,
    )
    expect(held.sort()).toEqual([...['cancel-hugggs', 'send-email', 'user', 'view-huggg-expiry', 'view-huggg-status']])
    const search = async (what: string) =>
      (await call('POST', `/v3/searches/${what}`, { query: {} })).body.data.hits as { huggg?: { id: string } }[]
    expect(await search('transactions')).toHaveLength(3)
    expect((await search('hugggs')).map(({ huggg }) => huggg!.id).sort()).toEqual([lost.id, sent.id, later.id].sort())
    expect((await call('GET', `/api/v2/transactions/${sent.transactionId}`)).body.data.title).toBe('For a friend')
    expect((await call('GET', `/api/v2/hugggs/${hugggs[0]!.id}`)).status).toBe(404)
    const refused = [
      await call('GET', `/api/v2/teams/${who.teamId}/wallets`),
      await call('GET', `/api/v2/users/${who.userId}/wallets`),
      await call('POST', '/api/v2/transactions', {
        purchase: { type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, quantity: 1 },
        payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
      }),
      await call('PATCH', `/api/v2/hugggs/${sent.id}`, { expiry_date: '2026-03-10' }),
    ]
    for (const { status } of refused) expect([403, 404]).toContain(status)

    const right = `right-${who.email}`
    expect((await call('PATCH', `/api/v2/hugggs/${lost.id}`, { receiver: { email: right } })).status).toBe(200)
    expect((await call('POST', `/api/v2/hugggs/${sent.id}/resend`)).status).toBe(200)
    const before = await available()
    expect((await call('POST', `/api/v2/hugggs/${sent.id}/cancel`)).status).toBe(200)
    expect(await available()).toBeGreaterThan(before)
    await app.advance('P20D')
    await app.settle()
    expect(await mailbox(app, right)).toHaveLength(1)
    expect(await undelivered('?over=true')).toEqual([0])
    expect(await mailbox(app, `later-${who.email}`)).toHaveLength(1)
    // Signed in again, they are where their gifts are.
    const again = await signIn(who.email)
    expect((await app.request('GET', `/api/v2/hugggs/${later.id}`, { as: again })).body.data.sender_id).toBe(who.userId)
  })
type Who = Awaited<ReturnType<typeof joined>>

test('someone who left the budget that they acted in last signs in to another of theirs that is live', async () => {
  const who = await joined()
  const { inviteId } = await invited(who.email)
  const body = { existingUser: true }
  expect((await app.request('POST', `/v3/team-invites/${inviteId}/accept`, { as: who.as, body })).status).toBe(200)
  await app.settle()
  const actingTeam = async (as: string) => (await app.request('GET', '/api/v2/auth/me', { as })).body.data.teamId
  expect(await actingTeam(await signIn(who.email))).toBe(who.teamId)
  expect((await app.request('POST', `/v3/allowances/${who.participantId}/leave`, { as: who.as })).status).toBe(200)
  const [other] = (await app.request('GET', '/v3/allowances', { as: who.as })).body.data
  expect(other.teamId).not.toBe(who.teamId)
  expect(await actingTeam(await signIn(who.email))).toBe(other.teamId)
})

test('someone who is taken out of the team loses sight of what they sent from its budgets, those that they had left too', async () => {
  const who = await joined()
  await who.buy({ receivers: [{ email: 'last@former.test' }] })
  await transact(app.posy, { actor: operatorActor }, (work) =>
    addMember(work, { teamId: acme, userId: who.userId, roleGroupId: 'participant' }),
  )
  expect((await app.request('POST', `/v3/allowances/${who.participantId}/leave`, { as: who.as })).status).toBe(200)
  expect((await app.request('GET', '/api/v2/auth/me', { as: who.as })).status).toBe(200)
  expect((await app.request('DELETE', `/v3/teams/${acme}/users/${who.userId}`, { as: admin })).status).toBe(200)
  expect((await app.request('GET', '/api/v2/auth/me', { as: who.as })).status).toBe(401)
})

test('what a release before emitted of people whom it removed from a budget is still done', async () => {
  const who = await joined()
  await transact(app.posy, { actor: operatorActor }, (work) =>
    work.emit(participantsRemoved, { budgetId: who.budget, participantIds: [who.participantId] }),
  )
  await app.settle()
  const { permissions } = (await app.request('GET', '/api/v2/auth/me', { as: who.as })).body.data
  expect((permissions.permissions ?? permissions)['purchase-hugggs']).not.toBe(true)
})
