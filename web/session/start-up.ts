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
    if (!session.token()) await session.renew()
    if (session.token()) {
      const me = await session.api.getMe()
      if (me.ok && me.value.data.user) session.identify({ ...me.value.data, user: me.value.data.user })
      else if (!me.ok && session.isVisit && me.problem.status === 401) session.forgetVisit()
      else if (!me.ok && me.problem.status >= 500) session.isUnanswered = true
    }
  } catch (error) {
    console.error(error)
    session.isUnanswered = true
  }
  return { initialUser: session.user, initialTeam: null }
}
