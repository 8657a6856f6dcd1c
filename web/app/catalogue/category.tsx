import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getSession } from '#web/session/middleware.ts'
import { findCategory } from './categories.ts'
import { GiftsScreen } from './gifts-screen.tsx'
import { rulesForBrowsing } from './load-gift-rules.server.ts'
import { loadGifts } from './load-gifts.server.ts'
import { shelfCategory, shelvesShown } from './shelves.server.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const api = await session.catalogue()
  const category = findCategory(params.category) ?? (await shelfCategory(api, params.category!))
  if (!category) throw data(null, { status: 404 })
  const rules = await rulesForBrowsing(session)
  const gifts = await loadGifts(session, category, new URL(request.url), { rules, facets: true })
  return { shelves: await shelvesShown(api), gifts }
}

export default function GiftCategory() {
  return <GiftsScreen {...useLoaderData<typeof loader>()} />
}
