import { expect, test } from 'vitest'
import type { Taxonomy } from '#contract/catalogue/taxonomies.ts'
import type { Api } from '#web/api.ts'
import { picturePath } from './picture-path.ts'
import { shelfCategory, shelfHead, shelvesShown } from './shelves.server.ts'

const shelf = (slug: string) =>
  ({ id: `id of ${slug}`, slug, name: slug, description: '', items: [] }) as unknown as Taxonomy
const SUPPORT = ['food', 'cash', 'energy', 'home', 'children', 'other', 'appliances', 'keeping-warm', 'post-office']
const all = ['choice-of-gift', ...SUPPORT, 'featured', 'weekend'].map(shelf)
const EMPTY = ['id of cash', 'id of post-office']

/** A shop whose shelves for cash hold nothing, and whose search is away for `unanswered`; it notes the shelves that are searched. */
const shop = (unanswered: string, searched: string[]) =>
  ({
    findTaxonomies: async ({ body: { filter } }: { body: { filter: { displayType: string[] } } }) => ({
      ...{ ok: true, value: { data: filter.displayType[0] === 'app' ? [{ ...shelf('shop'), active: true }] : all } },
    }),
    getConfiguration: async () => ({ ok: true, value: { data: { taxonomyIds: { featured: 'id of featured' } } } }),
    searchProducts: async ({ body: { filter } }: { body: { filter: { taxonomyIds: string[] } } }) => {
      const [id] = filter.taxonomyIds
      searched.push(id!)
      return id === unanswered ? { ok: false } : { ok: true, value: { data: { total: EMPTY.includes(id!) ? 0 : 3 } } }
    },
  }) as unknown as Api

test('Browse leads to the categories that hold something, or could not be asked, and each of the nine categories of support shows gift cards alone', async () => {
  const searched: string[] = []
  const api = shop('id of food', searched)
  const filled = SUPPORT.filter((slug) => !EMPTY.includes(`id of ${slug}`))
  const shown = await Promise.all([shelvesShown(api), shelvesShown(api)])
  for (const shelves of shown)
    expect(shelves.map(({ slug }) => slug)).toEqual(['shop', 'featured', 'choice-of-gift', ...filled])
  // Two who come at once are answered by one search of each.
  expect(searched.toSorted()).toEqual(['choice-of-gift', ...SUPPORT].map((slug) => `id of ${slug}`).toSorted())
  for (const slug of SUPPORT)
    expect((await shelfCategory(api, slug))?.filter).toEqual({
      ...{ taxonomyIds: [`id of ${slug}`], territory: 'GB', isGiftCard: true },
    })
  expect((await shelfCategory(api, 'choice-of-gift'))?.filter).toEqual({
    taxonomyIds: ['id of choice-of-gift'],
    territory: 'GB',
  })
  expect((await shelfCategory(api, 'weekend'))?.filter).toEqual({ taxonomyIds: ['id of weekend'] })
  // Its address still leads to a page, with nothing on it.
  expect((await shelfCategory(api, 'cash'))?.title).toBe('cash')
})

test('a shelf’s page has its banner and its icon at its head, as pictures of this host', () => {
  const head = { name: 'Weekend', description: 'Two days', bannerImage: '/catalogue/a b.svg', icon: '/catalogue/c.svg' }
  const { banner, icon } = shelfHead({ ...shelf('weekend'), ...head } as Taxonomy)
  expect([banner, icon]).toEqual([picturePath(head.bannerImage), '/catalogue/c.svg'])
  expect(shelfHead({ ...shelf('weekend'), bannerImage: null, icon: null } as Taxonomy)).toMatchObject({
    ...{ banner: null, icon: null },
  })
})
