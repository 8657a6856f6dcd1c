import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { acceptAsNew, invite, newAddress, someNewUser, tokenOfInvite } from '#server/testing/invites.ts'
import { sameAnswer } from '#server/testing/refusals.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const admin = 'admin@acme.test'
const { acme, acmeNorth, acmeSouth, globex } = demo.teams
const MISSING = '00000000-0000-4000-8000-00000000dead'
const signIn = (username: string) =>
  app.request('POST', '/oauth/token', {
    body: {
      grant_type: 'password',
      client_id: 'demo-web',
      client_secret: 'demo-web-secret',
      username,
      password: someNewUser.password,
    },
  })
const remove = (subId: string, { as = admin, team = acme as string } = {}) =>
  app.request('DELETE', `/v3/teams/${team}/subteams/${subId}`, { as })
const move = (from: string, toWalletId: string, amount: number) =>
  app.request('POST', `/v3/wallets/${from}/transfers`, { as: admin, body: { toWalletId, amount } })

/** A subteam with its leader, signed in. */
async function newSubteam() {
  const email = newAddress()
  const id = await invite(app, { as: admin, team: acme }, 'subteam', { emailAddress: email, subteamName: 'Brief' })
  const { teamId, userId } = (await acceptAsNew(app, id)).body.data
  const { access_token: token } = (await signIn(email)).body
  const wallets = await app.request('GET', `/api/v2/teams/${teamId}/wallets`, { as: admin })
  return { teamId, userId, email, token, wallet: wallets.body.data[0].id as string }
}

describe('making a subteam', () => {
  const create = (team: string, as = admin, name = ' West ') =>
    app.request('POST', `/v3/teams/${team}/subteams`, { as, body: { name } })

  test('gives it a wallet that the team’s admin can fill, empty and delete with it', async () => {
    const made = await create(acme)
    expect(made.status).toBe(201)
    const { id, walletId } = made.body.data
    expect(made.body.data).toMatchObject({ name: 'West', parentTeamId: acme, planId: demo.plans.enterprise })
    const { body } = await app.request('GET', `/api/v2/teams/${acme}`, { as: admin })
    expect(body.data.subteams.map((each: { id: string }) => each.id)).toContain(id)
    expect((await move(demo.wallets.acmeMain, walletId, 500)).status).toBe(201)
    const full = await remove(id)
    expect([full.status, full.body.code]).toEqual([409, 'wrong_state'])
    expect((await move(walletId, demo.wallets.acmeMain, 500)).status).toBe(201)
    expect((await remove(id)).status).toBe(200)
  })

  test('is for the team’s admins, under their own team only, and never under a subteam', async () => {
    const refused = await Promise.all([
      create(globex),
      create(acme, 'viewer@acme.test'),
      create(acmeNorth, 'subteam@acme.test'),
      create(acmeNorth),
      create(acme, admin, ''),
    ])
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'not_found'],
      [403, 'forbidden'],
      [403, 'forbidden'],
      [403, 'restricted'],
      [422, 'invalid_fields'],
    ])
  })

  test('keeps to the plan’s limit', async () => {
    const plan = app.posy.db.updateTable('plan').where('id', '=', demo.plans.enterprise)
    const { body } = await app.request('GET', `/api/v2/teams/${acme}`, { as: admin })
    const { subteams_limit: before } = await app.posy.db
      .selectFrom('plan')
      .select('subteams_limit')
      .where('id', '=', demo.plans.enterprise)
      .executeTakeFirstOrThrow()
    await plan.set({ subteams_limit: body.data.subteams.length }).execute()
    const refused = await create(acme)
    await plan.set({ subteams_limit: before }).execute()
    expect([refused.status, refused.body.code]).toEqual([403, 'plan_limit_reached'])
  })
})

