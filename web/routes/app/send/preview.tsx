import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { isPass } from '#client/result.ts'
import { webContext } from '../../../context.ts'
import { loadDraft, senderNameOf } from '../../../features/send/load-draft.server.ts'
import { previewGift } from '../../../features/send/preview-gift.ts'
import { segmentsToPreview } from '../../../features/send/preview-segments.server.ts'
import { GiftPage } from '../../../public/gift-page.tsx'
import { themeStyles } from '../../../public/theme-styles.ts'
import { openSession, requireUser, sessionOf } from '../../../session/middleware.ts'
import { InlineStyle } from '../../../ui/inline-style.tsx'

export const middleware = [openSession, requireUser]

/** A draft as its recipient would see it, for a frame on our own pages. It runs no script, and nothing in it can be sent. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  const { order, product } = await loadDraft(session, params.id)
  if (!product) throw data(null, { status: 404 })
  const [team, segments] = await Promise.all([
    session.teamId ? session.api.getTeam({ params: { id: session.teamId } }) : null,
    segmentsToPreview(session, product),
  ])
  const teamName = team && isPass(team) ? team.pass.data.name : ''
  const state = new URL(request.url).searchParams.get('state') === 'wrapped' ? 'wrapped' : 'opened'
  const { nonce } = context.get(webContext)
  const policy = [
    "default-src 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
  return data(
    { gift: previewGift({ order, product, segments, teamName, senderName: senderNameOf(session), state }) },
    { headers: { 'Content-Security-Policy': policy, 'X-Frame-Options': 'SAMEORIGIN' } },
  )
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export default function PreviewRoute() {
  const { gift } = useLoaderData<typeof loader>()
  return (
    <div inert>
      <title>Preview · Posy</title>
      <InlineStyle css={themeStyles(gift.theme.giftwrap, gift.theme.accentHex)} />
      <GiftPage gift={gift} barcode={null} justOpened={false} failure={null} />
    </div>
  )
}
