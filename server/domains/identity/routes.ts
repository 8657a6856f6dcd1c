import { unlinkIdentity as unlinkEndpoint } from '#contract/identity/auth.ts'
import {
  type ContactPreferences,
  getContactPreferences,
  getUserState,
  requestPasswordReset as requestResetEndpoint,
  resetPassword as resetEndpoint,
  updateUser as updateUserEndpoint,
  upsertContactPreferences as upsertEndpoint,
} from '#contract/identity/users.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import { requireUnchanged } from '#server/platform/http/sent-back.ts'
import { member } from '#server/platform/principal.ts'
import { found, notFound } from '#server/platform/problem/problem.ts'
import { countResetRequest, requestPasswordReset, resetPassword } from './passwords/index.ts'
import { emailChangeRoutes, phoneRoutes, updateUser } from './profile/index.ts'
import { passkeyRoutes, secondFactorRoutes } from './second-step/index.ts'
import { sessionRoutes } from './sessions/index.ts'
import {
  type ContactPreference,
  findContactPreference,
  loadUserState,
  ownUser,
  requireOwnAddress,
  unlinkIdentity,
  upsertContactPreferences,
} from './users/index.ts'

const serializeContactPreference = ({
  email,
  userId,
  reactionSummary,
  receipts,
  allowances,
}: ContactPreference): ContactPreferences => ({
  email,
  userId,
  'reaction-summary': reactionSummary,
  receipts,
  allowances,
})

export const identityRoutes: Route[] = [
  ...secondFactorRoutes,
  ...passkeyRoutes,
  ...sessionRoutes,
  ...emailChangeRoutes,
  ...phoneRoutes,

  // A read by form only: it opens its transaction after the slow check of the password.
  read(updateUserEndpoint, async ({ posy, db, caller, body, request, kept }) => {
    requireUnchanged(kept, await ownUser(db, member(caller).userId), updateUserEndpoint.sentBack)
    return { data: await updateUser(posy, caller, body, request) }
  }),

  command(
    requestResetEndpoint,
    async ({ work, body }) => {
      await requestPasswordReset(work, body.username)
      return { data: { success: true } }
    },
    { before: ({ posy, body, request }) => countResetRequest(posy, body.username, request.address) },
  ),

  // As above: the hash of the new password comes before its transaction.
  read(resetEndpoint, async ({ posy, body, request }) => {
    await resetPassword(posy, body, request)
    return { data: { success: true } }
  }),

  read(getUserState, async ({ db, caller, params }) => {
    const { userId } = member(caller)
    if (params.id !== userId) throw notFound('user')
    return { data: await loadUserState(db, userId) }
  }),

  command(unlinkEndpoint, async ({ work, caller, params }) => {
    await unlinkIdentity(work, caller, { userId: params.id, provider: params.provider })
    return { data: found(await ownUser(work.tx, params.id), 'user') }
  }),

  command(upsertEndpoint, async ({ work, caller, body }) => ({
    data: serializeContactPreference(
      await upsertContactPreferences(work, caller, {
        email: body.email,
        reactionSummary: body['reaction-summary'],
        receipts: body.receipts,
        allowances: body.allowances,
      }),
    ),
  })),

  read(getContactPreferences, async ({ db, caller, params }) => {
    const { email, userId } = await requireOwnAddress(db, caller, params.email)
    return { data: serializeContactPreference({ ...(await findContactPreference(db, email)), userId }) }
  }),
]
