import type { Gift } from '#contract/hugggs/recipient.ts'
import { InlineStyle } from '#web/ui/inline-style.tsx'
import { GiftPage } from './gift-page.tsx'
import { themeStyles } from './theme-styles.ts'

/** A gift as its recipient would see it; nothing in it can be pressed. */
export const GiftPreview = ({ gift }: { gift: Gift }) => (
  <div inert>
    <title>Preview · Posy</title>
    <InlineStyle css={themeStyles(gift.theme)} />
    <GiftPage gift={gift} barcode={null} justOpened={false} failure={null} />
  </div>
)
