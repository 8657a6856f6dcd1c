import * as contract from '#contract/invites/invites.ts'
import * as signing from '#contract/invites/sign-up.ts'
import { createSubteam } from '#contract/teams/teams.ts'
import { iso } from '#kit/time.ts'
import { unguessable } from '#server/domains/identity/secrets/index.ts'
import { senderName } from '#server/domains/identity/users/index.ts'
import { isSupportPlan, serializePlan } from '#server/domains/teams/rights/index.ts'
import { authenticate } from '#server/domains/teams/sign-in/index.ts'
import { loadPlan, teamById, teamInScope } from '#server/domains/teams/team/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { cursorPage, cursorPlace, offsetPage } from '#server/platform/http/page.ts'
import { command, type RequestInfo, type Route, read, replicaRead } from '#server/platform/http/route.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import { type Principal, recipientActor } from '#server/platform/principal.ts'
import { found, invalidFields, notFound } from '#server/platform/problem/problem.ts'
import { acceptInvite } from './accept-invite.ts'
import { acceptJoinRequest, declineJoinRequest } from './decide-join-request.ts'
import { declineInvite } from './decline-invite.ts'
import { inviteEnds, serializeInvite } from './invite.ts'
import { openSubteam } from './open-subteam.ts'
import { findInvites, invitePage, openInviteByToken, requireInvites } from './queries.ts'
import { countAsking, countJoinRequest, openJoinRequests, requestToJoin } from './request-to-join.ts'
import { cancelInvite, countResend, resendInvite } from './resend-invite.ts'
import { sendInvites } from './send-invites.ts'
import { planSoldHere, presignUp, signUp } from './sign-up.ts'
import { openVerification, requestUpgrade, requestVerification, verifyUser } from './verification.ts'

const done = { data: { success: true } }

/** What the holder of a token may see, or null; wrong ones are counted. @throws too_many_requests (429) */
async function pageOfInvite(
  posy: Posy,
  token: string,
  { address, requestId }: RequestInfo,
): Promise<contract.InvitePage | null> {
  const invite = await unguessable(posy, { kind: 'invite', address, requestId }, () => openInviteByToken(posy, token))
  if (!invite) return null
  const { id, type, email, teamName, subteamName, roleGroupId, automationId } = invite
  const promised = automationId ? await posy.hooks.automationInviter.allowance(posy.db, { automationId, email }) : null
  return {
    id,
    type,
    emailAddress: email,
    name: promised?.recipientName ?? null,
    teamName,
    subteamName,
    senderName:
      senderName({
        sendAsName: invite.senderSendAsName,
        firstName: invite.senderFirstName ?? '',
        surname: invite.senderSurname ?? '',
      }) || null,
    roleGroupId,
    allowance: promised?.allowance ?? null,
    dateExpires: iso(inviteEnds(posy, invite)),
    hasAccount: Boolean(invite.hasAccount),
    isSupport: await isSupportPlan(posy.db, invite.planId),
  }
}

/** Who calls what is open to everybody, where they say so. @throws unauthenticated (401) for a token that is no good */
const callerIfAny = async (posy: Posy, { headers }: RequestInfo): Promise<Principal | null> =>
  headers.has('authorization') || headers.has('x-huggg-api-key') ? authenticate(posy, headers) : null

/** What such a link orders, for whom. */
async function serializeUpgrade(db: Db, { planId, teamId }: { planId: string; teamId: string }) {
  const { id, name } = await teamById(db, teamId)
  return { plan: serializePlan(await loadPlan(db, planId)), team: { id, name } }
}

