import { paths } from '#web/paths.ts'
import { InlineStyle } from '#web/ui/inline-style.tsx'
import { drawSvgBarcode } from './barcode.server.ts'
import { wishIn } from './choosing.ts'
import { copy } from './copy.en-GB.ts'
import { GiftPage } from './gift-page.tsx'
import { loadGift, type StepFailure, takeStep } from './gift-steps.ts'
import { LinkPreview } from './link-preview.tsx'
import { renderPage } from './page.tsx'
import type { Asked, RecipientRoute } from './route.ts'
import { themeStyles } from './theme-styles.ts'

export const unknownGift = {
  ...copy.failures.unknown,
  action: { label: copy.findGifts.link, href: paths.findGifts },
}

export const gift: RecipientRoute = {
  unknown: unknownGift,
  show: (asked) => showGift(asked, null),
  submit: async (asked, form) => {
    const taken = await takeStep(asked.page, asked.code, form)
    return taken instanceof Response ? taken : showGift(asked, taken)
  },
}

async function showGift({ page, code, url: { searchParams } }: Asked, failure: StepFailure | null): Promise<Response> {
  const gift = await loadGift(page, code)
  return renderPage(
    page,
    <>
      <InlineStyle css={themeStyles(gift.theme)} />
      <LinkPreview from={gift.fromName} look={gift.theme} publicUrl={page.publicUrl} />
      <GiftPage
        gift={gift}
        barcode={gift.voucher && drawSvgBarcode(gift.voucher.barcode)}
        justOpened={searchParams.get('just') === 'opened' && !failure}
        isClaimedBefore={searchParams.get('just') === 'claimed-before' && !failure}
        failure={failure}
        wish={wishIn(searchParams)}
        picked={failure ? null : searchParams.get('pick')}
      />
    </>,
    { status: failure?.status ?? 200 },
  )
}
