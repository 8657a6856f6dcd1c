import { redirect } from 'react-router'
import { ApiError, type CallError } from '#client/errors.ts'
import { isPass, type Result } from '#client/result.ts'
import type { ErrorDetail } from '#contract/core/errors.ts'
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
  granted: Result<Tokens, CallError>
}

/** Where an accepted sign-in continues: in, to its second step, or to the proof of an account. @returns null for a refusal */
export async function finishSignIn({ page, session, kept, granted }: Finish): Promise<Response | null> {
  const next = safePath(kept.next)
  if (isPass(granted)) {
    if (session.user) await session.end()
    session.start(granted.pass)
    return redirect(next, { headers: storeSignIn(page, null) })
  }
  const asked = promptForCode(page, granted.fail!, next, storeSignIn(page, null))
  if (asked) return asked
  const link = linkIn(granted.fail!)
  return link ? redirect(paths.ssoVerify, { headers: storeSignIn(page, { ...kept, link }) }) : null
}

/** The account that is to be linked first, where the refusal says so. */
function linkIn(error: CallError): StoredSignIn['link'] {
  if (!(error instanceof ApiError) || error.code !== 'link_needed' || !Array.isArray(error.details)) return undefined
  const details = error.details as ErrorDetail[]
  const [id, email] = ['id', 'email'].map((path) => details.find((detail) => detail.path === path))
  if (!id || !email) return undefined
  return { id: id.message, proof: id.code === 'password' ? 'password' : 'code', email: email.message }
}
