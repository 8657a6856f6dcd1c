import type { SignInMethod } from '#contract/identity/auth.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { Rights } from '../team/index.ts'

const names: Record<string, string> = { password: 'a password', google: 'Google', microsoft: 'Microsoft', saml: 'SSO' }
const listed = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Someone is who they say, and yet does not come in this way. */
export const otherWayIn = (methods: readonly string[], onlyTeamId: string | null = null): Problem => {
  if (onlyTeamId !== null && methods.includes('saml'))
    return new Problem('restricted', 'Your organisation’s provider signed you in, for its team alone.', {
      help: 'Sign in again to act in another team.',
    })
  const wanted = listed.format(methods.map((method) => names[method] ?? method))
  return new Problem('restricted', `This team asks its people to sign in with ${wanted}.`, {
    help: `Sign in with ${wanted}.`,
  })
}

/** How someone has shown who they are, and to which team alone, where a team’s own provider vouched. */
export interface WayIn {
  method: SignInMethod
  onlyTeamId: string | null
}

/** Whether a way in opens a team. */
export const opens = ({ method, onlyTeamId }: WayIn, team: Rights): boolean =>
  (onlyTeamId === null || team.line.includes(onlyTeamId)) &&
  (team.authMethods.includes(method) || (method === 'password' && team.isEmergencyAdmin))
