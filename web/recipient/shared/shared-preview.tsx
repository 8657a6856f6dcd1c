import type { ShareableGift } from '#contract/superhugggs/super-hugggs.ts'
import { InlineStyle } from '#web/ui/inline-style.tsx'
import { themeStyles } from '../theme-styles.ts'
import css from './shared.css?inline'
import { SharedPage } from './shared-page.tsx'

/** Where people will claim, as they will see it; nothing in it can be pressed. */
export const SharedPreview = ({ shared }: { shared: ShareableGift }) => (
  <div inert>
    <title>Preview · Posy</title>
    <InlineStyle css={`${css}${themeStyles(shared.theme)}`} />
    <SharedPage shared={shared} asked={null} failure={null} />
  </div>
)
