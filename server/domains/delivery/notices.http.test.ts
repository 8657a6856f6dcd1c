import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { demo } from '#server/app/demo/ids.ts'
import { bankReceive } from '#server/domains/bank/index.ts'
import { asSystem } from '#server/platform/posy.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { acceptAsNew, newAddress } from '#server/testing/invites.ts'
import { planNoticeEmail } from './index.ts'
import { queueMessage } from './messages/queue-message.ts'

const ADMIN = 'admin@acme.test'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-02T09:00:00Z' })
})
afterAll(() => app?.close())

interface Mail {
  to: string
  subject: string
  text: string
}

const ok = async (method: string, path: string, body?: object, as = ADMIN) => {
  const answer = await app.request(method, path, { as, ...(body && { body }) })
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body?.data
}
const mailsTo = async (to: string, about: string): Promise<Mail[]> => {
  await app.settle()
  const { body } = await app.request('GET', `/sandbox/messages?to=${to}`)
  return body.data.filter(({ subject }: Mail) => subject.includes(about))
}
const wish = (wishes: object) =>
  ok('POST', '/v3/emails/contact-preferences/upsert', { email: ADMIN, 'reaction-summary': true, ...wishes })
const buy = (method: 'walletCommitment' | 'invoice', as = ADMIN) =>
  ok(
    'POST',
    '/api/v2/transactions',
    {
      purchase: { type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, quantity: 2, deliveryMethod: 'links' },
      payment: { method, reference: demo.wallets.acmeMain },
    },
    as,
  )
const bankPays = async (bankLine: string) => {
  const wallets = await ok('GET', `/api/v2/teams/${demo.teams.acme}/wallets`)
  const { referenceId: reference } = wallets.find(({ id }: { id: string }) => id === demo.wallets.acmeMain)
  // Booked again, it is told of once.
  for (let time = 0; time < 2; time++) await bankReceive(app.posy, { line: bankLine, reference, amountPence: 50_000 })
}
/** Someone who took an allowance. */
async function participant(): Promise<{ budget: string; email: string; invite: Mail }> {
  const email = newAddress()
  const { id: budget } = await ok('POST', '/v3/automated-budgets', {
    ...{ name: 'Kind words', budgetAmount: 2000, frequency: 'month', walletId: demo.wallets.acmeMain },
  })
  await ok('POST', `/v3/automated-budgets/${budget}/participants`, { participants: [email] })
  await ok('POST', `/v3/automated-budgets/${budget}/start`, {})
  const [invite] = await mailsTo(email, 'gift budget')
  const [{ inviteId }] = await ok('GET', `/v3/automated-budgets/${budget}/participants`)
  expect((await acceptAsNew(app, inviteId)).status).toBe(200)
  return { budget, email, invite: invite! }
}

test('a receipt or an invoice is emailed to the buyer once; programs get none', async () => {
  await buy('walletCommitment')
  await buy('invoice')
  await buy('walletCommitment', 'key:demo-customer')
  await app.advance('PT1H')
  const [receipt, ...more] = await mailsTo(ADMIN, 'Receipt RCT-')
  expect(more).toEqual([])
  expect(receipt!.text).toMatch(/2 × .* Receipt RCT-\d+, of which VAT £\d/)
  expect(await mailsTo(ADMIN, 'Invoice INV-')).toHaveLength(1)
  await app.advance('PT1H')
  expect(await mailsTo(ADMIN, 'Receipt RCT-')).toHaveLength(1)
})

test('a top-up is acknowledged with amount, wallet, day and reference', async () => {
  await bankPays('notices-1')
  const [mail, ...more] = await mailsTo(ADMIN, 'has arrived in')
  expect(more).toEqual([])
  expect(mail!.subject).toMatch(/^£500\.00 has arrived in /)
  expect(mail!.text).toMatch(/by bank transfer on .*2026[\s\S]*Reference: HG/)
})

test('a person who wants neither receipts nor emails about allowances gets none; a preference that is not named stays', async () => {
  const before = [await mailsTo(ADMIN, 'Receipt RCT-'), await mailsTo(ADMIN, 'has arrived in')]
  expect(await wish({ receipts: false })).toMatchObject({ receipts: false, allowances: true })
  expect(await wish({ allowances: false })).toMatchObject({ receipts: false, allowances: false })
  await buy('walletCommitment')
  await bankPays('notices-2')
  await app.advance('PT1H')
  expect([await mailsTo(ADMIN, 'Receipt RCT-'), await mailsTo(ADMIN, 'has arrived in')]).toEqual(before)
  await wish({ receipts: true, allowances: true })
})

