import { type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { Session } from '#web/session/session.ts'
import { InlineStyle } from '#web/ui/inline-style.tsx'
import pages from './pages.css?inline'
import site from './site.css?inline'

/** Asks the browser alone: these pages are there in an outage too. A session that is over leads to the sign-in. */
export const loader = ({ request, context }: LoaderFunctionArgs) => ({
  isSignedIn: new Session(context.get(webContext), request).hasCredentials,
})

/** The frame around the pages anyone may see. */
export default function Site() {
  const { isSignedIn } = useLoaderData<typeof loader>()
  return (
    <div className="site">
      <InlineStyle css={`${site}${pages}`} />
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <header className="site-header">
        <a className="wordmark" href="/">
          <img src={paths.icon} alt="" width="32" height="32" />
          Posy
        </a>
        <nav aria-label="Main" className="site-nav">
          <a className="site-link site-link-main" href={paths.prices}>
            Prices
          </a>
          <a className="site-link site-link-main" href={paths.helpPage}>
            Help
          </a>
          {isSignedIn ? (
            <a className="site-link site-link-main" href={paths.home}>
              Go to your team
            </a>
          ) : (
            <a className="site-link site-link-main" href={paths.signIn}>
              Sign in
            </a>
          )}
        </nav>
      </header>
      <main id="main">
        <Outlet />
      </main>
      <footer className="site-footer">
        <span>Posy: gifts for the people you work with and for.</span>
        <nav aria-label="More" className="site-nav">
          <a className="site-link" href={paths.developers}>
            For developers
          </a>
          <a className="site-link" href={paths.privacy}>
            Privacy
          </a>
          <a className="site-link" href={paths.terms}>
            Terms
          </a>
        </nav>
      </footer>
    </div>
  )
}
