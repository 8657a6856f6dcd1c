import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { transact, type Work } from '#server/platform/posy.ts'
import { operatorActor, recipientActor } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { acmeAdminPrincipal, buyGifts, giftFaults, loadShortcode, tillPrincipal } from '#server/testing/hugggs.ts'
import { expireDue } from '../expiry/index.ts'
import { chooseGift } from '../recipient/choose-gift.ts'
import { openGift } from '../recipient/open-gift.ts'
import { redeemHuggg } from '../till/redeem-huggg.ts'
import { undoRedemption } from '../till/undo-redemption.ts'
import { cancelHugggs } from './cancel-hugggs.ts'
import { correctRecipient } from './correct-recipient.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

/** True when it was done, false when it was refused; anything else is a bug. */
const attempt = async (command: (work: Work) => Promise<unknown>): Promise<boolean> => {
  try {
    const result = await transact(app.posy, { actor: operatorActor }, command)
    return (result as { changed?: number } | undefined)?.changed !== 0
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
const redeem = (id: string) =>
  attempt(async (work) =>
    redeemHuggg(work, tillPrincipal, {
      key: { kind: 'shortcode', value: await loadShortcode(work.tx, id) },
      storeId: demo.stores.daisyCoffeeLeeds,
    }),
  )
const cancel = (id: string) => attempt((work) => cancelHugggs(work, acmeAdminPrincipal, { hugggIds: [id] }))

test.each([1, 2, 3])(
  'exactly one of redeeming, cancelling and expiring one voucher at once wins (round %i)',
  async () => {
    const { gifts } = await buyGifts(app.posy, { quantity: 12 })
    // The expiry job believes in a later time than the till and the sender, so that all three may act at this moment.
    const later = new Date(app.posy.clock.now().epochMilliseconds + 400 * 86_400_000)
    const outcomes = await Promise.all(
      gifts
        .flatMap(({ id }) => [redeem(id), cancel(id), redeem(id)])
        .concat(
          expireDue(app.posy, later).then(() => true),
          expireDue(app.posy, later).then(() => true),
        ),
    )
    // Rows that others held were skipped; the next run of the job gets those who are still alive.
    await expireDue(app.posy, later)
    const rows = await app.posy.db
      .selectFrom('huggg')
      .select(['id', 'status_id'])
      .where(
        'id',
        'in',
        gifts.map(({ id }) => id),
      )
      .execute()
    const byHand = outcomes.slice(0, -2).filter(Boolean).length
    expect(rows.filter((row) => row.status_id === 4 || row.status_id === 6)).toHaveLength(byHand)
    expect(rows.every((row) => [4, 5, 6].includes(row.status_id))).toBe(true)
    expect(await giftFaults(app.posy.db)).toEqual([])
  },
)

test.each([1, 2, 3])('fifty tries to redeem and undo one voucher leave one consistent state (round %i)', async () => {
  const { gifts } = await buyGifts(app.posy)
  const { id } = gifts[0]!
  const first = await Promise.all(Array.from({ length: 25 }, () => redeem(id)))
  expect(first.filter(Boolean)).toHaveLength(1)
  const undo = () =>
    attempt((work) => undoRedemption(work, tillPrincipal, { key: { kind: 'id', value: id }, redemptionId: 'latest' }))
  await Promise.all(Array.from({ length: 25 }, (_, index) => (index % 2 ? undo() : redeem(id))))
  expect(await giftFaults(app.posy.db)).toEqual([])
})

test.each([1, 2, 3])(
  'a gift opened and corrected at once was either opened, or its link stopped working first (round %i)',
  async () => {
    const { gifts } = await buyGifts(app.posy, { emails: Array.from({ length: 8 }, (_, index) => `r${index}@x.test`) })
    for (const { id, shortcode } of gifts) {
      const [opened, corrected] = await Promise.all([
        transact(app.posy, { actor: recipientActor }, (work) => openGift(work, shortcode)).then(
          () => true,
          (error) => (error instanceof Problem ? false : Promise.reject(error)),
        ),
        attempt((work) => correctRecipient(work, acmeAdminPrincipal, { hugggId: id, email: 'right@x.test' })),
      ])
      expect(opened).not.toBe(corrected)
    }
    expect(await giftFaults(app.posy.db)).toEqual([])
  },
)

test.each([1, 2, 3])(
  'what a choice leaves over goes back once and to the penny, also when it is made twice at once, cancelled and expired (round %i)',
  async () => {
    const { gifts } = await buyGifts(app.posy, { quantity: 8, productId: demo.products.choiceOfGift10 })
    for (const { shortcode } of gifts)
      await transact(app.posy, { actor: recipientActor }, (work) => openGift(work, shortcode))
    const later = new Date(app.posy.clock.now().epochMilliseconds + 400 * 86_400_000)
    const choose = (shortcode: string, productId: string) => attempt((work) => chooseGift(work, shortcode, productId))
    const { daisyFlatWhite, daisyGiftCard10 } = demo.products
    const chosen = await Promise.all([
      ...gifts.map(({ shortcode }) => choose(shortcode, daisyFlatWhite)),
      ...gifts.map(({ shortcode }) => choose(shortcode, daisyFlatWhite)),
      ...gifts.map(({ shortcode }) => choose(shortcode, daisyGiftCard10)),
      ...gifts.slice(0, 6).map(({ id }) => cancel(id)),
      expireDue(app.posy, later),
    ])
    expect(chosen).toHaveLength(31)
    await expireDue(app.posy, later)
    const rows = await app.posy.db
      .selectFrom('huggg')
      .select(['id', 'change_pence', 'chosen_price_pence'])
      .where(
        'id',
        'in',
        gifts.map(({ id }) => id),
      )
      .execute()
    for (const { id, change_pence, chosen_price_pence } of rows) {
      expect(change_pence).toBe(chosen_price_pence === null ? 0 : 1000 - chosen_price_pence)
      const changes = await app.posy.db
        .selectFrom('ledger_transfer')
        .select('id')
        .where('reference_id', '=', id)
        .where('kind', '=', 'change')
        .execute()
      expect(changes).toHaveLength(change_pence > 0 ? 1 : 0)
    }
    expect(await giftFaults(app.posy.db)).toEqual([])
    expect((await reconcile(app.posy)).map(({ check }) => check)).toEqual([])
  },
)
