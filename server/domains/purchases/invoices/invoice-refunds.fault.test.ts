import { afterEach, beforeEach, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { expireDue } from '#server/domains/hugggs/expiry/index.ts'
import { openGift } from '#server/domains/hugggs/recipient/open-gift.ts'
import { cancelHugggs } from '#server/domains/hugggs/sender/index.ts'
import { receivablePence } from '#server/domains/ledger/index.ts'
import { transact, type Work } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { acmeAdminPrincipal } from '#server/testing/hugggs.ts'
import { invoiceMatcher } from './invoice-matcher.ts'
import { payInvoice } from './pay-invoice.ts'

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 3)
const rounds = Array.from({ length: ROUNDS }, (_, round) => round)
const as = 'admin@acme.test'
/** A flat white with its fee. */
const COST = 390
let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(async () => {
  await app.settle()
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

interface Invoiced {
  transactionId: string
  invoiceId: string
  number: string
  gifts: { id: string; shortcode: string }[]
}
async function buyByInvoice(quantity: number): Promise<Invoiced> {
  const purchase = { type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, deliveryMethod: 'links', quantity }
  const bought = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
    as,
    body: { purchase, payment: { method: 'invoice' } },
  })
  expect(bought.status, JSON.stringify(bought.body)).toBe(201)
  const { id: transactionId, embedded } = bought.body.data
  const { id, files } = (await app.request('GET', `/api/v2/transactions/${transactionId}/receipt`, { as })).body.data
  return { transactionId, invoiceId: id, number: files[0].fileName.slice(0, 10), gifts: embedded.hugggs }
}

/** Done or refused; anything else, a deadlock too, is a bug. */
const attempt = (command: (work: Work) => Promise<unknown>): Promise<unknown> =>
  transact(app.posy, { actor: operatorActor }, command).catch((error) => {
    if (!(error instanceof Problem)) throw error
    return null
  })
const pay = (number: string, amountPence: number, bankLine: string) =>
  attempt((work) => payInvoice(work, { number, amountPence, bankLine })) as ReturnType<typeof payInvoice>
const cancel = (selection: { hugggIds: string[] } | { transactionId: string }) =>
  attempt((work) => cancelHugggs(work, acmeAdminPrincipal, selection))
const money = async () => {
  const { body } = await app.request('GET', `/api/v2/teams/${demo.teams.acme}/wallets`, { as })
  const { available } = body.data.find((each: { id: string }) => each.id === demo.wallets.acmeMain)
  return available - (await receivablePence(app.posy.db, demo.teams.acme, 'GBX'))
}
const invoiceNow = async (id: string) => (await app.request('GET', `/v3/invoices/${id}`, { as })).body.data

test.each(rounds)(
  'after two cancellations race a part payment each penny is owed, paid or in the wallet (round %i)',
  async (round) => {
    const before = await money()
    const { invoiceId, number, gifts } = await buyByInvoice(3)
    await Promise.all([
      cancel({ hugggIds: [gifts[0]!.id] }),
      pay(number, 500, `race-${round}-part`),
      cancel({ hugggIds: [gifts[1]!.id] }),
    ])
    // 1170 was invoiced, 780 came back and 500 was paid: nothing is owed, and 110 is the team's.
    expect(await invoiceNow(invoiceId)).toMatchObject({ outstanding: 0, status: 'paid' })
    expect(await money()).toBe(before + 500 + 2 * COST - 3 * COST)
  },
)

test.each(rounds)(
  'cancelling by gift and by purchase, expiry, opening, payments and undoing them at once end in one consistent state (round %i)',
  async (round) => {
    const bought = [await buyByInvoice(6), await buyByInvoice(6)]
    const later = new Date(app.posy.clock.now().epochMilliseconds + 400 * 86_400_000)
    const undone = await Promise.all(bought.map(({ number }, index) => pay(number, 400, `mixed-${round}-${index}`)))
    const ids = bought.flatMap(({ gifts }) => gifts.map(({ id }) => id))
    await Promise.all([
      cancel({ hugggIds: [ids[0]!, ids[6]!, ids[1]!] }),
      cancel({ hugggIds: [ids[7]!, ids[1]!, ids[0]!] }),
      cancel({ transactionId: bought[0]!.transactionId }),
      expireDue(app.posy, later),
      expireDue(app.posy, later),
      ...bought.map(({ number }, index) => pay(number, 2000, `mixed-${round}-${index}-more`)),
      ...undone.map(({ transferId }) => attempt((work) => invoiceMatcher.undo(work, transferId))),
      ...bought.flatMap(({ gifts }) => gifts.map(({ shortcode }) => attempt((work) => openGift(work, shortcode)))),
    ])
    await expireDue(app.posy, later)
    for (const { invoiceId } of bought) {
      const { outstanding, status } = await invoiceNow(invoiceId)
      expect(status === 'paid').toBe(outstanding === 0)
    }
  },
)
