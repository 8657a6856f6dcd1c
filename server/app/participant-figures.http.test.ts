import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AllowanceStatement } from '#contract/budgets/allowance-statement.ts'
import type { TransactionReportRow } from '#contract/reports/reports.ts'
import type { HugggHit, TransactionHit } from '#contract/search/search.ts'
import { demo } from '#server/app/demo/ids.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { acceptAsNew, newAddress, someNewUser } from '#server/testing/invites.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const admin = 'admin@acme.test'
const { acme } = demo.teams
const PRICE = 390

/** Someone with an allowance of £25.00, set again each month, of a budget that Acme's main wallet pays. */
async function participant() {
  const call = async (method: string, path: string, body?: object, as = admin) => {
    const answer = await app.request(method, path, { as, ...(body && { body }) })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body.data
  }
  const terms = {
    budgetAmount: 2500,
    frequency: 'month',
    unspentParticipantBalanceAction: 'reset',
    maximumHugggExpiryDays: 90,
  }
  const { id } = await call('POST', '/v3/automated-budgets', {
    name: 'Treats',
    ...terms,
    walletId: demo.wallets.acmeMain,
  })
  await call('POST', `/v3/automated-budgets/${id}/participants`, { participants: ['first@figures.test'] })
  await call('POST', `/v3/automated-budgets/${id}/start`, {})
  await app.settle()
  const invites = [{ emailAddress: newAddress() }]
  const [invite] = await call('POST', `/v3/teams/${acme}/users/invites`, {
    ...{ type: 'automation-participant', automationId: id, invites },
  })
  const { userId } = (await acceptAsNew(app, invite.id)).body.data
  await app.settle()
  const signedIn = await app.request('POST', '/oauth/token', {
    body: {
      ...{ grant_type: 'password', client_id: 'demo-web', client_secret: 'demo-web-secret' },
      ...{ username: invites[0]!.emailAddress, password: someNewUser.password },
    },
  })
  const as: string = signedIn.body.access_token
  const own = (method: string, path: string, body?: object) => call(method, path, body, as)
  const [allowance] = await own('GET', '/v3/allowances')
  const [{ id: wallet }] = await own('GET', `/api/v2/teams/${allowance.teamId}/wallets`)
  const hit = async (hugggId: string): Promise<HugggHit> =>
    (await own('POST', '/v3/searches/hugggs', { query: { filters: { hugggIds: [hugggId] } } })).hits[0]
  const balances = async () => {
    const all = await loadBalances(app.posy.db, [wallet, demo.wallets.acmeMain])
    return { allowance: all.get(wallet)!.available, budget: all.get(demo.wallets.acmeMain)!.available }
  }
  return {
    ...{ own, hit, userId, wallet, participantId: allowance.participantId as string },
    buy: async (purchase: object = {}): Promise<string> => {
      const answer = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
        as,
        body: {
          purchase: {
            ...{ type: 'bulkHugggs', reference: demo.products.daisyFlatWhite },
            ...{ receivers: [{ email: 'friend@figures.test' }], expiry: inDays(80), ...purchase },
          },
          payment: { method: 'walletCommitment', reference: wallet },
        },
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      expect(answer.body.data.sale_total).toBe(PRICE)
      return answer.body.data.embedded.hugggs[0].id
    },
    /** Cancels a gift, which says before where its money goes; and goes there. */
    cancel: async (hugggId: string) => {
      const said = await hit(hugggId)
      const { returnsTo, states }: TransactionHit = (
        await own('POST', '/v3/searches/transactions', {
          query: { filters: { transactionIds: [said.transaction.id] } },
        })
      ).hits[0]
      expect([returnsTo, states[0]!.returns]).toEqual([said.returnsTo, said.returns])
      const before = await balances()
      await own('POST', `/api/v2/hugggs/${hugggId}/cancel`)
      const after = await balances()
      expect({ allowance: after.allowance - before.allowance, budget: after.budget - before.budget }).toEqual({
        allowance: said.returnsTo === 'allowance' ? said.returns : 0,
        budget: said.returnsTo === 'budget' ? said.returns : 0,
      })
      return said.returnsTo
    },
    figures: async () => {
      const { totals }: AllowanceStatement = await own('GET', `/v3/allowances/${allowance.participantId}/statement`)
      const rows: TransactionReportRow[] = await own('GET', `/api/v2/report/transactions/user/${userId}`)
      const sum = (key: 'sale_total' | 'refundedValue' | 'toBudgetValue') =>
        rows.reduce((total, row) => total + row[key], 0)
      const report = {
        spent: sum('sale_total'),
        returned: sum('refundedValue') - sum('toBudgetValue'),
        toBudget: sum('toBudgetValue'),
      }
      expect({ spent: -totals.given, returned: totals.returned, toBudget: totals.toBudget }).toEqual(report)
      return report
    },
  }
}

test('where the money of a participant’s gift goes is said before it is cancelled, and statement and activity agree to the penny on what went where', async () => {
  const who = await participant()
  const [now, later, left, expiring] = [
    await who.buy(),
    await who.buy(),
    await who.buy(),
    await who.buy({ expiry: inDays(10) }),
  ]
  expect(await who.cancel(now)).toBe('allowance')
  expect(await who.figures()).toEqual({ spent: 4 * PRICE, returned: PRICE, toBudget: 0 })

  // It expires within its period.
  await app.advance('P12D')
  await app.settle()
  const { status } = await who.hit(expiring)
  expect(status).toBe('Expired')
  const after = await who.figures()
  expect([0, PRICE]).toContain(after.returned - PRICE)

  // The run has set the allowance again.
  await app.advance('P1M')
  await app.settle()
  expect(await who.cancel(later)).toBe('budget')
  expect(await who.figures()).toEqual({ ...after, toBudget: PRICE })

  // What was bought since is theirs until they leave.
  const latest = await who.buy()
  expect((await who.hit(latest)).returnsTo).toBe('allowance')
  await who.own('POST', `/v3/allowances/${who.participantId}/leave`)
  await app.settle()
  expect(await who.cancel(left)).toBe('budget')
  expect(await who.cancel(latest)).toBe('budget')
  expect(await who.figures()).toEqual({ spent: 5 * PRICE, returned: after.returned, toBudget: 3 * PRICE })
})

const inDays = (days: number) =>
  app.posy.clock
    .now()
    .add({ hours: 24 * days })
    .toString()
    .slice(0, 10)
