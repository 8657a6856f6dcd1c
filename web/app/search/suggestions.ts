import type { LoaderFunctionArgs } from 'react-router'
import { formatPrice } from '#kit/money.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import type { Found } from '#web/ui/kit/command-palette.tsx'
import { findOwn } from './find-places.server.ts'

const MOST = 6

/**
 * What is found while someone types. `q`, for the palette: the reader's own people, gifts, purchases,
 * budgets and invoices, then brands and products. `words`, for the search of the catalogue:
 * what the words so far may be on the way to.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Found & { words: string[] }> {
  const { searchParams } = new URL(request.url)
  const [query = '', words = ''] = ['q', 'words'].map((name) => searchParams.get(name)?.trim().slice(0, 100) ?? '')
  const session = getSession(context)
  const api = await session.catalogue()
  if (words) {
    const { data } = session.unwrap(await api.suggestProductSearches({ body: { term: words } }))
    return { q: query, places: [], words: data }
  }
  if (!query) return { q: query, places: [], words: [] }
  const [own, brands, gifts] = await Promise.all([
    findOwn(session, query),
    api.findBrands({ body: { filter: { name: query }, limit: 3 } }),
    api.searchProducts({ body: { query, size: MOST, facets: false } }),
  ])
  return {
    q: query,
    words: [],
    places: [
      ...own,
      ...session.unwrap(brands).data.map(({ id, name }) => ({ to: paths.brand(id), label: name, hint: 'Brand' })),
      ...session.unwrap(gifts).data.hits.map(({ product }) => ({
        to: paths.product(product.id),
        label: product.name,
        hint: `${product.brandName}, ${formatPrice(product.senderPrice, product.currency)}`,
      })),
    ],
  }
}
