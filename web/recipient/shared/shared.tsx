import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { webContext } from '#web/context.ts'
import { serverOnly } from '#web/http/server-only.ts'
import { InlineStyle } from '#web/ui/inline-style.tsx'
import { LinkPreview } from '../link-preview.tsx'
import { themeStyles } from '../theme-styles.ts'
import { askedCode, loadShared, takeClaimStep } from './claim-steps.server.ts'
import css from './shared.css?inline'
import { SharedPage } from './shared-page.tsx'

export { ErrorBoundary } from '../gift.tsx'

/** Shows a shareable gift. Changes nothing: anyone who finds the link comes this way, and so do link previews. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const page = context.get(webContext)
  const shared = await loadShared(page, params.shortcode ?? '')
  const wantsNewCode = new URL(request.url).searchParams.has('again')
  return serverOnly({
    shared,
    asked: wantsNewCode ? null : askedCode(request, shared.shortcode),
    publicUrl: page.publicUrl,
  })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const form = await request.formData().catch(() => null)
  if (!form || request.method !== 'POST') throw data(null, { status: 400 })
  return takeClaimStep(page, { request, shortcode: params.shortcode ?? '', form })
}

export default function SharedRoute() {
  const { shared, asked, publicUrl } = useLoaderData<typeof loader>().value
  const failure = useActionData<typeof action>() ?? null
  return (
    <>
      <InlineStyle css={`${css}${themeStyles(shared.theme)}`} />
      <LinkPreview from={shared.fromName} look={shared.theme} publicUrl={publicUrl} />
      <SharedPage shared={shared} asked={failure?.step === 'code' ? null : asked} failure={failure} />
    </>
  )
}
