import { redirect } from 'react-router'
import type { CallProblem, CallResult } from '#contract/core/invoke.ts'
import type { Tokens } from '#contract/identity/auth.ts'
import type { WebContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import type { getSession } from '#web/session/middleware.ts'
import { safePath } from '#web/session/safe-path.ts'
import { promptForCode } from '../second-step/challenge-cookie.server.ts'
import { type StoredSignIn, storeSignIn } from './sign-in-cookie.server.ts'

interface Finish {
  page: WebContext
  session: ReturnType<typeof getSession>
  kept: StoredSignIn
  granted: CallResult<Tokens>
}

/** Where an accepted sign-in continues: in, to its second step, or to the proof of an account; or why it was refused. */
export async function finishSignIn({ page, session, kept, granted }: Finish): Promise<Response | CallProblem> {
  const next = safePath(kept.next)
  if (granted.ok) {
    if (session.user) await session.end()
    session.start(granted.value)
    return redirect(next, { headers: storeSignIn(page, null) })
  }
  const asked = promptForCode(page, granted.problem, next, storeSignIn(page, null))
  if (asked) return asked
  const link = linkIn(granted.problem)
  return link ? redirect(paths.ssoVerify, { headers: storeSignIn(page, { ...kept, link }) }) : granted.problem
}

/** The account that is to be linked first, where the refusal says so. */
function linkIn({ code, details }: CallProblem): StoredSignIn['link'] {
  if (code !== 'link_needed') return undefined
  const [id, email] = ['id', 'email'].map((path) => details.find((detail) => detail.path === path))
  if (!id || !email) return undefined
  return { id: id.message, proof: id.code === 'password' ? 'password' : 'code', email: email.message }
}
