import * as auth from '#contract/identity/auth.ts'
import { putUserState } from '#contract/identity/users.ts'
import { getPlan, getPlanPermissions, listPlans } from '#contract/plans/plans.ts'
import { putEmergencyAdmin } from '#contract/sso/saml.ts'
import * as apiKeys from '#contract/teams/api-keys.ts'
import {
  confirmRuleChange as confirmRuleChangeEndpoint,
  listRuleChanges,
  objectToRuleChange as objectEndpoint,
} from '#contract/teams/rule-changes.ts'
import * as teamUsers from '#contract/teams/team-users.ts'
import * as contract from '#contract/teams/teams.ts'
import { toDate } from '#kit/time.ts'
import { checkClient, clientCredentials } from '#server/domains/identity/passwords/index.ts'
import { apiRequestsPage, findApiKey } from '#server/domains/identity/programs/index.ts'
import { revokeByToken } from '#server/domains/identity/sessions/index.ts'
import { ownUser } from '#server/domains/identity/users/index.ts'
import { offsetPage } from '#server/platform/http/page.ts'
import { command, type Route, read, replicaRead } from '#server/platform/http/route.ts'
import { asSystem, type Work } from '#server/platform/posy.ts'
import { actsIn, type Principal } from '#server/platform/principal.ts'
import { found, notFound } from '#server/platform/problem/problem.ts'
import { closeSubteam, updateTeam, updateTeams } from './manage/index.ts'
import {
  changeRole,
  issueApiKey,
  removeTeamMember,
  resetSecondStep,
  serializeApiKeys,
  signOutMember,
  updateUserState,
  withdrawApiKey,
} from './members/index.ts'
import { plansSince } from './plans/index.ts'
import { serializePlan } from './rights/index.ts'
import {
  confirmRuleChange,
  objectToRuleChange,
  ruleChangesFor,
  serializeImpersonation,
  serializeMember,
  serializePlanPermissions,
  serializeRights,
  serializeTeams,
} from './rules/index.ts'
import { nameEmergencyAdmin, switchTeam } from './sign-in/index.ts'
import {
  listAdmins,
  listMembers,
  loadPlan,
  loadRights,
  plansOnOffer,
  type Rights,
  teamInScope,
  teamsOpenTo,
  userInScope,
} from './team/index.ts'

const done = { data: { success: true } }

const authRoutes: Route[] = [
  // A read by form only: it may check a secret before its transaction.
  read(auth.revokeToken, async ({ posy, body, request }) => {
    // Anyone who holds a token may end it; a client that names itself must prove it, and ends its own only.
    const credentials = clientCredentials(request.headers, body)
    const clientId = credentials || body.client_id ? (await checkClient(posy, credentials, request.address)).id : null
    await asSystem(posy, (work) => revokeByToken(work, body.token, clientId), request.requestId)
    return {}
  }),

  read(auth.getMe, async ({ db, caller }) => {
    const { userId, teamId, clientId, kind } = caller
    const user = userId && kind === 'user' ? await ownUser(db, userId) : undefined
    return {
      data: {
        user: user ?? null,
        teamId: teamId ?? caller.lacksSecondStepFor ?? null,
        clientId: kind === 'client' ? clientId : null,
        permissions: serializeRights(caller),
        impersonation: serializeImpersonation(caller),
        secondStepRequired: caller.lacksSecondStepFor !== undefined,
      },
      user: user
        ? { id: user.id, name: `${user.firstName} ${user.surname}`.trim(), email: user.email, team_id: teamId ?? null }
        : null,
    }
  }),

  command(auth.switchTeam, async ({ work, caller, params, body }) => ({
    data: await switchTeam(work, caller, { userId: params.id, teamId: body.teamId }),
  })),

  command(putUserState, async ({ work, caller, params, body }) => ({
    data: await updateUserState(work, caller, params.id, body.entity),
  })),
]

