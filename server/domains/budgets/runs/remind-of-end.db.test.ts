import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { demo } from '#server/app/demo/ids.ts'
import { postTransfer } from '#server/domains/ledger/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { addActiveParticipants } from '#server/testing/budgets.ts'
import { remindOfEnds } from './remind-of-end.ts'

const as = 'admin@acme.test'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-02T09:00:00Z' })
})
afterAll(() => app.close())

const DAY_MS = 86_400_000
const now = () => new Date(app.posy.clock.now().epochMilliseconds)

/** A live budget of three people, two of whom have spent something: one of them all. */
async function live(fields: object): Promise<string> {
  const call = async (path: string, body: object) => {
    const answer = await app.request('POST', `/v3/automated-budgets${path}`, { as, body })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body.data
  }
  const { id } = await call('', { name: 'Treats', budgetAmount: 2_000, walletId: demo.wallets.acmeMain, ...fields })
  const [first, second] = await addActiveParticipants(app.posy.db, id, 3)
  await call(`/${id}/start`, {})
  await app.settle()
  await spend(first!, 2_000)
  await spend(second!, 500)
  return id
}
const spend = (walletId: string, amountPence: number) =>
  transact(app.posy, { actor: operatorActor }, async (work) => {
    const id = newId()
    await postTransfer(work.tx, {
      kind: 'wallet-transfer',
      key: `wallet-transfer/${id}`,
      reference: { kind: 'wallet_transfer', id },
      currency: 'GBX',
      at: work.at,
      entries: [
        { account: { wallet: walletId, kind: 'available' }, amountPence: -amountPence },
        { account: { wallet: demo.wallets.acmeEvents, kind: 'available' }, amountPence },
      ],
    })
  })
const reminders = async (budgetId: string) => {
  const rows = await app.posy.db
    .selectFrom('outgoing_message')
    .select(['detail', 'status'])
    .where('template', '=', 'allowance-ending')
    .execute()
  return rows
    .map(({ detail, status }) => ({ ...(detail as { budgetId: string; amountPence: number }), status }))
    .filter((detail) => detail.budgetId === budgetId)
}

test('a week before a budget’s end who has something left of it is emailed once, with what and until when', async () => {
  const end = new Date(now().getTime() + 60 * DAY_MS).toISOString()
  const id = await live({ frequency: 'quarter', scheduledEndDate: end })
  await app.advance('P52D')
  expect(await reminders(id)).toEqual([])
  await app.advance('P2D')
  const told = await reminders(id)
  expect(told.map(({ amountPence, status }) => [amountPence, status]).sort()).toEqual([
    [1_500, 'sent'],
    [2_000, 'sent'],
  ])
  await Promise.all([remindOfEnds(app.posy, now()), remindOfEnds(app.posy, now())])
  await app.advance('P5D')
  expect(await reminders(id)).toHaveLength(2)
  const { body } = await app.request('GET', '/sandbox/messages')
  const mail = body.data.find(({ subject }: { subject: string }) => subject.startsWith('Use £15.00 by '))
  expect(mail.subject).toMatch(/: Treats$/)
  // In the team that the budget made for them.
  expect(mail.text).toMatch(/\/home\?team=[0-9a-f-]{36}$/m)
  expect(mail.text).toMatch(
    /Treats ends on .* You have £15\.00 left to give until then\. What you have not used goes back/,
  )
})

test('a budget without an end reminds no one', async () => {
  const id = await live({ frequency: 'month', unspentParticipantBalanceAction: 'rollover' })
  await app.advance('P40D')
  expect(await reminders(id)).toEqual([])
})
