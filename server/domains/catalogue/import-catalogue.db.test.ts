import { readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import {
  buildBrand,
  buildChoice,
  buildGroup,
  buildProduct,
  buildSegment,
  engines,
  type TestCatalogue,
  uid,
} from '#server/testing/catalogue.ts'
import { loadCatalogueDocument } from './load-document.ts'
import { listChoiceProducts, loadSegments, productById } from './queries.ts'
import { runCatalogueImport } from './run-import.ts'

const starter = join(import.meta.dirname, '../../../seeds/catalogue.json')
const tables = [
  'brand',
  'store',
  'tag',
  'label',
  'taxonomy',
  'taxonomy_item',
  'taxonomy_link',
  'segment',
  'segment_option',
  'product',
  'product_segment',
  'segment_group',
  'segment_group_segment',
  'product_segment_group',
  'audit_event',
] as const

describe.each(Object.entries(engines))('on %s', (_, open) => {
  let catalogue: TestCatalogue
  beforeAll(async () => {
    catalogue = await open()
  })
  afterAll(() => catalogue.close())

  const snapshot = async () => {
    const rows = await Promise.all(tables.map((table) => catalogue.db.selectFrom(table).selectAll().execute()))
    return JSON.stringify(rows.map((all) => all.map((row) => JSON.stringify(row)).sort()))
  }

  test('a dry run says what would happen and changes nothing; the import does it; a second import changes nothing', async () => {
    const document = JSON.parse(readFileSync(starter, 'utf8'))
    const rows = Object.values(document as Record<string, unknown[]>).reduce((total, list) => total + list.length, 0)
    const empty = await snapshot()
    expect(await catalogue.load(document, { dryRun: true })).toMatchObject({
      created: rows,
      updated: 0,
      unchanged: 0,
      errors: [],
    })
    expect(await snapshot()).toBe(empty)

    expect(await catalogue.load(document)).toMatchObject({ created: rows, updated: 0, unchanged: 0, errors: [] })
    const loaded = await snapshot()
    expect(loaded).not.toBe(empty)

    expect(await catalogue.load(document)).toMatchObject({ created: 0, updated: 0, unchanged: rows, errors: [] })
    expect(await snapshot()).toBe(loaded)
  })

  test('one wrong row keeps every right row out', async () => {
    const before = await snapshot()
    const result = await catalogue.load({
      brands: [buildBrand(1)],
      products: [
        buildProduct(1),
        buildProduct(2, { senderPricePence: -1 }),
        buildProduct(3, { brandId: uid('b', 99) }),
      ],
    })
    expect(result.errors.map((error) => [error.path, error.row, error.id])).toEqual([
      ['products.1.senderPricePence', 1, uid('a', 2)],
      ['products.2.brandId', 2, uid('a', 3)],
    ])
    expect(result).toMatchObject({ created: 0, updated: 0 })
    expect(await snapshot()).toBe(before)
  })

  test('a document updates what it names, counts it, and leaves the rest as it is', async () => {
    await catalogue.load({
      brands: [buildBrand(1)],
      segments: [buildSegment(1, [uid('a', 1), uid('a', 2)])],
      products: [buildProduct(1), buildProduct(2), buildChoice(3, [uid('e', 1)])],
    })
    const result = await catalogue.load({
      brands: [buildBrand(1)],
      products: [buildProduct(1, { senderPricePence: 700 }), buildProduct(2)],
    })
    expect(result.kinds.products).toEqual({ created: 0, updated: 1, unchanged: 1 })
    expect(result.kinds.brands).toEqual({ created: 0, updated: 0, unchanged: 1 })
    expect(await productById(catalogue.db, uid('a', 1))).toMatchObject({ senderPricePence: 700 })
    expect(await productById(catalogue.db, uid('a', 3))).toMatchObject({ kind: 'choice', active: true })

    const reordered = await catalogue.load({ segments: [buildSegment(1, [uid('a', 2), uid('a', 1)])] })
    expect(reordered.kinds.segments).toEqual({ created: 0, updated: 1, unchanged: 0 })
    const emptied = await catalogue.load({ segments: [buildSegment(1, [uid('a', 2)])] })
    expect(emptied.kinds.segments).toEqual({ created: 0, updated: 1, unchanged: 0 })
    expect(await loadSegments(catalogue.db, uid('a', 3))).toMatchObject([{ id: uid('e', 1) }])
  })

  test('a group’s segments are offered in its order, once, and only in its territories; a change reaches every choice', async () => {
    const choices = [41, 42].map((number) =>
      buildChoice(number, [], { segmentGroupIds: [uid('f', 2), uid('f', 1)], brandId: uid('b', 4) }),
    )
    const both = { territories: ['GB', 'EU'] }
    const loaded = await catalogue.load({
      brands: [buildBrand(4)],
      products: [...choices, buildProduct(43, { brandId: uid('b', 4) }), buildProduct(44, { brandId: uid('b', 4) })],
      segments: [41, 42, 43].map((number) => buildSegment(number, [uid('a', number === 43 ? 44 : 43)], both)),
      segmentGroups: [buildGroup(1, [uid('e', 41), uid('e', 43)]), buildGroup(2, [uid('e', 43), uid('e', 42)], both)],
    })
    expect(loaded.errors).toEqual([])
    expect(loaded.kinds.segmentGroups).toEqual({ created: 2, updated: 0, unchanged: 0 })
    const offered = async (number: number) => {
      const choice = { productId: uid('a', number), maxPricePence: 1000, currency: 'GBX', territory: 'GB' }
      const segments = (await listChoiceProducts(catalogue.db, choice)).map(({ segmentId, options }) => [
        segmentId,
        options.length,
      ])
      expect((await loadSegments(catalogue.db, choice.productId)).map(({ id }) => id)).toEqual(
        segments.map(([id]) => id),
      )
      return segments.map(([id]) => Number(String(id).slice(-2)))
    }
    expect([await offered(41), await offered(42)]).toEqual([
      [43, 42, 41],
      [43, 42, 41],
    ])
    const [first] = await loadSegments(catalogue.db, uid('a', 41))
    expect(first!.segmentGroups).toEqual([
      { id: uid('f', 1), name: 'Group 1', territories: ['GB'], segmentIds: [uid('e', 41), uid('e', 43)] },
      { id: uid('f', 2), name: 'Group 2', territories: ['GB', 'EU'], segmentIds: [uid('e', 43), uid('e', 42)] },
    ])
    const reordered = await catalogue.load({ segmentGroups: [buildGroup(2, [uid('e', 42), uid('e', 43)], both)] })
    expect(reordered.kinds.segmentGroups).toEqual({ created: 0, updated: 1, unchanged: 0 })
    expect(await offered(42)).toEqual([42, 43, 41])
    await catalogue.load({ segmentGroups: [buildGroup(2, [uid('e', 42), uid('e', 43)], { territories: ['EU'] })] })
    expect([await offered(41), await offered(42)]).toEqual([
      [41, 43],
      [41, 43],
    ])
  })

  test('a renamed brand renames its products; a withdrawn brand withdraws them, and gives them back', async () => {
    await catalogue.load({ brands: [buildBrand(1, { name: 'Renamed' })] })
    expect(await productById(catalogue.db, uid('a', 1))).toMatchObject({ brandName: 'Renamed', active: true })
    await catalogue.load({ brands: [buildBrand(1, { name: 'Renamed', active: false })] })
    expect(await productById(catalogue.db, uid('a', 1))).toMatchObject({ active: false })
    await catalogue.load({ brands: [buildBrand(1, { name: 'Renamed' })] })
    expect(await productById(catalogue.db, uid('a', 1))).toMatchObject({ active: true })
  })

  test('refuses to change what gifts already sold rely on, read from the database', async () => {
    const { errors } = await catalogue.load({
      brands: [buildBrand(2)],
      products: [buildProduct(1, { brandId: uid('b', 2) })],
    })
    expect(errors).toMatchObject([{ path: 'products.0.brandId' }])
  })

  test('two taxonomies change places in one import', async () => {
    const taxonomy = (number: number, slug: string) => ({ id: uid('d', number), name: slug, slug })
    await catalogue.load({ taxonomies: [taxonomy(1, 'left'), taxonomy(2, 'right')] })
    expect(await catalogue.load({ taxonomies: [taxonomy(1, 'right'), taxonomy(2, 'left')] })).toMatchObject({
      updated: 2,
      errors: [],
    })
  })

  test('the operator’s command prints every error and ends in 1, or a summary and ends in 0', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'catalogue-'))
    const run = async (content: string | Buffer, dryRun = false) => {
      const file = join(folder, 'catalogue.json')
      await writeFile(file, content)
      const lines: string[] = []
      const code = await runCatalogueImport(catalogue.posy, file, { dryRun, print: (line) => lines.push(line) })
      return { code, text: lines.join('\n') }
    }
    const wrong = await run(
      JSON.stringify({
        products: [buildProduct(20, { senderPricePence: 0 }), buildProduct(21, { brandId: uid('b', 77) })],
      }),
    )
    expect(wrong.code).toBe(1)
    expect(wrong.text).toMatch(
      /products\.0\.senderPricePence.*\n.*products\.1\.brandId[\s\S]*2 errors in .*Nothing was changed/,
    )

    const fine = JSON.stringify({ products: [buildProduct(20)] })
    expect(await run(fine, true)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/products +1 +0 +0[\s\S]*Dry run/),
    })
    expect(await run(fine)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/products +1 +0 +0[\s\S]*up to date/),
    })
    for (const again of [fine, Buffer.from(`\uFEFF${fine}`, 'utf16le')])
      expect(await run(again)).toMatchObject({ code: 0, text: expect.stringMatching(/products +0 +0 +1/) })
    expect(await run('{"products": [')).toMatchObject({ code: 1, text: expect.stringContaining('is not valid JSON') })
    expect(await runCatalogueImport(catalogue.posy, join(folder, 'nowhere.json'), { print: () => {} })).toBe(1)
  })

  test('a document of the installation is imported again only when its text has changed; until then the operator’s changes stay', async () => {
    const load = (row: object) =>
      transact(catalogue.posy, { actor: operatorActor }, (work) =>
        loadCatalogueDocument(work, { name: 'seeds/test.json', text: JSON.stringify({ brands: [row] }) }),
      )
    const loadBrandName = async () =>
      (await catalogue.db.selectFrom('brand').select('name').where('id', '=', uid('b', 70)).executeTakeFirst())?.name
    await load(buildBrand(70, { name: 'As delivered' }))
    await catalogue.load({ brands: [buildBrand(70, { name: 'As the operator likes it' })] })
    await load(buildBrand(70, { name: 'As delivered' }))
    expect(await loadBrandName()).toBe('As the operator likes it')
    await load(buildBrand(70, { name: 'As delivered later' }))
    expect(await loadBrandName()).toBe('As delivered later')
    await expect(load(buildBrand(70, { name: '' }))).rejects.toThrow('seeds/test.json: brands.0.name')
    expect(await loadBrandName()).toBe('As delivered later')
  })
})
