import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getSession } from '#web/session/middleware.ts'
import { everything } from './categories.ts'
import { GiftsScreen } from './gifts-screen.tsx'
import { rulesForBrowsing } from './load-gift-rules.server.ts'
import { loadGifts } from './load-gifts.server.ts'
import { shelvesShown } from './shelves.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const [shelves, rules] = await Promise.all([shelvesShown(await session.catalogue()), rulesForBrowsing(session)])
  return {
    shelves,
    gifts: await loadGifts(session, everything, new URL(request.url), {
      ...{ rules, facets: true, foldsAmounts: true, foldsVariants: true },
    }),
  }
}

export default function AllGifts() {
  return <GiftsScreen {...useLoaderData<typeof loader>()} />
}