const teamRoutes: Route[] = [
  read(contract.getTeam, async ({ db, caller, params }) => {
    const { id } = params
    if (!actsIn(caller, id)) await teamInScope(db, caller, id)
    return { data: (await serializeTeams(db, caller, [id])).get(id)! }
  }),

  command(contract.updateTeam, async ({ work, caller, params, body }) => {
    const { id } = await updateTeam(work, caller, params.id, body)
    return { data: (await serializeTeams(work.tx, caller, [id])).get(id)! }
  }),

  read(teamUsers.getTeamUsers, async ({ db, caller, params, query, request }) => {
    if (!actsIn(caller, params.id)) await teamInScope(db, caller, params.id)
    const { members, total } = await listMembers(db, params.id, query)
    return offsetPage(
      members.map((one) => serializeMember(caller, one)),
      total,
      { ...query, url: request.url },
    )
  }),

  read(teamUsers.getTeamAdmins, async ({ db, caller, params }) => {
    const team = await teamInScope(db, caller, params.id)
    return { data: (await listAdmins(db, team.id)).map((one) => serializeMember(caller, one)) }
  }),

  command(teamUsers.changeTeamUserRole, async ({ work, caller, params, body }) => ({
    data: serializeMember(
      caller,
      await changeRole(work, caller, { teamId: params.id, userId: params.userId, ...body }),
    ),
  })),

  command(teamUsers.removeTeamUser, async ({ work, caller, params }) => {
    await removeTeamMember(work, caller, { teamId: params.id, userId: params.userId })
    return done
  }),

  command(teamUsers.resetTeamUserSecondStep, async ({ work, caller, params }) => {
    await resetSecondStep(work, caller, { teamId: params.id, userId: params.userId })
    return done
  }),

  command(teamUsers.signOutTeamUser, async ({ work, caller, params }) => ({
    data: { ended: await signOutMember(work, caller, { teamId: params.id, userId: params.userId }) },
  })),

  command(contract.updateTeams, async ({ work, caller, body }) => {
    await updateTeams(work, caller, body)
    const teams = await serializeTeams(work.tx, caller, body.teamIds)
    return { data: body.teamIds.map((id) => teams.get(id)!) }
  }),

  command(putEmergencyAdmin, async ({ work, caller, params, body }) => {
    await nameEmergencyAdmin(work, caller, { teamId: params.id, userId: body.userId })
    return { data: { userId: body.userId } }
  }),

  command(contract.deleteSubteam, async ({ work, caller, params }) => {
    await closeSubteam(work, caller, { teamId: params.id, subteamId: params.subId })
    return done
  }),
]

const ruleChange = async ({ tx, at }: Work, caller: Principal, id: string) => ({
  data: (await ruleChangesFor(tx, caller, { ids: [id] }, at))[0]!,
})

const ruleRoutes: Route[] = [
  read(listRuleChanges, async ({ db, posy, caller }) => ({
    data: await ruleChangesFor(db, caller, { teamIds: caller.teamIds }, toDate(posy.clock.now())),
  })),

  command(confirmRuleChangeEndpoint, async ({ work, caller, params }) => {
    await confirmRuleChange(work, caller, params.id)
    return ruleChange(work, caller, params.id)
  }),

  command(objectEndpoint, async ({ work, caller, params }) => {
    await objectToRuleChange(work, caller, params.id)
    return ruleChange(work, caller, params.id)
  }),
]

const apiKeyRoutes: Route[] = [
  read(apiKeys.getApiKeys, async ({ db, caller, params }) => ({
    data: await serializeApiKeys(db, (await teamInScope(db, caller, params.id)).id),
  })),

  command(apiKeys.createApiKey, async ({ work, caller, params, body }) => ({
    data: await issueApiKey(work, caller, { teamId: params.id, ...body }),
  })),

  command(apiKeys.revokeApiKey, async ({ work, caller, params }) => {
    await withdrawApiKey(work, caller, { teamId: params.id, keyId: params.keyId })
    return done
  }),

  replicaRead(apiKeys.listApiRequests, async ({ db, caller, params, query }) => {
    const team = await teamInScope(db, caller, params.id)
    const key = found(await findApiKey(db, { teamId: team.id, keyId: params.keyId }), 'API key')
    return apiRequestsPage(db, { keyId: key.id }, query)
  }),
]

const planRoutes: Route[] = [
  read(listPlans, async ({ db, posy }) => ({
    data: (await plansOnOffer(db, posy.config.web.clientId)).map(serializePlan),
  })),

  read(getPlan, async ({ db, params }) => ({ data: serializePlan(await loadPlan(db, params.id)) })),

  read(getPlanPermissions, async ({ posy, db, caller, params }) => {
    const isSelf = params.userId === caller.userId
    if (!isSelf && !caller.permissions['team-admin']) throw notFound('user')
    const user = await userInScope(db, caller, params.userId)
    const own = isSelf && caller.kind === 'user' ? await teamsOpenTo(db, caller) : caller.teamIds
    const rights = await loadRights(db, user.id, own ?? undefined)
    const current = rights.filter((right) => right.teamId === caller.teamId)
    const others = rights.filter((right) => right.teamId !== caller.teamId)
    const since = await plansSince(
      db,
      rights.map(({ teamId }) => teamId),
    )
    const ends = await posy.hooks.planEnds(db, [...new Set(rights.flatMap(({ line }) => line))])
    const endOn = ({ line }: Rights) => line.map((id) => ends.get(id)).find((at) => at) ?? null
    return {
      data: [...current, ...others].map((right) =>
        serializePlanPermissions(right, { since: since.get(right.teamId) ?? null, endsAt: endOn(right) }),
      ),
    }
  }),
]

export const teamsRoutes: Route[] = [...authRoutes, ...planRoutes, ...teamRoutes, ...ruleRoutes, ...apiKeyRoutes]
