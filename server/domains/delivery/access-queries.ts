import { sql } from 'kysely'
import type { SignInProvider } from '#contract/identity/auth.ts'
import type { Db } from '#server/platform/database/database.ts'
import { matchesAny, toUsers } from './queries.ts'

export interface InviteMessageRow {
  id: string
  inviteId: string
  version: number
  type: 'participant' | 'subteam' | 'automation-participant'
  automationId: string | null
  address: string
  expiresAt: Date
  teamName: string
  senderFirstName: string | null
  senderSurname: string | null
  senderSendAsName: string | null
  /** It can still be accepted, and this is the mail of its latest sending. */
  isOpen: boolean
}

/** Invites as they are at a moment of the wall clock. */
export const inviteMessages = (db: Db, ids: readonly string[], wallNow: Date): Promise<InviteMessageRow[]> =>
  db
    .selectFrom('outgoing_message as message')
    .innerJoin('team_invite as invite', 'invite.id', 'message.invite_id')
    .innerJoin('team', 'team.id', 'invite.team_id')
    .leftJoin('app_user as sender', (join) =>
      join.onRef('sender.id', '=', 'invite.sender_id').on('sender.is_service', '=', false),
    )
    .select([
      'message.id',
      'invite.id as inviteId',
      'invite.version',
      'invite.type',
      'invite.automation_id as automationId',
      'invite.email as address',
      'invite.expires_at as expiresAt',
      'team.name as teamName',
      'sender.first_name as senderFirstName',
      'sender.surname as senderSurname',
      'sender.send_as_name as senderSendAsName',
    ])
    .select(
      sql<boolean>`invite.accepted_at is null and invite.cancelled_at is null and invite.expires_at > ${wallNow}
        and team.closed_at is null and invite.version = (message.detail->>'version')::integer`.as('isOpen'),
    )
    .$narrowType<{ type: InviteMessageRow['type'] }>()
    .where(matchesAny('message.id', ids))
    .execute()

/** Proofs of addresses and wishes for a plan; none is open whose address was changed meanwhile. */
export const verificationMessages = (db: Db, ids: readonly string[], wallNow: Date) =>
  toUsers(db, ids)
    .innerJoin('user_verification as proof', (join) =>
      join.on(sql<boolean>`proof.id = (message.detail->>'verificationId')::uuid`),
    )
    .leftJoin('plan', 'plan.id', 'proof.plan_id')
    .leftJoin('team', 'team.id', 'proof.team_id')
    // What was typed with this link: the account may still say what a stranger typed first.
    .select(sql<string>`coalesce(proof.details->>'firstName', app_user.first_name)`.as('firstName'))
    .select(['proof.id as verificationId', 'proof.action'])
    .select(['plan.name as planName', 'plan.price', 'plan.billing_period as billingPeriod', 'team.name as teamName'])
    .select(
      sql<boolean>`proof.used_at is null and proof.expires_at > ${wallNow} and proof.email = app_user.email`.as(
        'isOpen',
      ),
    )
    .execute()

/** Changes of address: each message goes to the address it says, whichever the account has by then. */
export const emailChangeMessages = (db: Db, ids: readonly string[], wallNow: Date) =>
  db
    .selectFrom('outgoing_message as message')
    .innerJoin('email_change as change', (join) =>
      join.on(sql<boolean>`change.id = (message.detail->>'changeId')::uuid`),
    )
    .innerJoin('app_user', 'app_user.id', 'change.user_id')
    .select([
      'message.id',
      'change.id as changeId',
      'change.old_email as oldEmail',
      'change.new_email as newEmail',
      'app_user.first_name as firstName',
    ])
    .select(sql<'old' | 'new'>`message.detail->>'side'`.as('side'))
    .select(
      sql<boolean>`change.done_at is null and change.stopped_at is null and change.expires_at > ${wallNow}`.as(
        'isOpen',
      ),
    )
    .where(matchesAny('message.id', ids))
    .execute()

/** Codes that show whose a mobile number is. */
export const phoneCodeMessages = (db: Db, ids: readonly string[], wallNow: Date) =>
  db
    .selectFrom('outgoing_message as message')
    .innerJoin('phone_verification as code', (join) =>
      join.on(sql<boolean>`code.id = (message.detail->>'codeId')::uuid`),
    )
    .innerJoin('app_user', 'app_user.id', 'code.user_id')
    .select(['message.id', 'code.id as codeId', 'app_user.mobile'])
    .select(
      sql<boolean>`code.used_at is null and code.replaced_at is null and code.expires_at > ${wallNow}`.as('isOpen'),
    )
    .where(matchesAny('message.id', ids))
    .execute()

