import * as contract from '#contract/identity/auth.ts'
import { requireWholeAccount } from '#server/domains/identity/users/index.ts'
import { authenticate, grantTokens } from '#server/domains/teams/sign-in/index.ts'
import { type Route, read } from '#server/platform/http/route.ts'
import { beginSignIn } from './begin-sign-in.ts'
import { grantBySso } from './grant-by-sso.ts'
import { samlRoutes } from './saml/routes.ts'
import { verifyIdentity } from './verify-identity.ts'

/** Reads by form only: each asks someone, or checks a secret, before its transaction. */
export const ssoRoutes: Route[] = [
  ...samlRoutes,

  read(contract.issueToken, ({ posy, body, request }) =>
    body.grant_type === 'sso' ? grantBySso(posy, body, request) : grantTokens(posy, body, request),
  ),

  read(contract.createAuthoriseUrl, async ({ posy, body, request }) => {
    const isSignedIn = request.headers.has('authorization')
    const caller = isSignedIn ? await authenticate(posy, request.headers) : null
    if (caller) requireWholeAccount(caller)
    const userId = caller?.sessionId ? caller.userId : null
    return { data: { authoriseUrl: await beginSignIn(posy, body, userId) } }
  }),

  read(contract.verifyIdentity, async ({ posy, params, body, request }) => ({
    data: await verifyIdentity(posy, { ...body, id: params.id }, request),
  })),
]
