import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts } from '#server/testing/hugggs.ts'
import { drawStatement } from './index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

const as = 'client:demo-till'
const draw = (operator: string) =>
  transact(app.posy, { actor: operatorActor }, (work) =>
    drawStatement(work, {
      brandId: demo.brands.daisyCoffee,
      currency: 'GBX',
      until: work.at,
      operator,
      reason: 'at once',
    }),
  )

test.each([1, 2, 3])(
  'a redemption that is undone while statements are drawn is either undone or on one statement (round %i)',
  async () => {
    const { gifts } = await buyGifts(app.posy, { quantity: 24 })
    const body = { location_id: demo.stores.daisyCoffeeLeeds }
    for (const { shortcode } of gifts)
      await app.request('POST', `/api/v2/hugggs/${shortcode}/redemptions`, { as, body })
    app.wall.advanceSeconds(1)
    const [undone, ...drawn] = await Promise.all([
      Promise.all(
        gifts.map(({ id }) =>
          app.request('PATCH', `/api/v2/hugggs/${id}/redemptions/latest`, { as, body: { redeemed: false } }),
        ),
      ),
      draw('ann'),
      draw('ben'),
      draw('cat'),
    ])
    expect(undone.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const won = undone.filter(({ status }) => status === 200).length
    // Whatever the first drawing passed over was undone: there is nothing left for the others.
    expect(drawn.filter(Boolean).length).toBe(won < gifts.length ? 1 : 0)
    const onStatement = drawn.reduce((sum, statement) => sum + (statement?.lines ?? 0), 0)
    expect(won + onStatement).toBe(gifts.length)
    expect(await draw('ann')).toBeNull()
    expect(await reconcile(app.posy)).toEqual([])
  },
)
