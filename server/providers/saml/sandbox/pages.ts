import { escapeHtml } from '#server/providers/sandbox/page.ts'
import { hidden, signInPage } from '#server/providers/sandbox/pick-page.ts'

/** A browser brings the answer automatically, or with one press where it runs no scripts. */
export const postPage = (to: string, answer: { SAMLResponse: string; RelayState: string }): Response =>
  signInPage(
    'Signed in (sandbox)',
    `<h1>Signed in</h1><p>You continue to ${escapeHtml(new URL(to).host)}.</p>
      <form method="post" action="${escapeHtml(to)}">${hidden(answer)}<button class="main">Continue</button></form>`,
    'document.forms[0].submit()',
  )
