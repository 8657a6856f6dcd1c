import { paths } from '#web/paths.ts'
import { copy } from './copy.en-GB.ts'

/** Below every gift: whose page it is, and a way back for when its link is lost. */
export const PageFooter = () => (
  <footer className="page-footer">
    {copy.page.footer} <a href={paths.findGifts}>{copy.page.lost}</a>
  </footer>
)