test('an invite to a budget says who invites, how much and how often; its end is emailed to the people in it', async () => {
  const { budget, email, invite } = await participant()
  expect(invite.text).toContain('Kind words: £20.00 every month.')
  expect(invite.text).toContain('at Acme gives you an allowance')
  const [funded, ...twice] = await mailsTo(email, 'You have £20.00 to give')
  expect(twice).toEqual([])
  expect(funded!.text).toContain('£20.00 from Kind words is in your wallet.')
  await ok('POST', `/v3/automated-budgets/${budget}/stop`, {})
  const [ended, ...more] = await mailsTo(email, 'Kind words has ended')
  expect(more).toEqual([])
  expect(ended!.text).toContain('£20.00 that you had not spent went back to the team.')
  expect(ended!.text).toContain('Gifts that you sent stay valid.')
  // Its own home has nothing to give: what is left stands among their allowances.
  expect(ended!.text).toMatch(/See your allowances: \S+\/allowances$/m)
  const [own] = await ok('GET', `/v3/automated-budgets/${budget}/participants`)
  expect(funded!.text).toContain(`/home?team=${own.teamId}`)
})

describe('what a cheaper choice leaves over', () => {
  const giveChoices = async (quantity: number, method: 'walletCommitment' | 'invoice', as = ADMIN) => {
    const reference = demo.products.choiceOfGift10
    const payment = { method, reference: demo.wallets.acmeMain }
    const purchase = { type: 'bulkHugggs', reference, quantity, deliveryMethod: 'links' }
    const { id: transactionId } = await ok('POST', '/api/v2/transactions', { purchase, payment }, as)
    const made = app.posy.db.selectFrom('huggg').select('shortcode').where('transaction_id', '=', transactionId)
    for (const { shortcode } of await made.execute()) {
      await app.request('POST', `/public/gifts/${shortcode}/open`)
      const chosen = { productId: demo.products.daisyFlatWhite }
      expect((await app.request('POST', `/public/gifts/${shortcode}/choose`, { body: chosen })).status).toBe(200)
    }
    return transactionId as string
  }
  const nextMorning = async () => {
    app.wall.advanceSeconds(86_400)
    await app.advance('PT1S')
    await app.settle()
  }
  const told = () => mailsTo(ADMIN, 'left over from your gifts')

  test('is reported to its sender the next morning, in one email for all of a day, with the sum and where it went', async () => {
    const first = await giveChoices(2, 'walletCommitment')
    await giveChoices(1, 'invoice')
    await app.settle()
    expect(await told()).toEqual([])
    await nextMorning()
    const [mail, ...more] = await told()
    expect(more).toEqual([])
    expect(mail!.subject).toBe('£19.20 left over from your gifts has been returned')
    expect(mail!.text).toMatch(/2 March.*3 people chose gifts that cost less/s)
    expect(mail!.text).toMatch(/Choice of gift, £10, 2 gifts: £12\.80\n/)
    expect(mail!.text).toContain('£6.40 has been taken off what you owe. The rest, £12.80, has been returned')
    expect(mail!.text).not.toContain(first)
    await nextMorning()
    expect(await told()).toHaveLength(1)
  })

  test('is reported with a link to the purchase where it is one; not to senders who want no receipts; to the admins where a program sent', async () => {
    const one = await giveChoices(1, 'walletCommitment')
    await nextMorning()
    const [mail] = await told()
    expect(mail!.subject).toBe('£6.40 left over from your gifts has been returned')
    expect(mail!.text).toContain(`/activity/${one}`)
    await wish({ receipts: false })
    await giveChoices(1, 'walletCommitment')
    await nextMorning()
    expect(await told()).toHaveLength(2)
    await wish({ receipts: true })
    await giveChoices(1, 'walletCommitment', 'key:demo-customer')
    await nextMorning()
    expect(await told()).toHaveLength(3)
  })
})

test('a leaver is emailed once', async () => {
  const email = newAddress()
  const [{ id }] = await ok('POST', `/v3/teams/${demo.teams.acme}/users/invites`, {
    ...{ type: 'participant', invites: [{ emailAddress: email }] },
  })
  const accepted = await acceptAsNew(app, id)
  await ok('DELETE', `/v3/teams/${demo.teams.acme}/users/${accepted.body.data.userId}`)
  const [mail, ...more] = await mailsTo(email, 'no longer have access')
  expect(more).toEqual([])
  expect(mail!.subject).toBe('You no longer have access to Acme')
})

test('a queued message that does not hold what its email is written from waits, and holds up no other of its kind', async () => {
  const people = app.posy.db.selectFrom('app_user').select('id').where('email', '=', ADMIN)
  const { id: userId } = await people.executeTakeFirstOrThrow()
  const queue = (details: Record<string, unknown>) =>
    asSystem(app.posy, async (work) => {
      for (const [dedupeKey, detail] of Object.entries(details))
        await queueMessage(
          work,
          { ...planNoticeEmail, detail: z.unknown() },
          { dedupeKey, userId, teamId: null, detail },
        )
    })
  await queue({ broken: { planName: 'Team' }, whole: { notice: 'withdrawn', planName: 'Spring' } })
  expect(await mailsTo(ADMIN, 'The upgrade to Spring has been withdrawn')).toHaveLength(1)
  const rows = app.posy.db.selectFrom('outgoing_message').select(['dedupe_key', 'status'])
  expect(await rows.where('dedupe_key', 'in', ['broken', 'whole']).orderBy('dedupe_key').execute()).toEqual([
    { dedupe_key: 'broken', status: 'pending' },
    { dedupe_key: 'whole', status: 'sent' },
  ])
})