describe('deleting a subteam', () => {
  test('ends everyone’s access to it and takes it from every list', async () => {
    const { teamId, token, email, wallet } = await newSubteam()
    const waiting = await invite(app, { as: admin, team: teamId }, 'participant', { emailAddress: newAddress() })
    expect((await app.request('GET', '/api/v2/auth/me', { as: token })).status).toBe(200)
    expect((await remove(teamId)).body).toEqual({ data: { success: true } })
    expect((await app.request('GET', '/api/v2/auth/me', { as: token })).status).toBe(401)
    const again = await signIn(email)
    expect((await app.request('GET', '/api/v2/auth/me', { as: again.body.access_token })).body.data.teamId).toBeNull()

    const { body } = await app.request('GET', `/api/v2/teams/${acme}`, { as: admin })
    expect(body.data.subteams.map((each: { id: string }) => each.id)).not.toContain(teamId)
    expect((await app.request('GET', `/api/v2/teams/${teamId}`, { as: admin })).status).toBe(404)
    const mine = await app.request('GET', `/api/v2/user/${demo.users.acmeAdmin}/wallets`, { as: admin })
    expect(mine.body.data.map((each: { id: string }) => each.id)).not.toContain(wallet)
    const switched = await app.request('POST', `/v3/users/${demo.users.acmeAdmin}/tokens`, {
      as: admin,
      body: { teamId },
    })
    expect(switched.status).toBe(404)
    expect((await move(demo.wallets.acmeMain, wallet, 100)).status).toBe(404)
    expect((await remove(teamId)).status).toBe(404)
    expect((await app.request('GET', `/v3/team-invites/token/${await tokenOfInvite(app, waiting)}`)).status).toBe(404)
    expect((await acceptAsNew(app, waiting)).status).toBe(404)
    await app.settle()
    const search = await app.request('GET', `/api/v2/teams/invites/search?filter[id][]=${waiting}`, {
      as: admin,
    })
    expect(search.status).toBe(404)
  })

  test('waits until its money and its live gifts are gone; its history stays', async () => {
    const { teamId, token, wallet } = await newSubteam()
    await move(demo.wallets.acmeMain, wallet, 2000)
    const full = await remove(teamId)
    expect([full.status, full.body.code]).toEqual([409, 'wrong_state'])
    const bought = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
      as: token,
      body: {
        purchase: {
          type: 'huggg',
          reference: demo.products.daisyGiftCard10,
          deliveryMethod: 'links',
          reasonCode: 'Thank you',
        },
        payment: { method: 'walletCommitment', reference: wallet },
      },
    })
    expect(bought.status, JSON.stringify(bought.body)).toBe(201)
    const { available } = (await app.request('GET', `/api/v2/teams/${teamId}/wallets`, { as: admin })).body.data[0]
    if (available > 0) await move(wallet, demo.wallets.acmeMain, available)
    expect((await remove(teamId)).status).toBe(409)
    const [gift] = bought.body.data.embedded.hugggs
    expect((await app.request('POST', `/api/v2/hugggs/${gift.id}/cancel`, { as: admin })).status).toBe(200)
    const { available: back } = (await app.request('GET', `/api/v2/teams/${teamId}/wallets`, { as: admin })).body
      .data[0]
    await move(wallet, demo.wallets.acmeMain, back)
    expect((await remove(teamId)).status).toBe(200)
    expect((await app.request('GET', `/api/v2/transactions/${bought.body.data.id}`, { as: admin })).status).toBe(200)
    expect((await app.request('GET', `/v3/wallets/${wallet}/statement`, { as: admin })).status).toBe(200)
  })

  test('waits until its budgets are over', async () => {
    const { teamId, wallet } = await newSubteam()
    const switched = await app.request('POST', `/v3/users/${demo.users.acmeAdmin}/tokens`, {
      as: admin,
      body: { teamId },
    })
    const as = switched.body.data.access_token
    const draft = { name: 'Thanks', budgetAmount: 2500, frequency: 'month', walletId: wallet }
    const budget = await app.request('POST', '/v3/automated-budgets', { as, body: draft })
    expect(budget.status, JSON.stringify(budget.body)).toBe(201)
    expect((await remove(teamId)).body).toMatchObject({
      code: 'wrong_state',
      message: 'An automated budget of this team is not over.',
    })
    await app.request('DELETE', `/v3/automated-budgets/${budget.body.data.id}`, { as })
    expect((await remove(teamId)).status).toBe(200)
  })

  test('is for the parent’s admins, and for subteams of theirs', async () => {
    expect((await remove(acmeNorth)).status).toBe(409)
    expect((await remove(acmeSouth, { as: 'viewer@acme.test' })).status).toBe(403)
    const answers = [
      await remove(globex),
      await remove(MISSING),
      await remove(acme),
      await remove(acmeSouth, { team: acmeNorth }),
    ]
    for (const each of answers) expect([each.status, each.body]).toEqual([404, sameAnswer(answers[0]!.body)])
    expect((await remove(acmeSouth, { as: 'admin@globex.test', team: globex })).status).toBe(404)
    expect((await app.request('GET', `/api/v2/teams/${acmeSouth}`, { as: admin })).status).toBe(200)
  })
})

describe('changing several teams', () => {
  const update = (teamIds: string[], updates: object, as = admin) =>
    app.request('POST', '/v3/teams/updates', { as, body: { teamIds, updates } })

  test('changes all of them, answered in the order asked', async () => {
    const updates = { tags: ['east'], preferences: { maximumHugggExpiryDays: 90 } }
    const answer = await update([acmeSouth, acmeNorth], updates)
    expect(answer.body.data.map((each: { id: string }) => each.id)).toEqual([acmeSouth, acmeNorth])
    for (const id of [acmeNorth, acmeSouth]) {
      const { body } = await app.request('GET', `/api/v2/teams/${id}`, { as: admin })
      expect(body.data).toMatchObject({ tags: ['east'], preferences: { maximumHugggExpiryDays: 90 } })
    }
  })

  test('changes none of them where one is refused', async () => {
    const [foreign, missing] = [
      await update([acmeNorth, globex], { tags: ['west'] }),
      await update([acmeNorth, MISSING], { tags: ['west'] }),
    ]
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual(sameAnswer(missing.body))
    const { body } = await app.request('GET', `/api/v2/teams/${acmeNorth}`, { as: admin })
    expect(body.data.tags).toEqual(['east'])
    expect((await update([acmeNorth, acmeNorth], { tags: [] })).status).toBe(422)
    expect((await update([], { tags: [] })).status).toBe(422)
    expect((await update([acmeNorth], { tags: [] }, 'viewer@acme.test')).status).toBe(403)
    expect((await update([acme], { tags: [] }, 'subteam@acme.test')).status).toBe(404)
  })
})
