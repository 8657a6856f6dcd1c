import type { LoaderFunctionArgs } from 'react-router'
import { everything } from '../../../features/catalogue/categories.ts'
import { GiftsScreen } from '../../../features/catalogue/gifts-screen.tsx'
import { loadGifts } from '../../../features/catalogue/load-gifts.server.ts'
import { shelvesShown } from '../../../features/catalogue/shelves.server.ts'
import { pack, usePacked } from '../../../http/packed.ts'
import { sessionOf } from '../../../session/middleware.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  const shelves = await shelvesShown(await session.catalogue())
  return pack({ shelves, gifts: await loadGifts(session, everything, new URL(request.url), { facets: true }) })
}

export default function AllGifts() {
  return <GiftsScreen {...usePacked<typeof loader>()} />
}
