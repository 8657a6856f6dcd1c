import { Outlet } from 'react-router'
import { paths } from '#web/paths.ts'
import { InlineStyle } from '#web/ui/inline-style.tsx'
import giftBoxCss from '#web/ui/wraps/gift-box.css?inline'
import { Backdrop, GiftwrapDefinitions, OpenGiftBox } from '#web/ui/wraps/gift-box.tsx'
import { giftwrapNamed } from '#web/ui/wraps/index.ts'
import { wrapStyles } from '#web/ui/wraps/wrap-styles.ts'
import styles from './entrance.module.css'

/** The way in: a form, and what it is all about. */
export default function EntranceLayout() {
  const wrap = giftwrapNamed('peony')
  return (
    <div className={`app ${styles.entrance}`}>
      <InlineStyle css={`${wrapStyles(wrap)}${giftBoxCss}`} />
      <GiftwrapDefinitions wrap={wrap} />
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <div className={styles.side}>
        <header>
          <a className={styles.wordmark} href="/">
            <img src={paths.icon} alt="" width="32" height="32" />
            Posy
          </a>
        </header>
        <main id="main" className={styles.main}>
          <Outlet />
        </main>
      </div>
      <div className={styles.art} aria-hidden="true">
        <Backdrop />
        <OpenGiftBox wrap={wrap} unwrapping={false} />
      </div>
    </div>
  )
}
