import type { LoaderFunctionArgs } from 'react-router'
import { drawnGiftwraps } from '#contract/themes/themes.ts'
import { webContext } from '#web/context.ts'
import { emailInFrame } from '#web/http/frame-policy.ts'
import { getSession, openSession, requireUser } from '#web/session/middleware.ts'
import { storedPictureKey } from './stored-picture.ts'

export const middleware = [openSession, requireUser]

const COLOUR = /^#[0-9a-f]{6}$/i

/** The email of a gift with what the editor's form says; nothing in it can be pressed. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const search = new URL(request.url).searchParams
  const accentHex = search.get('accentHex') ?? ''
  const email = await session.api.previewBrandEmail({
    body: {
      accentHex: COLOUR.test(accentHex) ? accentHex : null,
      drawing: drawnGiftwraps.find((name) => name === search.get('drawing')) ?? 'peony',
      logo: storedPictureKey(search.get('logo')),
    },
  })
  return emailInFrame(session.unwrap(email).data.html, context.get(webContext).nonce)
}
