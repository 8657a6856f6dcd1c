import { signInTill, signOutTill } from '#contract/hugggs/till-page.ts'
import { readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { goTo, Refused, renderTill } from './frame.tsx'
import { type Asked, callTill, TillRefusal, tillCookie } from './session.ts'
import { tillSentence } from './till-sentence.ts'

export const WAS_SIGNED_OUT = 'This till has been signed out. Ask the people who run Posy for a new code.'

interface Shown {
  problem?: string
  typed?: string
  status?: number
  headers?: Record<string, string>
}

export function showSignIn({ page }: Asked, { problem, typed, status, headers }: Shown = {}): Response {
  return renderTill(
    page,
    { title: 'Sign this till in', till: null, ...(status && { status }), ...(headers && { headers }) },
    <>
      {problem ? <Refused>{problem}</Refused> : null}
      <p>
        Type the code that you were given for this counter. It works once; then this browser stays signed in, and
        redeems gifts for your shop.
      </p>
      <form method="post" action={paths.tillSignIn} className="card">
        <label className="field">
          <span>Code of the till</span>
          <input
            name="code"
            type="text"
            required
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            defaultValue={typed}
            aria-invalid={problem && typed ? true : undefined}
            aria-describedby={problem && typed ? 'problem' : undefined}
          />
        </label>
        <button className="button wide" type="submit">
          Sign in
        </button>
      </form>
    </>,
  )
}

export async function signIn(asked: Asked, form: FormData): Promise<Response> {
  const { code } = readForm(form, { code: text })
  try {
    const { data } = await callTill(asked, signInTill, { body: { code } })
    return goTo(paths.till, { 'Set-Cookie': tillCookie(asked.page, data.token) })
  } catch (error) {
    if (!(error instanceof TillRefusal)) throw error
    const { problem } = error
    return showSignIn(asked, { problem: tillSentence(problem), typed: code, status: problem.status })
  }
}

export async function signOut(asked: Asked): Promise<Response> {
  await callTill(asked, signOutTill, { body: {} })
  return goTo(paths.till, { 'Set-Cookie': tillCookie(asked.page, '') })
}