/** Codes that show whose an account is. */
export const linkCodeMessages = (db: Db, ids: readonly string[], wallNow: Date) =>
  toUsers(db, ids)
    .innerJoin('sso_link as link', (join) => join.on(sql<boolean>`link.id = (message.detail->>'linkId')::uuid`))
    .select(['app_user.first_name as firstName', 'link.id as linkId', 'link.provider'])
    .$narrowType<{ provider: SignInProvider }>()
    .select(sql<boolean>`link.used_at is null and link.expires_at > ${wallNow}`.as('isOpen'))
    .execute()

/** New ways into accounts. */
export const linkedIdentityMessages = (db: Db, ids: readonly string[]) =>
  toUsers(db, ids)
    .select('app_user.first_name as firstName')
    .select(sql<SignInProvider>`message.detail->>'provider'`.as('provider'))
    .execute()

/** Sign-ins from browsers that were not seen before. */
export const addedDeviceMessages = (db: Db, ids: readonly string[]) =>
  toUsers(db, ids)
    .innerJoin('session', (join) => join.on(sql<boolean>`session.id = (message.detail->>'sessionId')::uuid`))
    .select([
      'app_user.first_name as firstName',
      'app_user.zone',
      'session.browser',
      'session.address as networkAddress',
      'session.created_at as openedAt',
    ])
    .execute()

/** Operators who look at the product as someone. */
export const supportVisitMessages = (db: Db, ids: readonly string[]) =>
  toUsers(db, ids)
    .innerJoin('impersonation as visit', (join) =>
      join.on(sql<boolean>`visit.id = (message.detail->>'impersonationId')::uuid`),
    )
    .innerJoin('team', 'team.id', 'visit.team_id')
    .innerJoin('app_user as seen', 'seen.id', 'visit.user_id')
    .select([
      'app_user.first_name as firstName',
      'app_user.zone',
      'visit.operator_name as operator',
      'visit.reason',
      'visit.permission_id as permissionId',
      'visit.ends_at as endsAt',
      'team.name as teamName',
      'seen.first_name as seenFirstName',
      'seen.surname as seenSurname',
    ])
    .select(sql<boolean>`visit.user_id = message.user_id`.as('isSeen'))
    .select(sql<boolean>`(message.detail->>'isAdmin')::boolean`.as('isAdmin'))
    .execute()

/** Two-step sign-ins turned on or off. */
export const secondFactorMessages = (db: Db, ids: readonly string[]) =>
  toUsers(db, ids)
    .select('app_user.first_name as firstName')
    .select(sql<boolean>`(message.detail->>'isOn')::boolean`.as('isOn'))
    .execute()

/** Second steps that an admin reset, with who did. */
export const secondFactorResetMessages = (db: Db, ids: readonly string[]) =>
  toUsers(db, ids)
    .leftJoin('app_user as admin', (join) => join.on(sql<boolean>`admin.id = (message.detail->>'adminId')::uuid`))
    .leftJoin('team', (join) => join.on(sql<boolean>`team.id = (message.detail->>'teamId')::uuid`))
    .select([
      'app_user.first_name as firstName',
      'admin.first_name as adminFirstName',
      'admin.surname as adminSurname',
      'team.name as teamName',
    ])
    .execute()

/** Passkeys added, removed or blocked. */
export const passkeyMessages = (db: Db, ids: readonly string[]) =>
  toUsers(db, ids)
    .select('app_user.first_name as firstName')
    .select(sql<'added' | 'removed' | 'blocked'>`message.detail->>'change'`.as('change'))
    .execute()

/** Wishes to join a team, to its admins. The asker is gone once the wish has served its time. */
export const joinRequestMessages = (db: Db, ids: readonly string[]) =>
  toUsers(db, ids)
    .leftJoin('join_request as wish', (join) =>
      join.on(sql<boolean>`wish.id = (message.detail->>'joinRequestId')::uuid`),
    )
    .leftJoin('team', 'team.id', 'wish.team_id')
    .select(['wish.email as asker', 'team.id as teamId', 'team.name as teamName'])
    .execute()
