import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { giftCategories, starterTaxonomyIds } from '#contract/catalogue/taxonomies.ts'
import { readBrands, readShelves } from './read-source.ts'
import { printDocument, starterCatalogue } from './starter.ts'

const root = join(import.meta.dirname, '../..')
const catalogue = starterCatalogue(join(root, 'seeds/catalogue'))
// biome-ignore lint/suspicious/noExplicitAny: rows are read by name, as the import reads them
const products = catalogue.products as any[]

test('the starter catalogue in the repository is the one that its texts make', () => {
  expect(readFileSync(join(root, 'seeds/catalogue.json'), 'utf8')).toBe(printDocument(catalogue))
})

describe('the starter catalogue', () => {
  test('is a shop: forty brands, two hundred and fifty products, in both territories', () => {
    expect(catalogue.brands.length).toBeGreaterThanOrEqual(40)
    expect(products.length).toBeGreaterThanOrEqual(250)
    expect(products.filter((row) => row.territory === 'EU').length).toBeGreaterThanOrEqual(20)
    expect(products.filter((row) => row.kind === 'choice').length).toBeGreaterThanOrEqual(10)
    expect(products.filter((row) => row.isGiftCard).length).toBeGreaterThanOrEqual(100)
  })

  test('tells every product from the others by name, and describes each in its own words', () => {
    const singles = products.filter((row) => row.kind !== 'choice')
    expect(new Set(products.map((row) => row.name)).size).toBe(products.length)
    expect(new Set(singles.map((row) => row.description)).size).toBe(singles.length)
    for (const row of products) {
      for (const field of ['description', 'contents', 'terms']) {
        expect(row[field], `${row.name} ${field}`).toMatch(/\S/)
        expect(row[field], `${row.name} ${field}`).not.toMatch(/ {2}|\{|\}|\|| $|;$/)
      }
      expect(row.description, row.name).toMatch(/[.?!]$/)
      // Its recipient reads it too, who is no “they”.
      expect(row.description, row.name).not.toMatch(/\b(?:theirs|they (?:decide|choose|pick)|recipient)\b/i)
    }
  })

  test('has something on sale in every category, and in what pages refer to by id', () => {
    const onSale = products.filter((row) => row.active !== false)
    const bySlug = new Map(catalogue.taxonomies.map((row) => [row.slug, row.id]))
    // Cash is not sold as a gift.
    const waiting = ['cash', 'post-office']
    for (const { slug } of giftCategories.filter(({ slug }) => !waiting.includes(slug)))
      expect(onSale.filter((row) => row.taxonomyIds.includes(bySlug.get(slug))).length, slug).toBeGreaterThan(2)
    for (const [name, id] of Object.entries(starterTaxonomyIds))
      expect(onSale.filter((row) => row.taxonomyIds.includes(id)).length, name).toBeGreaterThan(3)
  })

  test('keeps drink for adults, and says so', () => {
    const alcohol = catalogue.tags.find((row) => row.name === 'Alcohol')!.id
    for (const row of products) expect(row.over18 ?? false, row.name).toBe(row.tagIds.includes(alcohol))
    for (const row of products.filter((each) => each.over18)) expect(row.terms, row.name).toMatch(/18 or over/)
  })

  test('gives every product a category that restrictions can speak of, but the choices, which are of all kinds', () => {
    const restricting = new Set(catalogue.tags.filter((row) => row.typeId === 7).map((row) => row.id))
    for (const row of products.filter((each) => each.kind !== 'choice'))
      expect(
        row.tagIds.some((id: string) => restricting.has(id)),
        row.name,
      ).toBe(true)
  })

  test('shows a card of several amounts once, by a link to its variants', () => {
    const variants = products.filter((row) => row.variantOfProductId)
    const heads = new Set(variants.map((row) => row.variantOfProductId))
    const linked = new Set(catalogue.taxonomyLinks.map((row) => row.linkedTaxonomyId))
    const groups = catalogue.taxonomies.filter((row) => row.displayType === 'product-variant')
    expect(new Set(groups.map((row) => row.primaryProductId))).toEqual(heads)
    expect(new Set(groups.map((row) => row.id))).toEqual(linked)
    for (const head of heads) expect(products.find((row) => row.id === head).variantOfProductId).toBeUndefined()
  })
})

describe('the pictures of the starter catalogue', () => {
  const folder = join(root, 'web/static/catalogue')
  const pictures = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

  test('are all there, and every one of them is shown', () => {
    const shown = new Set(printDocument(catalogue).match(/(?<="\/catalogue\/)[^"]+/g))
    expect([...shown].filter((name) => !pictures.has(name))).toEqual([])
    // posy.svg stands in for a product without a picture.
    expect([...pictures.keys()].filter((name) => !shown.has(name))).toEqual(['posy.svg'])
  })

  test('are shapes only: nothing is loaded, run or written in a font', () => {
    for (const [name, content] of pictures) {
      expect(content, name).not.toMatch(/<(script|text|style|image|foreignObject)|\son\w+=|url\(|href="[^#]/)
      expect(content, name).not.toMatch(/NaN|undefined/)
    }
  })

  test('weigh at most 64 KB each, and 5 MB together', () => {
    for (const [name, content] of pictures) expect(content.length, name).toBeLessThan(64 * 1024)
    const total = [...pictures.values()].reduce((sum, content) => sum + content.length, 0)
    expect(total).toBeLessThan(5_000_000)
  })
})

test('the starter catalogue’s texts are read: brands with stores, items, cards of several amounts, choices, settings', () => {
  const [brand] = readBrands(`= Oak & Awl | oak-and-awl | 8 | EU
Tools and advice.
store 13 | Oak & Awl Ghent | 4 Gas Basin, Ghent | 9000 | 51.05, 3.72

- Herb kit | €8.50 | herb-kit | 31
  Three pots
  Basil, chives and parsley.
  terms: Collect at a shop.
  tags home; labels new delivered; vat 5

* Oak & Awl gift card
  {amount} to spend on tools
  tags home; in home
  €10 | 29 | A tin of paint.
  €25 | 30 | A weekend. | weight 570; in other
`)
  expect(brand).toMatchObject({
    name: 'Oak & Awl',
    slug: 'oak-and-awl',
    number: 8,
    territory: 'EU',
    description: 'Tools and advice.',
  })
  expect(brand!.stores).toEqual([
    {
      number: 13,
      name: 'Oak & Awl Ghent',
      address: '4 Gas Basin, Ghent',
      postcode: '9000',
      latitude: 51.05,
      longitude: 3.72,
    },
  ])
  const [kit, ten, more] = brand!.products
  expect(kit).toMatchObject({
    kind: 'item',
    pence: 850,
    number: 31,
    contents: 'Three pots',
    terms: 'Collect at a shop.',
  })
  expect(kit!.settings.get('labels')).toEqual(['new', 'delivered'])
  expect(ten).toMatchObject({
    kind: 'card',
    pence: 1000,
    contents: '€10 to spend on tools',
    picture: 'oak-and-awl-card-10',
  })
  expect(ten!.settings.get('in')).toEqual(['home'])
  expect(more!.settings.get('in')).toEqual(['other'])
  expect(readShelves('tags\n1 | food | Food | 7\n\nlabels\n2 | new | New')).toEqual({
    tags: [['1', 'food', 'Food', '7']],
    labels: [['2', 'new', 'New']],
  })
})
