import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { giftFaults } from '#server/testing/hugggs.ts'
import { requestClaimCode, shareGift } from '#server/testing/superhugggs.ts'
import { deriveClaimCode } from './claim-codes.ts'

const ROUNDS = process.env.FAULT_ROUNDS ? 50 : 3
const LIMIT = 50
/** As many as a link sends codes to. */
const PEOPLE = 3 * LIMIT
const CLAIMS = 200

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

test.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
  'exactly 50 of 200 claims at once on 50 gifts, some of them sent twice, succeed (round %i)',
  async (round) => {
    const shared = await shareGift(app, { limit: LIMIT })
    const codes: object[] = []
    for (let person = 0; person < PEOPLE; person++) {
      const { status, body } = await requestClaimCode(app, shared.shortcode, `r${round}p${person}@x.test`)
      expect(status, JSON.stringify(body)).toBe(201)
      codes.push({ claim: body.data.claim, code: deriveClaimCode(app.posy, body.data.claim.split('.')[0]) })
    }
    const answers = await Promise.all(
      Array.from({ length: CLAIMS }, (_, index) =>
        app.request('POST', `/public/shareable-gifts/${shared.shortcode}/claims`, { body: codes[index % PEOPLE] }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(LIMIT)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(CLAIMS - LIMIT)
    const won = new Set(answers.flatMap(({ status, body }) => (status === 201 ? [body.data.shortcode] : [])))
    expect(won.size).toBe(LIMIT)
    const claims = await app.posy.db
      .selectFrom('superhuggg_claim as claim')
      .innerJoin('huggg', 'huggg.id', 'claim.huggg_id')
      .select(['claim.person_key', 'huggg.shortcode'])
      .where('claim.superhuggg_id', '=', shared.id)
      .execute()
    expect(new Set(claims.map((row) => row.person_key)).size).toBe(LIMIT)
    expect(new Set(claims.map((row) => row.shortcode))).toEqual(won)
    expect(await giftFaults(app.posy.db)).toEqual([])
  },
)

test('someone with several open codes, in as many browsers at once, gets one gift', async () => {
  const shared = await shareGift(app, { limit: 5 })
  const asked = await Promise.all(
    Array.from({ length: 4 }, () => requestClaimCode(app, shared.shortcode, 'same@x.test')),
  )
  const codes = asked.map(({ body }) => ({
    claim: body.data.claim,
    code: deriveClaimCode(app.posy, body.data.claim.split('.')[0]),
  }))
  const answers = await Promise.all(
    [...codes, ...codes].map((body) =>
      app.request('POST', `/public/shareable-gifts/${shared.shortcode}/claims`, { body }),
    ),
  )
  // Each code once; all that one gift, which only the first of them took.
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(4).fill(201), ...Array(4).fill(409)])
  const got = answers.flatMap(({ status, body }) => (status === 201 ? [body.data] : []))
  expect(new Set(got.map(({ shortcode }) => shortcode)).size).toBe(1)
  expect(got.filter(({ again }) => !again)).toHaveLength(1)
  const rows = app.posy.db.selectFrom('superhuggg_claim').select('huggg_id').where('superhuggg_id', '=', shared.id)
  expect(await rows.execute()).toHaveLength(1)
  expect(await giftFaults(app.posy.db)).toEqual([])
})

test.each([1, 2, 3])(
  'every gift of a shareable one, claimed and ended at once, is either someone’s or refunded (round %i)',
  async (round) => {
    const shared = await shareGift(app, { limit: 10 })
    const codes: object[] = []
    for (let person = 0; person < 10; person++) {
      const { body } = await requestClaimCode(app, shared.shortcode, `e${round}p${person}@x.test`)
      codes.push({ claim: body.data.claim, code: deriveClaimCode(app.posy, body.data.claim.split('.')[0]) })
    }
    const end = () => app.request('POST', `/api/v2/super-hugggs/${shared.id}/end`, { as: 'admin@acme.test' })
    const claim = (body: object) => app.request('POST', `/public/shareable-gifts/${shared.shortcode}/claims`, { body })
    const [ended, ...claims] = await Promise.all([
      Promise.all(codes.slice(0, 4).map(claim)).then(end),
      ...codes.slice(4).map(claim),
    ])
    const claimed = 4 + claims.filter(({ status }) => status === 201).length
    expect(claims.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(ended.body.data).toMatchObject({
      cancelled: 10 - claimed,
      refunded: (10 - claimed) * (shared.transaction.sale_total / 10),
    })
    expect(await giftFaults(app.posy.db)).toEqual([])
  },
)
