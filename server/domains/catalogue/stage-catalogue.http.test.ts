import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

/** A catalogue file is looked at, field by field, and imported as it was seen. */
interface Row {
  id: string
  name: string
  [field: string]: unknown
}
type Document = Record<string, Row[]>

let app: TestApp
let starter: Document
beforeAll(async () => {
  app = await startTestApp()
  starter = JSON.parse(readFileSync(join(import.meta.dirname, '../../../seeds/catalogue.json'), 'utf8'))
})
afterAll(() => app.close())

const reason = 'autumn list'
const as = 'operator:finance@posy.test'
const stage = (text: string | Uint8Array<ArrayBuffer>) =>
  app.request('POST', '/v3/operator/catalogue-files', { as, body: { file: new File([text], 'autumn.json'), reason } })
const look = async (id: string) => (await app.request('GET', `/v3/operator/catalogue-files/${id}`, { as })).body
const confirm = (id: string, digest: string) =>
  app.request('POST', `/v3/operator/catalogue-files/${id}/import`, { as, body: { digest, reason } })
async function staged(document: object): Promise<string> {
  const answer = await stage(JSON.stringify(document))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data.id
}

test('importing the present catalogue again shows no difference, and a file that is no catalogue is refused with why', async () => {
  const { data } = await look(await staged(starter))
  const rows = Object.values(starter).reduce((total, list) => total + list.length, 0)
  expect(data).toMatchObject({ errors: [], rows: [], added: 0, changed: 0, retired: 0, returned: 0, unchanged: rows })
  const wide = await stage(new Uint8Array(Buffer.from(`\uFEFF${JSON.stringify(starter)}`, 'utf16le')))
  expect((await look(wide.body.data.id)).data).toMatchObject({ errors: [], rows: [], unchanged: rows })
  const bad = await stage('{"products": [')
  expect([bad.status, bad.body.details[0].path]).toEqual([422, 'file'])
  const wrong = (await look(await staged({ products: [{ id: newId(), name: 'No brand', price: 5 }] }))).data
  expect(wrong.errors.map(({ path }: { path: string }) => path)).toContain('products.0.price')
  expect((await confirm(await staged({ products: [{ name: 'x' }] }), '0'.repeat(64))).status).toBe(422)
})

test('an operator’s catalogue file shows what is added, changed and retired field by field, and imports just that, once', async () => {
  const products = starter.products!.filter(({ kind, segmentIds }) => kind !== 'choice' && !segmentIds)
  const [one, two] = products as [Row, Row]
  const added = { ...one, id: newId(), name: 'Autumn gift' }
  const document = {
    products: [{ ...one, senderPricePence: 4321, name: 'Renamed' }, { ...two, active: false }, added],
  }
  const id = await staged(document)
  const { data } = await look(id)
  expect(data).toMatchObject({ added: 1, changed: 1, retired: 1, returned: 0, errors: [] })
  const [changed, retired, fresh] = data.rows
  expect(changed).toMatchObject({ change: 'changed', kind: 'products', id: one.id })
  expect(changed.fields).toContainEqual({
    field: 'senderPricePence',
    before: String(one.senderPricePence),
    after: '4321',
  })
  expect(changed.fields).toContainEqual({ field: 'name', before: one.name, after: 'Renamed' })
  expect(changed.fields).toHaveLength(2)
  expect(retired).toMatchObject({ change: 'retired', fields: [{ field: 'active', before: 'true', after: 'false' }] })
  expect(fresh.fields).toContainEqual({ field: 'name', before: 'nothing', after: 'Autumn gift' })
  // Looking has changed nothing.
  expect((await look(id)).data.digest).toBe(data.digest)

  // Another file in between: what was seen is not what would happen.
  const other = await staged({ products: [{ ...one, senderPricePence: 4000 }] })
  expect((await confirm(other, (await look(other)).data.digest)).body.data).toEqual({ created: 0, updated: 1 })
  const late = await confirm(id, data.digest)
  expect([late.status, late.body.code]).toEqual([409, 'wrong_state'])
  const again = (await look(id)).data
  expect(again.rows[0].fields).toContainEqual({ field: 'senderPricePence', before: '4000', after: '4321' })
  const twins = await Promise.all([1, 2].map(() => confirm(id, again.digest)))
  expect(twins.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect((await look(await staged(document))).data).toMatchObject({ rows: [], unchanged: 3 })
  const { body } = await app.request('GET', '/v3/operator/acts', { as: 'operator:owner@posy.test' })
  const imports = body.data.filter(({ act }: { act: string }) => act === 'importCatalogueFile')
  expect(imports).toMatchObject([{ reason }, { reason }])
})
