import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { transact, type Work } from '#server/platform/posy.ts'
import { recipientActor, systemActor } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { acmeAdminPrincipal, type BuiltGift, buyGifts, giftFaults, tillPrincipal } from '#server/testing/hugggs.ts'
import { chooseGift } from '../recipient/choose-gift.ts'
import { claimGift } from '../recipient/claim-gift.ts'
import { openGift } from '../recipient/open-gift.ts'
import { reactToGift } from '../recipient/react-to-gift.ts'
import { beginReveal } from '../recipient/reveal-gift.ts'
import { cancelHugggs, changeDates, markSent, releaseScheduled, toggleSent } from '../sender/index.ts'
import { redeemHuggg } from '../till/redeem-huggg.ts'
import { undoRedemption } from '../till/undo-redemption.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

const hoursFrom = (work: Work, hours: number) => new Date(work.at.getTime() + hours * 3_600_000)

/** Everything anybody can do to a gift, allowed at that moment or not. */
const steps = {
  open: (work, { shortcode }) => openGift(work, shortcode),
  chooseCheap: (work, { shortcode }) => chooseGift(work, shortcode, demo.products.daisyFlatWhite),
  chooseFull: (work, { shortcode }) => chooseGift(work, shortcode, demo.products.daisyGiftCard10),
  claim: (work, { shortcode }) => claimGift(work, shortcode),
  reveal: (work, { shortcode }) => beginReveal(work, shortcode),
  react: (work, { shortcode }) => reactToGift(work, shortcode, { emoji: '🎉' }),
  redeem: (work, { shortcode }) =>
    redeemHuggg(work, tillPrincipal, {
      key: { kind: 'shortcode', value: shortcode },
      storeId: demo.stores.daisyCoffeeLeeds,
    }),
  redeemPart: (work, { shortcode }) =>
    redeemHuggg(work, tillPrincipal, {
      key: { kind: 'shortcode', value: shortcode },
      storeId: demo.stores.daisyCoffeeLeeds,
      amountPence: 350,
    }),
  undo: (work, { id }) =>
    undoRedemption(work, tillPrincipal, { key: { kind: 'id', value: id }, redemptionId: 'latest' }),
  undoFirst: async (work, { id }) => {
    const first = await work.tx
      .selectFrom('redemption')
      .select('id')
      .where('huggg_id', '=', id)
      .orderBy('id')
      .executeTakeFirst()
    if (first) await undoRedemption(work, tillPrincipal, { key: { kind: 'id', value: id }, redemptionId: first.id })
  },
  cancel: (work, { id }) => cancelHugggs(work, acmeAdminPrincipal, { hugggIds: [id] }),
  send: (work, { id }) => markSent(work, [id]),
  toggleSent: (work, { id }) => toggleSent(work, acmeAdminPrincipal, { hugggIds: [id], sent: true }),
  toggleUnsent: (work, { id }) => toggleSent(work, acmeAdminPrincipal, { hugggIds: [id], sent: false }),
  schedule: (work, { id }) => changeDates(work, acmeAdminPrincipal, { hugggId: id, sendAt: hoursFrom(work, 5) }),
  unschedule: (work, { id }) => changeDates(work, acmeAdminPrincipal, { hugggId: id, sendAt: null }),
  prolong: (work, { id }) => changeDates(work, acmeAdminPrincipal, { hugggId: id, expiryDate: hoursFrom(work, 60) }),
  release: (work) => releaseScheduled(work, { now: work.at, limit: 100 }),
} satisfies Record<string, (work: Work, gift: BuiltGift) => Promise<unknown>>

type Step = keyof typeof steps | 'wait'
/** The steps that have to meet in order come more often, so that walks get deep. */
const often: Step[] = [
  'open',
  'open',
  'open',
  'chooseCheap',
  'claim',
  'claim',
  'claim',
  'reveal',
  'reveal',
  'redeem',
  'redeemPart',
  'redeemPart',
  'undo',
]
const stepNames: Step[] = [...(Object.keys(steps) as Step[]), 'wait', ...often]

async function take(step: Step, gift: BuiltGift): Promise<void> {
  if (step === 'wait') return app.advance('PT20H')
  const actor = ['open', 'chooseCheap', 'chooseFull', 'claim', 'reveal', 'react'].includes(step)
    ? recipientActor
    : systemActor
  try {
    await transact<unknown>(app.posy, { actor }, (work) => steps[step](work, gift))
  } catch (error) {
    // A refusal is an answer; anything else (a violated constraint above all) is a bug.
    if (!(error instanceof Problem)) throw error
  }
}

test('whatever is done to gifts in whatever order, states follow the table and money is settled exactly once', async () => {
  const walks = fc.record({
    productId: fc.constantFrom(
      demo.products.daisyFlatWhite,
      demo.products.daisyGiftCard10,
      demo.products.choiceOfGift10,
    ),
    isGlobex: fc.boolean(),
    givesChange: fc.boolean(),
    walk: fc.array(fc.tuple(fc.nat(1), fc.constantFrom(...stepNames)), { minLength: 15, maxLength: 25 }),
  })
  await fc.assert(
    fc.asyncProperty(walks, async ({ productId, isGlobex, givesChange, walk }) => {
      await app.posy.db
        .updateTable('product')
        .set({ gives_change: givesChange })
        .where('id', '=', demo.products.choiceOfGift10)
        .execute()
      const owner = isGlobex
        ? { teamId: demo.teams.globex, walletId: demo.wallets.globexMain, userId: demo.users.globexAdmin }
        : {}
      const { gifts } = await buyGifts(app.posy, { productId, quantity: 2, expiryDays: 4, ...owner })
      for (const [which, step] of walk) await take(step, gifts[which]!)
      expect(await giftFaults(app.posy.db)).toEqual([])
    }),
    { numRuns: 60, endOnFailure: true },
  )
  // The walks went where the money moves, or they prove nothing.
  const reasons = await app.posy.db.selectFrom('huggg_event').select('reason').distinct().execute()
  const reached = [
    'chosen',
    'code shown',
    'redeemed at a till',
    'redeemed in part at a till',
    'redemption undone',
    'cancelled',
    'its last day is over',
  ]
  expect(reasons.map(({ reason }) => reason)).toEqual(expect.arrayContaining(reached))
  // In the end every gift has ended, and nothing is committed for any.
  await app.advance('P10D')
  expect(await giftFaults(app.posy.db)).toEqual([])
  const left = await app.posy.db
    .selectFrom('huggg')
    .select('status_id')
    .where('status_id', 'not in', [4, 5, 6])
    .execute()
  expect(left).toEqual([])
})
