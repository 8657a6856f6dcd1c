import { data, type LoaderFunctionArgs } from 'react-router'
import { webContext } from '#web/context.ts'
import { framePolicy } from '#web/http/frame-policy.ts'
import { GiftPreview } from '#web/recipient/gift-preview.tsx'
import { renderPage } from '#web/recipient/page.tsx'
import { SharedPreview } from '#web/recipient/shared/shared-preview.tsx'
import { getSession, openSession, requireUser } from '#web/session/middleware.ts'
import { defaultSenderName, loadDraft } from '../load-draft.server.ts'
import { lookOfTheme, ownThemes } from '../themes.server.ts'
import { nameForRecipients } from './name-for-recipients.server.ts'
import { previewGift, previewShared } from './preview-gift.ts'
import { segmentsToPreview } from './preview-segments.server.ts'

export const middleware = [openSession, requireUser]

/** A draft as its recipient would see it, for a frame on our own pages. It runs no script, and nothing in it can be sent. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const { order, product } = await loadDraft(session, params.id)
  if (!product) throw data(null, { status: 404 })
  const [teamName, segments, themes] = await Promise.all([
    nameForRecipients(session),
    segmentsToPreview(session, product),
    ownThemes(session),
  ])
  const state = new URL(request.url).searchParams.get('state') === 'wrapped' ? 'wrapped' : 'opened'
  const gift = previewGift({
    order,
    product,
    segments,
    teamName,
    senderName: defaultSenderName(session),
    state,
    look: lookOfTheme(order.themeId, themes),
  })
  const page = context.get(webContext)
  const shown =
    order.type === 'superhuggg' && state === 'wrapped' ? (
      <SharedPreview shared={previewShared(order, gift)} />
    ) : (
      <GiftPreview gift={gift} />
    )
  return renderPage({ ...page, sandboxBanner: false }, shown, {
    headers: framePolicy(page.nonce),
  })
}
