import { Outlet } from 'react-router'
import { InlineStyle } from '#web/ui/inline-style.tsx'
import giftBoxCss from '#web/ui/wraps/gift-box.css?inline'
import choosing from './choosing.css?inline'
import { copy } from './copy.en-GB.ts'
import page from './public.css?inline'
import stage from './stage.css?inline'
import thanks from './thanks.css?inline'
import voucher from './voucher.css?inline'

const css = `${giftBoxCss}${stage}${page}${choosing}${thanks}${voucher}`

/** Recipient pages are whole without JavaScript, so they carry none. */
export const handle = { scripts: false }

export default function PublicLayout() {
  return (
    <>
      <InlineStyle css={css} />
      <a className="skip-link" href="#main">
        {copy.page.skip}
      </a>
      <Outlet />
    </>
  )
}
