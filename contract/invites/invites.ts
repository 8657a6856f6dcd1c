import { z } from 'zod'
import { BudgetFrequency } from '../budgets/budgets.ts'
import { endpoint } from '../core/endpoint.ts'
import {
  cursorPage,
  cursorQuery,
  data,
  e164,
  email,
  freeText,
  id,
  list,
  page,
  pageQuery,
  personalName,
  success,
  text,
} from '../core/shapes.ts'
import { password } from '../identity/users.ts'
import { RoleGroup } from '../teams/team-users.ts'

export const inviteTypes = ['participant', 'subteam', 'automation-participant'] as const
export type InviteType = (typeof inviteTypes)[number]
export const InviteType = z.enum(inviteTypes)

export const Invite = z.object({
  id: z.string(),
  type: InviteType,
  emailAddress: z.string(),
  teamId: z.string(),
  /** What they will be: in the team, or in the subteam that accepting makes. */
  roleGroupId: RoleGroup,
  /** The name of the subteam to be, where the inviter chose one. */
  subteamName: z.string().nullable(),
  /** The automated budget of an automation-participant. */
  automationId: z.string().nullable(),
  accepted: z.boolean(),
  /** Not accepted in time; sending it again renews it. */
  expired: z.boolean(),
  senderId: z.string().nullable(),
  clientId: z.string().nullable(),
  /** What accepting led to: the new subteam, else the user who accepted. */
  acceptedResourceId: z.string().nullable(),
  /** Accepted by a first sign-in that proved its address, without the mail. */
  autoAccepted: z.boolean(),
  dateExpires: z.string(),
  dateAccepted: z.string().nullable(),
  dateCreated: z.string(),
  dateModified: z.string(),
})
export type Invite = z.infer<typeof Invite>

/** What happened to each row, in the order they were sent. */
export const InviteRow = z.object({
  row: z.int(),
  emailAddress: z.string(),
  /**
   * `invited` now · `already-invited`, and the invite still holds: nothing is sent again · `already-member` of the team ·
   * `duplicate` of an earlier row.
   */
  outcome: z.enum(['invited', 'already-invited', 'already-member', 'duplicate']),
  inviteId: z.string().nullable(),
})
export type InviteRow = z.infer<typeof InviteRow>

/** What an automated budget gives anyone who accepts its invite. */
export const InviteAllowance = z.object({
  name: z.string(),
  /** Pence, each time the budget runs. */
  budgetAmount: z.int(),
  currency: z.string(),
  frequency: BudgetFrequency,
  /** What is not spent stays beside the next payment; otherwise the next one replaces it. */
  keepsUnspent: z.boolean(),
  /** When the budget ends, and what is left goes back; null where no end is set. */
  endsAt: z.string().nullable(),
})
export type InviteAllowance = z.infer<typeof InviteAllowance>

/** What the page of an invite shows to anyone who has its link. */
export const InvitePage = z.object({
  id: z.string(),
  type: InviteType,
  emailAddress: z.string(),
  /** What the list or HR system that they came in by calls them, of an automation-participant. */
  name: z.string().nullable(),
  teamName: z.string(),
  subteamName: z.string().nullable(),
  senderName: z.string().nullable(),
  roleGroupId: RoleGroup,
  /** Of an automation-participant. */
  allowance: InviteAllowance.nullable(),
  dateExpires: z.string(),
  /** The address has an account: accept as an existing user. */
  hasAccount: z.boolean(),
  /** Its team helps people in need: who sees awards there buys no gifts. */
  isSupport: z.boolean(),
})
export type InvitePage = z.infer<typeof InvitePage>

/** DD-MM-YYYY, a day that was. */
export const dateOfBirth = () =>
  z
    .string()
    .regex(/^\d{2}-\d{2}-\d{4}$/, { error: 'must be written DD-MM-YYYY', abort: true })
    .refine((text) => {
      const [day, month, year] = text.split('-').map(Number) as [number, number, number]
      const date = new Date(Date.UTC(year, month - 1, day))
      const isReal = date.getUTCDate() === day && date.getUTCMonth() === month - 1 && year >= 1900
      return isReal && date.getTime() < Date.now()
    }, 'must be a day in the past')

const MAX_INVITES_AT_ONCE = 1000

