import { Outlet } from 'react-router'
import { InlineStyle } from '../ui/inline-style.tsx'
import site from './site.css?inline'

/** The frame around the pages anyone may see. */
export default function Site() {
  return (
    <div className="site">
      <InlineStyle css={site} />
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <header className="site-header">
        <a className="wordmark" href="/">
          <img src="/favicon.svg" alt="" width="32" height="32" />
          Posy
        </a>
      </header>
      <main id="main">
        <Outlet />
      </main>
      <footer className="site-footer">Posy: gifts for the people you work with and for.</footer>
    </div>
  )
}
