import { escapeHtml } from '../../checkout/sandbox/pages.ts'
import { hidden, signInPage } from '../../openid/sandbox/pages.ts'
import { people } from '../../openid/sandbox/people.ts'

/** Who is it? Anyone, for this is a sandbox. */
export function pickPage(provider: string, action: string): Response {
  const title = `${provider} sign-in (sandbox)`
  const known = people
    .map(
      ({ email, firstName, surname }) => `<form method="post" action="${escapeHtml(action)}">
      ${hidden({ email, firstName, surname })}
      <button>${escapeHtml(`${firstName} ${surname}`)}<small>${escapeHtml(email)}</small></button></form>`,
    )
    .join('')
  return signInPage(
    title,
    `<h1>Choose an account</h1><p>${escapeHtml(title)}: no one is asked for a password here.</p>${known}
      <h2>Someone else</h2>
      <form method="post" action="${escapeHtml(action)}">
      <label>Email <input type="email" name="email" required autocomplete="off"></label>
      <label>First name <input name="firstName" autocomplete="off"></label>
      <label>Surname <input name="surname" autocomplete="off"></label>
      <button class="main">Continue</button></form>`,
  )
}

/** A browser brings the answer automatically, or with one press where it runs no scripts. */
export const postPage = (to: string, answer: { SAMLResponse: string; RelayState: string }): Response =>
  signInPage(
    'Signed in (sandbox)',
    `<h1>Signed in</h1><p>You continue to ${escapeHtml(new URL(to).host)}.</p>
      <form method="post" action="${escapeHtml(to)}">${hidden(answer)}<button class="main">Continue</button></form>`,
    'document.forms[0].submit()',
  )
