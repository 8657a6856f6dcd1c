import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatorRole } from '#contract/core/operators.ts'
import type { OperatorNote } from '#contract/operator/notes.ts'
import { newId } from '#kit/ids.ts'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts } from '#server/testing/gifts.ts'

let app: TestApp
let gift: string
let line: string
const { acme } = demo.teams

beforeAll(async () => {
  app = await startTestApp()
  gift = (await buyGifts(app, { receivers: [{ email: 'ann@friends.test', name: 'Ann' }] })).hugggs[0]!.id
  line = newId()
  const imported = newId()
  const at = new Date(app.posy.clock.now().epochMilliseconds)
  await app.posy.db
    .insertInto('bank_import')
    .values({
      ...{ id: imported, layout: 'barclays', file_name: 'lines.csv', sha256: '0'.repeat(64), lines: 1, new_lines: 1 },
      ...{ imported_by: 'x', imported_at: at },
    })
    .execute()
  await app.posy.db
    .insertInto('bank_line')
    .values({
      ...{ id: line, import_id: imported, fingerprint: 'one', account: '20000012345678', layout: 'barclays' },
      ...{
        booked_on: '2026-03-01',
        currency: 'GBX',
        amount: -500,
        text: 'J BLOGGS',
        state: 'outgoing',
        updated_at: at,
      },
    })
    .execute()
})
afterAll(() => app.close())

const as = (role: OperatorRole) => ({ as: `operator:${role}@posy.test` })
const leave = (role: OperatorRole, body: object) =>
  app.request('POST', '/v3/operator/notes', {
    ...as(role),
    body: { kind: 'huggg', about: gift, to: 'finance', reason: 'Please refund this one', ...body },
  })
const answer = (role: OperatorRole, id: string, body: object) =>
  app.request('POST', `/v3/operator/notes/${id}/answer`, { ...as(role), body })
const notes = async (role: OperatorRole, query = ''): Promise<OperatorNote[]> =>
  (await app.request('GET', `/v3/operator/notes${query}`, as(role))).body.data
const waiting = async (role: OperatorRole) =>
  (await app.request('GET', '/v3/operator/overview', as(role))).body.data.waiting.find(
    ({ kind }: { kind: string }) => kind === 'notes',
  )
const counts = async () =>
  Promise.all((['support', 'finance', 'owner'] as const).map(async (role) => (await waiting(role)).count))

test('a note waits on the first screen of its group and of owners, then of who left it, until it is closed; each word is in the customer’s trail', async () => {
  const { id } = (await leave('support', {})).body.data
  expect(await counts()).toEqual([0, 1, 1])
  await app.advance('P2D')
  expect((await waiting('finance')).oldestSeconds).toBe(2 * 86_400)
  // Of a customer's page, what is about its gifts too.
  for (const query of ['', `?kind=huggg&about=${gift}`, `?kind=team&about=${acme}`])
    expect(await notes('support', query)).toMatchObject([
      { id, subject: { kind: 'huggg', id: gift, name: 'Ann' }, customer: { id: acme }, waitsFor: 'finance' },
    ])

  expect((await answer('support', id, { reason: 'She rang again' })).body.data.waitsFor).toBe('finance')
  expect((await answer('finance', id, { reason: 'Which gift of the two?' })).body.data.waitsFor).toBe('support')
  expect(await counts()).toEqual([1, 0, 1])
  expect((await waiting('support')).oldestSeconds).toBe(0)
  expect((await answer('support', id, { reason: 'This one' })).body.data.waitsFor).toBe('finance')
  expect((await answer('finance', id, { reason: 'Refunded', closes: true })).body.data.waitsFor).toBeNull()
  expect(await counts()).toEqual([0, 0, 0])
  expect((await answer('support', id, { reason: 'Thank you' })).body.code).toBe('wrong_state')

  expect(await notes('support')).toEqual([])
  const [closed] = await notes('support', `?kind=huggg&about=${gift}`)
  const said = ['Please refund this one', 'She rang again', 'Which gift of the two?', 'This one', 'Refunded']
  expect([closed!.waitsFor, closed!.entries.map(({ text }) => text)]).toEqual([null, said])
  const acts = (await app.request('GET', `/v3/operator/customers/${acme}/acts`, as('support'))).body.data
  expect(acts.map(({ reason }: { reason: string }) => reason).toReversed()).toEqual(said)
  expect(acts[0]).toMatchObject({ act: 'answerOperatorNote', subject: { kind: 'huggg', id: gift } })
})

test('a note is left once however often its button is pressed, about what is there, for a group that has someone and may see it', async () => {
  const [first, second] = [await leave('support', {}), await leave('support', {})]
  expect(first.body.data).toEqual(second.body.data)
  expect(await notes('support')).toHaveLength(1)
  await answer('support', first.body.data.id, { reason: 'Found it', closes: true })
  const refusal = async (role: OperatorRole, body: object) => {
    const { status, body: problem } = await leave(role, body)
    return [status, problem.details?.map(({ path }: { path: string }) => path)]
  }
  expect(await refusal('support', { about: newId() })).toEqual([404, undefined])
  expect(await refusal('support', { kind: 'document' })).toEqual([404, undefined])
  expect(await refusal('finance', { kind: 'bank-line', about: line, to: 'support' })).toEqual([422, ['to']])
  await app.posy.db
    .updateTable('operator')
    .set({ deactivated_at: new Date() })
    .where('email', '=', 'support@posy.test')
    .execute()
  expect(await refusal('owner', { to: 'support' })).toEqual([422, ['to']])
  await app.posy.db.updateTable('operator').set({ deactivated_at: null }).execute()
  expect(await counts()).toEqual([0, 0, 0])
})

test('a note that is left several times at the same moment stands once', async () => {
  const twins = await Promise.all(
    Array.from({ length: 6 }, () => leave('support', { reason: 'Pressed again and again' })),
  )
  const ids = new Set(twins.map(({ body }) => body.data?.id))
  expect(ids.size).toBe(1)
  const left = await notes('support', `?kind=huggg&about=${gift}`)
  expect(left.filter(({ entries }) => entries[0]!.text === 'Pressed again and again')).toHaveLength(1)
  await answer('support', [...ids][0]!, { reason: 'Found it', closes: true })
})

test('a note about a line of the bank is neither left, seen nor answered by who may not see the bank', async () => {
  const about = { kind: 'bank-line', about: line }
  expect((await leave('support', about)).status).toBe(404)
  const { id } = (await leave('finance', { ...about, to: 'owner' })).body.data
  const query = `?kind=bank-line&about=${line}`
  expect(await notes('finance', query)).toMatchObject([{ id, subject: { name: 'J BLOGGS' }, customer: null }])
  expect([await notes('support', query), await notes('support')]).toEqual([[], []])
  expect((await answer('support', id, { reason: 'Mine' })).status).toBe(404)
  expect((await answer('owner', id, { reason: 'Wages', closes: true })).status).toBe(200)
})
