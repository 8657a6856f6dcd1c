import { InlineStyle } from '#web/ui/inline-style.tsx'
import { unknownGift } from '../gift.tsx'
import { LinkPreview } from '../link-preview.tsx'
import { renderPage } from '../page.tsx'
import type { Asked, RecipientRoute } from '../route.ts'
import { themeStyles } from '../theme-styles.ts'
import { askedCode, type ClaimFailure, loadShared, takeClaimStep } from './claim-steps.ts'
import css from './shared.css?inline'
import { SharedPage } from './shared-page.tsx'

/** A shareable gift: anyone may find the link. */
export const shared: RecipientRoute = {
  unknown: unknownGift,
  show: (asked) => showShared(asked, null),
  submit: async (asked, form) => {
    const taken = await takeClaimStep(asked, form)
    return taken instanceof Response ? taken : showShared(asked, taken)
  },
}

async function showShared({ request, page, code, url }: Asked, failure: ClaimFailure | null): Promise<Response> {
  const shared = await loadShared(page, code)
  const wantsNewCode = url.searchParams.has('again') || failure?.step === 'code'
  return renderPage(
    page,
    <>
      <InlineStyle css={`${css}${themeStyles(shared.theme)}`} />
      <LinkPreview from={shared.fromName} look={shared.theme} publicUrl={page.publicUrl} />
      <SharedPage
        shared={shared}
        asked={wantsNewCode ? null : askedCode(request, shared.shortcode)}
        failure={failure}
      />
    </>,
    { status: failure?.status ?? 200 },
  )
}
