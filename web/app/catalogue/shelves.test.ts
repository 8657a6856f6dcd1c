import { expect, test } from 'vitest'
import type { Taxonomy } from '#contract/catalogue/taxonomies.ts'
import type { Api } from '#web/api.ts'
import { shelfCategory, shelvesShown } from './shelves.server.ts'

const shelf = (slug: string) =>
  ({ id: `id of ${slug}`, slug, name: slug, description: '', items: [] }) as unknown as Taxonomy
const all = ['choice-of-gift', 'food', 'cash', 'post-office', 'featured', 'weekend'].map(shelf)
const EMPTY = ['id of cash', 'id of post-office']

/** A shop whose shelves for cash hold nothing, and whose search is away for `unanswered`. */
const shop = (unanswered: string) =>
  ({
    findTaxonomies: async ({ body: { filter } }: { body: { filter: { displayType: string[] } } }) => ({
      ...{ ok: true, value: { data: filter.displayType[0] === 'app' ? [{ ...shelf('shop'), active: true }] : all } },
    }),
    getConfiguration: async () => ({ ok: true, value: { data: { taxonomyIds: { featured: 'id of featured' } } } }),
    searchProducts: async ({ body: { filter } }: { body: { filter: { taxonomyIds: string[] } } }) =>
      filter.taxonomyIds[0] === unanswered
        ? { ok: false }
        : { ok: true, value: { data: { total: EMPTY.includes(filter.taxonomyIds[0]!) ? 0 : 3 } } },
  }) as unknown as Api

test('Browse leads to the categories that hold something, or could not be asked, and a category of gift cards shows those alone', async () => {
  const api = shop('id of food')
  expect((await shelvesShown(api)).map(({ slug }) => slug)).toEqual(['shop', 'featured', 'choice-of-gift', 'food'])
  expect((await shelfCategory(api, 'food'))?.filter).toEqual({
    taxonomyIds: ['id of food'],
    territory: 'GB',
    isGiftCard: true,
  })
  expect((await shelfCategory(api, 'choice-of-gift'))?.filter).toEqual({
    taxonomyIds: ['id of choice-of-gift'],
    territory: 'GB',
  })
  expect((await shelfCategory(api, 'weekend'))?.filter).toEqual({ taxonomyIds: ['id of weekend'] })
  // Its address still leads to a page, with nothing on it.
  expect((await shelfCategory(api, 'cash'))?.title).toBe('cash')
})
