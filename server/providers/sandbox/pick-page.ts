import { escapeHtml, page } from './page.ts'

const STYLE = `
  :root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1d2433; }
  body { margin: 0; padding: 1.5rem 1rem; background: #f3f5f9; }
  main { max-width: 24rem; margin: 0 auto; padding: 1.5rem; background: #fff; border-radius: 1rem; }
  h1 { font-size: 1.25rem; margin: 0 0 .25rem; }
  h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
  p { margin: 0 0 1rem; color: #4a5468; }
  form { display: grid; gap: .6rem; margin: 0 0 .6rem; }
  label { display: grid; gap: .2rem; }
  label.tick { grid-template-columns: auto 1fr; align-items: center; gap: .5rem; }
  input:not([type=checkbox]) { font: inherit; padding: .5rem; border: 1px solid #7b8699; border-radius: .5rem; }
  button { font: inherit; text-align: start; padding: .6rem .8rem; border: 1px solid #7b8699; border-radius: .5rem; background: #fff; color: inherit; cursor: pointer; }
  button.main { text-align: center; font-weight: 600; border: 0; background: #1d4ed8; color: #fff; }
  :focus-visible { outline: 3px solid #93b4ff; outline-offset: 2px; }
  small { display: block; color: #4a5468; }`

/** People who are offered; with each goes that the provider vouches for the address. */
const people = [
  { email: 'admin@acme.test', firstName: 'Alice', surname: 'Archer', organisation: 'acme.test' },
  { email: 'participant@acme.test', firstName: 'Peter', surname: 'Price', organisation: 'acme.test' },
  { email: 'nia@newcomers.test', firstName: 'Nia', surname: 'Newcomer', organisation: 'newcomers.test' },
]

interface PickPage {
  title: string
  action: string
  /** Fields of its own that a provider has of someone else. */
  more?: string
  /** What stands below. */
  below?: string
}

/** Who is it? Anyone, for this is a sandbox. */
export function pickPage({ title, action, more = '', below = '' }: PickPage): Response {
  const known = people.map(
    (person) => `<form method="post" action="${escapeHtml(action)}">
      ${hidden({ ...person, emailVerified: 'on' })}
      <button>${escapeHtml(`${person.firstName} ${person.surname}`)}<small>${escapeHtml(person.email)}</small></button></form>`,
  )
  return signInPage(
    title,
    `<h1>Choose an account</h1><p>${escapeHtml(title)}: no one is asked for a password here.</p>${known.join('')}
      <h2>Someone else</h2>
      <form method="post" action="${escapeHtml(action)}">
      <label>Email <input type="email" name="email" required autocomplete="off"></label>
      <label>First name <input name="firstName" autocomplete="off"></label>
      <label>Surname <input name="surname" autocomplete="off"></label>
      ${more}<button class="main">Continue</button></form>${below}`,
  )
}

/** A page of a simulated provider. */
export const signInPage = (title: string, body: string, script?: string): Response =>
  page({ title, style: STYLE, ancestors: "'none'", body: `<main>${body}</main>`, ...(script ? { script } : {}) })

export const hidden = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