const inviteRoutes: Route[] = [
  command(createSubteam, async ({ work, caller, params, body }) => {
    const parent = await teamInScope(work.tx, caller, params.id)
    const { team, walletId } = await openSubteam(work, parent, body.name)
    const { id, name, planId, parentTeamId } = team
    return { data: { id, name, planId, parentTeamId, walletId } }
  }),

  command(contract.createInvites, async ({ work, caller, params, body }) => {
    const { invites, rows } = await sendInvites(work, caller, { ...body, teamId: params.id })
    return { data: invites.map((invite) => serializeInvite(work.posy, invite)), rows }
  }),

  command(
    contract.resendInvite,
    async ({ work, caller, params }) => ({
      data: serializeInvite(work.posy, await resendInvite(work, caller, params.id)),
    }),
    { before: ({ posy, caller, params }) => countResend(posy, caller, params.id) },
  ),

  read(contract.listInvites, async ({ db, posy, caller, query }) => {
    const [after] = cursorPlace(query.next, 'next', ['uuid']) ?? []
    const [before] = cursorPlace(query.previous, 'previous', ['uuid']) ?? []
    const filter = { types: query.type, accepted: query.accepted }
    const invites = await invitePage(db, caller, filter, {
      clocks: posy,
      limit: query.limit,
      ...(after ? { after } : {}),
      ...(before ? { before } : {}),
    })
    const page = cursorPage(invites, query, (invite) => [invite.id])
    return { ...page, data: page.data.map((invite) => serializeInvite(posy, invite)) }
  }),

  replicaRead(contract.searchInvites, async ({ db, posy, caller, query: { filter, ...page }, request }) => {
    const { id, teamId, type, ...rest } = filter
    if (teamId?.some((each) => !caller.teamIds.includes(each))) throw notFound('team')
    await requireInvites(db, caller, id ?? [])
    const { invites, total } = await findInvites(
      db,
      caller,
      { ids: id, teamIds: teamId, types: type, ...rest },
      { clocks: posy, ...page },
    )
    const shown = invites.map((invite) => serializeInvite(posy, invite))
    return offsetPage(shown, total, { ...page, url: request.url })
  }),

  command(contract.deleteInvite, async ({ work, caller, params }) => {
    await cancelInvite(work, caller, { teamId: params.id, inviteId: params.inviteId })
    return done
  }),

  command(
    contract.requestInvite,
    async ({ work, params, body }) => {
      await requestToJoin(work, { teamId: params.id, email: body.email })
      return done
    },
    {
      before: ({ posy, params, body, request }) =>
        countJoinRequest(posy, { teamId: params.id, email: body.email, address: request.address }),
    },
  ),

  read(contract.listJoinRequests, async ({ db, posy, caller, params }) => {
    const team = await teamInScope(db, caller, params.id)
    return { data: await openJoinRequests(posy, team.id) }
  }),

  command(contract.acceptJoinRequest, async ({ work, caller, params, body }) => {
    const invite = await acceptJoinRequest(work, caller, { requestId: params.id, ...body })
    return { data: serializeInvite(work.posy, invite) }
  }),

  command(contract.declineJoinRequest, async ({ work, caller, params }) => {
    await declineJoinRequest(work, caller, params.id)
    return done
  }),

  read(contract.getInviteByToken, async ({ posy, params, request }) => ({
    data: found(await pageOfInvite(posy, params.token, request), 'invite'),
  })),

  // A read by form only: the slow hash of a password comes before its transaction.
  read(contract.acceptInvite, async ({ posy, params, body, request }) => {
    const caller = await callerIfAny(posy, request)
    const { invite, userId, teamId } = await acceptInvite(posy, { inviteId: params.id, body, caller }, request)
    return { data: { invite: serializeInvite(posy, invite), userId, teamId } }
  }),

  // As above: wrong tokens are counted before its transaction.
  read(contract.declineInvite, async ({ posy, params, body, request }) => {
    const caller = await callerIfAny(posy, request)
    await declineInvite(posy, { inviteId: params.id, token: body.token, caller }, request)
    return done
  }),
]

const signUpRoutes: Route[] = [
  // Reads by form only, as above; and what they count must outlive a refusal.
  read(signing.presignup, async ({ posy, body, request }) => {
    await presignUp(posy, body, request)
    const invite = body.inviteToken ? await pageOfInvite(posy, body.inviteToken, request) : null
    return { data: { success: true, invite } }
  }),

  read(signing.signUp, async ({ posy, body, request }) => {
    await signUp(posy, body, request)
    return done
  }),

  read(signing.requestVerification, async ({ posy, body: { email, action, planId }, request }) => {
    await countAsking(posy, 'verification', email, request.address)
    if ((action === 'upgrade') !== (planId !== undefined))
      throw invalidFields([{ path: 'planId', message: 'is needed for upgrade, and only there' }])
    const { requestId } = request
    if (planId === undefined) {
      await transact(posy, { actor: recipientActor, requestId }, (work) => requestVerification(work, email))
      return done
    }
    const caller = await callerIfAny(posy, request)
    const actor = caller?.actor ?? recipientActor
    await transact(posy, { actor, requestId }, async (work) => {
      await requestUpgrade(work, caller, { email, planId })
      await planSoldHere(work.tx, posy, planId)
    })
    return done
  }),

  read(signing.getVerificationByToken, async ({ db, posy, params, request }) => {
    const { action, email, hasPassword, planId, teamId } = found(
      await openVerification(posy, params.token, request.address),
      'verification',
    )
    const upgrade = action === 'upgrade' ? await serializeUpgrade(db, { planId: planId!, teamId: teamId! }) : null
    return { data: { action, emailAddress: email, needsPassword: action === 'verify' && !hasPassword, upgrade } }
  }),

  read(signing.verifyUser, async ({ posy, body, request }) => ({
    data: await verifyUser(posy, body, await callerIfAny(posy, request), request),
  })),
]

export const invitesRoutes: Route[] = [...inviteRoutes, ...signUpRoutes]