const base = { tag: 'Invites', access: 'session', errors: ['not_found'] } as const
const maySend = ['add-participants', 'add-subteams', 'create-automated-budget'] as const

export const createInvites = endpoint({
  ...base,
  id: 'createInvites',
  method: 'POST',
  path: '/v3/teams/{id}/users/invites',
  summary:
    'Invites people to a team, to lead a new subteam, or to an automated budget. All rows or none; `rows` gives the result of each.',
  permission: maySend,
  status: 201,
  idempotent: true,
  params: z.object({ id: id('team') }),
  body: z.object({
    type: InviteType,
    /** Checked row by row, so that every wrong one is told at once. */
    invites: z
      .array(
        z.object({
          emailAddress: freeText(320),
          /** For a participant; `participant` unless told. No one can give more rights than they have. */
          roleGroupId: RoleGroup.optional(),
          /** For a subteam. */
          subteamName: personalName(100).min(1).optional(),
          /** As of all of them, and as in the path. */
          type: InviteType.optional(),
          teamId: freeText(100).meta({ free: true }).optional(),
        }),
      )
      .min(1)
      .max(MAX_INVITES_AT_ONCE),
    /** For `automation-participant`. */
    automationId: id('automatedBudget').optional(),
  }),
  sentBack: { record: Invite, at: 'invites[]', creates: true },
  response: z.object({ data: z.array(Invite), rows: z.array(InviteRow) }),
  errors: ['not_found', 'plan_limit_reached', 'restricted', 'wrong_state'],
})

export const resendInvite = endpoint({
  ...base,
  id: 'resendInvite',
  method: 'POST',
  path: '/v3/team-invites/{id}/resend',
  summary: 'Sends an invite again, with a new link and a new expiry. The old link stops working.',
  permission: maySend,
  idempotent: true,
  params: z.object({ id: id('invite') }),
  response: data(Invite),
  errors: ['not_found', 'wrong_state', 'too_many_requests'],
})

export const listInvites = endpoint({
  ...base,
  id: 'listInvites',
  method: 'GET',
  path: '/v3/team-invites',
  summary: 'Invites of the caller’s team and its subteams, the newest first.',
  permission: 'view-teams',
  query: z.object({ ...cursorQuery, type: list(InviteType), accepted: z.stringbool().optional() }),
  response: cursorPage(Invite),
})

export const searchInvites = endpoint({
  ...base,
  id: 'searchInvites',
  method: 'GET',
  path: '/api/v2/teams/invites/search',
  summary: 'Finds invites; all filters that are given must hold, within a list one of it.',
  permission: 'view-teams',
  brackets: true,
  query: z.object({
    filter: z
      .strictObject({
        id: list(id('invite')),
        teamId: list(id('team')),
        type: list(InviteType),
        /** A part of the address. */
        emailAddress: text(254).optional(),
        accepted: z.stringbool().optional(),
        expired: z.stringbool().optional(),
      })
      .default({}),
    ...pageQuery,
  }),
  response: page(Invite),
})

export const deleteInvite = endpoint({
  ...base,
  id: 'deleteInvite',
  method: 'DELETE',
  path: '/v3/teams/{id}/invites/{inviteId}',
  summary: 'Takes an invite back: its link stops working.',
  permission: maySend,
  params: z.object({ id: id('team'), inviteId: id('invite') }),
  response: data(success()),
  errors: ['not_found', 'wrong_state'],
})

export const requestInvite = endpoint({
  id: 'requestInvite',
  method: 'POST',
  path: '/api/v2/teams/{id}/invites/requests',
  tag: 'Invites',
  access: 'public',
  summary:
    'Asks to join a team. Its admins are told where the address is in the team’s own domain; everyone gets the same answer.',
  params: z.object({ id: id('team') }),
  body: z.object({ email: email() }),
  response: data(success()),
})

/** Someone with an address in the team’s own domain would like to join. No one has proven that it is theirs. */
export const JoinRequest = z.object({
  id: z.string(),
  teamId: z.string(),
  emailAddress: z.string(),
  dateCreated: z.string(),
})
export type JoinRequest = z.infer<typeof JoinRequest>

