import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getSession } from '#web/session/middleware.ts'
import { findCategory } from './categories.ts'
import { GiftsScreen } from './gifts-screen.tsx'
import { rulesForBrowsing } from './load-gift-rules.server.ts'
import { loadGifts } from './load-gifts.server.ts'
import { laidOutShelf, shelfCategory, shelfHead, shelvesShown } from './shelves.server.ts'
import { loadShop } from './shop.server.ts'
import { ShopScreen } from './shop-screen.tsx'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const api = await session.catalogue()
  const rules = await rulesForBrowsing(session)
  const known = findCategory(params.category)
  const shop = known ? null : await laidOutShelf(api, params.category!)
  if (shop) {
    const sections = await loadShop(api, shop, rules)
    return {
      shelves: await shelvesShown(api),
      shop: { category: shelfHead(shop), sections, isNarrowed: rules !== null },
      gifts: null,
    }
  }
  const category = known ?? (await shelfCategory(api, params.category!))
  if (!category) throw data(null, { status: 404 })
  const gifts = await loadGifts(session, category, new URL(request.url), { rules, facets: true, foldsVariants: true })
  return { shelves: await shelvesShown(api), gifts, shop: null }
}

export default function GiftCategory() {
  const { shelves, gifts, shop } = useLoaderData<typeof loader>()
  return shop ? <ShopScreen shelves={shelves} {...shop} /> : <GiftsScreen shelves={shelves} gifts={gifts} />
}
