import { listOperatorActs } from '#contract/operator/acts.ts'
import { allowMessagesTo, listOperatorMessages } from '#contract/operator/messages.ts'
import { getOperatorOverview } from '#contract/operator/overview.ts'
import { searchAsOperator as searchEndpoint } from '#contract/operator/search.ts'
import * as access from '#contract/operator/sign-in.ts'
import { letAddressAgain } from '#server/domains/delivery/index.ts'
import { endOperatorImpersonations } from '#server/domains/impersonation/index.ts'
import { command, operatorAct, type Route, read } from '#server/platform/http/route.ts'
import { recordOperatorAct } from '#server/platform/operator-acts.ts'
import { callingOperator } from '#server/platform/principal.ts'
import { actRoutes } from './act-routes.ts'
import { actPage } from './acts.ts'
import { chooseOperatorPassword } from './change-operator.ts'
import { expiryRoutes } from './expiry-routes.ts'
import { messagePage } from './messages.ts'
import { noteRoutes } from './note-routes.ts'
import { overview } from './overview.ts'
import { planRoutes } from './plan-routes.ts'
import { repairRoutes } from './repair-routes.ts'
import { searchAsOperator } from './search.ts'
import { beginOperatorSignIn, confirmOperatorSignIn } from './sign-in.ts'
import { twoPersonRoutes } from './two-person-routes.ts'

export const operatorRoutes: Route[] = [
  // Reads by form only: they open their transactions after slow hashes, and count guesses for good.
  read(access.signInOperator, async ({ posy, body, request }) => ({
    data: await beginOperatorSignIn(posy, body, request),
  })),
  read(access.confirmOperatorSignIn, async ({ posy, body, request }) => ({
    data: { token: await confirmOperatorSignIn(posy, body, request) },
  })),
  read(access.chooseOperatorPassword, async ({ posy, body, request }) => {
    await chooseOperatorPassword(posy, body, request)
    return { data: { success: true } }
  }),

  read(access.getOperator, async ({ caller }) => ({ data: callingOperator(caller) })),
  command(access.signOutOperator, async ({ work, caller }) => {
    const { id } = callingOperator(caller)
    await work.tx
      .updateTable('operator_session')
      .set({ ended_at: new Date(work.posy.wall.nowMs()) })
      .where('id', '=', caller.sessionId)
      .execute()
    await endOperatorImpersonations(work, id)
    await recordOperatorAct(work, { act: access.signOutOperator.id, subject: { kind: 'operator', id }, reason: null })
    return { data: { success: true } }
  }),

  read(searchEndpoint, async ({ posy, db, query, caller }) => ({
    data: await searchAsOperator({ db, posy, role: callingOperator(caller).role }, query.q),
  })),
  read(listOperatorMessages, ({ posy, query }) => messagePage(posy, query)),
  operatorAct(allowMessagesTo, async ({ work, body: { address } }) => {
    const was = await letAddressAgain(work, address)
    const channel = address.includes('@') ? 'email' : 'sms'
    return { subject: { kind: 'address', id: channel }, details: { was }, answer: { data: { was } } }
  }),
  read(listOperatorActs, ({ db, query }) => actPage(db, query)),
  read(getOperatorOverview, async ({ posy, caller }) => ({
    data: await overview(posy, callingOperator(caller).role),
  })),

  ...actRoutes,
  ...planRoutes,
  ...twoPersonRoutes,
  ...noteRoutes,
  ...expiryRoutes,
  ...repairRoutes,
]