export const listJoinRequests = endpoint({
  ...base,
  id: 'listJoinRequests',
  method: 'GET',
  path: '/v3/teams/{id}/join-requests',
  summary:
    'Who asked to join a team in the last 30 days and waits for an answer, one entry an address, newest first. Members and those with an invite are left out.',
  permission: 'add-participants',
  params: z.object({ id: id('team') }),
  response: data(z.array(JoinRequest)),
})

const joinRequestParams = z.object({ id: id('joinRequest') })

export const acceptJoinRequest = endpoint({
  ...base,
  id: 'acceptJoinRequest',
  method: 'POST',
  path: '/v3/join-requests/{id}/accept',
  summary: 'Sends the person who asked an invite to the team: accepting it proves that the address is theirs.',
  permission: 'add-participants',
  params: joinRequestParams,
  body: z.object({ roleGroupId: RoleGroup.default('participant') }),
  response: data(Invite),
  errors: ['not_found', 'wrong_state', 'plan_limit_reached', 'restricted'],
})

export const declineJoinRequest = endpoint({
  ...base,
  id: 'declineJoinRequest',
  method: 'POST',
  path: '/v3/join-requests/{id}/decline',
  summary: 'Takes a wish to join from the list. No one is told; the same address is not heard again for 30 days.',
  permission: 'add-participants',
  params: joinRequestParams,
  response: data(success()),
})

export const getInviteByToken = endpoint({
  id: 'getInviteByToken',
  method: 'GET',
  path: '/v3/team-invites/token/{token}',
  tag: 'Invites',
  access: 'public',
  summary: 'What the invite page shows. Unknown, used, withdrawn and outlived tokens get the same answer.',
  params: z.object({ token: z.string().meta({ free: true }) }),
  response: data(InvitePage),
  errors: ['not_found'],
})

export const acceptInvite = endpoint({
  id: 'acceptInvite',
  method: 'POST',
  path: '/v3/team-invites/{id}/accept',
  tag: 'Invites',
  access: 'public',
  summary:
    'Accepts an invite, once. A new user needs the token in its email; an existing one a session, and the token unless it was sent to their address.',
  params: z.object({ id: id('invite') }),
  body: z
    .object({
      token: freeText(200).optional(),
      /** An account is made for the invite’s address. Needs the token. */
      newUser: z
        .object({
          firstName: personalName(100).min(1),
          surname: personalName(100).min(1),
          password: password(),
          /** The invite’s, where it is given. */
          email: freeText(320).optional(),
          sendAsName: personalName(100).nullish(),
          dateOfBirth: dateOfBirth().nullish(),
          mobile: e164().nullish(),
          marketing: z.boolean().default(false),
        })
        .optional(),
      /** Anyone who is signed in: `true`, or their record, whose `id` is theirs. */
      existingUser: z
        .union([z.literal(true), z.looseObject({ id: freeText(100).meta({ free: true }).optional() })])
        .optional(),
      /** For a subteam: what it is to be called. */
      subteamName: personalName(100).min(1).optional(),
    })
    .refine((body) => (body.newUser === undefined) !== (body.existingUser === undefined), {
      path: ['newUser'],
      message: 'send either newUser or existingUser',
    }),
  response: data(
    z.object({
      invite: Invite,
      userId: z.string(),
      /** The team to act in now; null for an automated budget, which makes one in a moment. */
      teamId: z.string().nullable(),
    }),
  ),
  errors: ['not_found', 'conflict', 'wrong_state', 'plan_limit_reached', 'unauthenticated'],
})

export const declineInvite = endpoint({
  id: 'declineInvite',
  method: 'POST',
  path: '/v3/team-invites/{id}/decline',
  tag: 'Invites',
  access: 'public',
  summary:
    'Declines an invite to an automated budget: its link stops working, and who looks after the budget is told. Takes the token in its email, or a session of the address it was sent to.',
  params: z.object({ id: id('invite') }),
  body: z.object({ token: freeText(200).optional() }),
  response: data(success()),
  errors: ['not_found', 'wrong_state', 'unauthenticated'],
})

export const inviteEndpoints = {
  createInvites,
  resendInvite,
  listInvites,
  searchInvites,
  deleteInvite,
  requestInvite,
  listJoinRequests,
  acceptJoinRequest,
  declineJoinRequest,
  getInviteByToken,
  acceptInvite,
  declineInvite,
}
