import { ApiError, type CallError } from '#client/errors.ts'
import { isPass } from '#client/result.ts'
import type { User } from '#contract/identity/users.ts'
import type { Session } from './session.ts'

/** What the server hands to the app in the browser when it starts. */
export interface StartUp {
  initialUser: User | null
  /** Always empty at this point: a page that needs the team asks for it. */
  initialTeam: null
}

/**
 * Looks up who is signed in. No token, a refusal, an outage and a
 * bug all mean no one: the page is shown all the same, unless it needs to know (see requireUser).
 */
export async function startUp(session: Session): Promise<StartUp> {
  try {
    if (!session.userAccessToken()) await session.renew()
    if (session.userAccessToken()) {
      const me = await session.api.getMe()
      if (isPass(me) && me.pass.data.user) session.identify({ ...me.pass.data, user: me.pass.data.user })
      else if (!isPass(me) && session.isVisit && errorStatus(me.fail) === 401) session.forgetVisit()
      else if (!isPass(me) && errorStatus(me.fail) >= 500) session.isUnanswered = true
    }
  } catch (error) {
    console.error(error)
    session.isUnanswered = true
  }
  return { initialUser: session.user, initialTeam: null }
}

const errorStatus = (error: CallError | undefined): number => (error instanceof ApiError ? error.response.status : 500)
