import {
  type ActionFunctionArgs,
  data,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useLocation,
  useRouteError,
} from 'react-router'
import { webContext } from '#web/context.ts'
import { serverOnly } from '#web/http/server-only.ts'
import { paths } from '#web/paths.ts'
import { InlineStyle } from '#web/ui/inline-style.tsx'
import { MessagePage } from '#web/ui/message-page.tsx'
import { drawSvgBarcode } from './barcode.server.ts'
import { wishIn } from './choosing.ts'
import { copy } from './copy.en-GB.ts'
import { GiftPage } from './gift-page.tsx'
import { loadGift, takeStep } from './gift-steps.server.ts'
import { LinkPreview } from './link-preview.tsx'
import { themeStyles } from './theme-styles.ts'

/** Shows the gift. Changes nothing: mail scanners and link previews come this way too. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const page = context.get(webContext)
  const gift = await loadGift(page, params.shortcode ?? '')
  const query = new URL(request.url).searchParams
  return serverOnly({
    gift,
    barcode: gift.voucher && drawSvgBarcode(gift.voucher.barcode),
    justOpened: query.get('just') === 'opened',
    wish: wishIn(query),
    picked: query.get('pick'),
    publicUrl: page.publicUrl,
  })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const form = await request.formData().catch(() => null)
  if (!form || request.method !== 'POST') throw data(null, { status: 400 })
  return takeStep(page, params.shortcode ?? '', form)
}

export default function GiftRoute() {
  const { gift, barcode, justOpened, publicUrl, wish, picked } = useLoaderData<typeof loader>().value
  const failure = useActionData<typeof action>()
  return (
    <>
      <InlineStyle css={themeStyles(gift.theme)} />
      <LinkPreview from={gift.fromName} look={gift.theme} publicUrl={publicUrl} />
      <GiftPage
        gift={gift}
        barcode={barcode}
        justOpened={justOpened && !failure}
        failure={failure ?? null}
        wish={wish}
        picked={failure ? null : picked}
      />
    </>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { pathname } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 503
  const { unknown, busy, unavailable, retry } = copy.failures
  if (status === 404 || status === 400)
    return <MessagePage {...unknown} action={{ label: copy.notReceived.link, href: paths.giftNotReceived }} />
  return <MessagePage {...(status === 429 ? busy : unavailable)} action={{ label: retry, href: pathname }} />
}
