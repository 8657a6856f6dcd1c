import type { IdentityProviderName } from '#contract/identity/auth.ts'
import type { User, UserState } from '#contract/identity/users.ts'
import { plainEmailAddress } from '#kit/email-address.ts'
import { isoOrNull } from '#kit/time.ts'
import { compiledOnce } from '#server/platform/database/compiled-once.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { serializeUser, type UserRecord } from './user.ts'

/** The columns of a UserRecord, for this domain's queries and for joins on higher floors. */
export const userColumns = [
  'app_user.id',
  'app_user.email',
  'app_user.first_name as firstName',
  'app_user.surname',
  'app_user.send_as_name as sendAsName',
  'app_user.marketing',
  'app_user.mobile',
  'app_user.tags',
  'app_user.type',
  'app_user.team_id as teamId',
  'app_user.verified_email as verifiedEmail',
  'app_user.opened_by_operator as isOpenedByOperator',
  'app_user.verified_phone_number as verifiedPhoneNumber',
  'app_user.google_id as googleId',
  'app_user.microsoft_id as microsoftId',
  'app_user.zone',
  'app_user.is_service as isService',
  'app_user.created_at as createdAt',
  'app_user.deactivated_at as deactivatedAt',
] as const

const users = (db: Db | Tx) => db.selectFrom('app_user').select(userColumns)

/** A user by id, of whichever team: scope it before it reaches a caller. */
export const userById = (db: Db | Tx, id: string): Promise<UserRecord | undefined> =>
  users(db).where('id', '=', id).executeTakeFirst()

const ownUsers = compiledOnce((db: Db | Tx, { id }: { id: string }) =>
  users(db)
    .leftJoin('user_state', 'user_state.user_id', 'app_user.id')
    .select([
      'user_state.reactions_last_seen as reactionsLastSeen',
      'user_state.last_team_id as lastTeamId',
      'user_state.dismissed',
    ])
    .where('app_user.id', '=', id),
)

/** A user as themselves see it, with where they left off: every page asks. */
export async function ownUser(db: Db | Tx, id: string): Promise<User | undefined> {
  const [row] = await ownUsers(db, { id })
  if (!row) return undefined
  const { reactionsLastSeen, lastTeamId, dismissed, ...user } = row
  return serializeUser(user, {
    reactionsLastSeen: isoOrNull(reactionsLastSeen),
    lastTeamId,
    dismissed: (dismissed ?? {}) as UserState['dismissed'],
  })
}

/** Users by id; the missing are left out. */
export async function usersByIds(db: Db | Tx, ids: readonly string[]): Promise<Map<string, UserRecord>> {
  if (ids.length === 0) return new Map()
  const found = await users(db)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(found.map((user) => [user.id, user]))
}

/** Whose way in a provider's account is. */
export const userByIdentity = (
  db: Db | Tx,
  { provider, subject }: { provider: IdentityProviderName; subject: string },
): Promise<UserRecord | undefined> =>
  users(db)
    .where(provider === 'google' ? 'google_id' : 'microsoft_id', '=', subject)
    .executeTakeFirst()

/** A person (never a service user) by the address they sign in with. */
export const userByEmail = (db: Db | Tx, email: string): Promise<UserRecord | undefined> =>
  users(db)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', plainEmailAddress(email)))
    .where('is_service', '=', false)
    .executeTakeFirst()

/** The hash a person's password is checked against, for people who may sign in; and the hash a password change must still find. */
export const findPasswordHash = (db: Db | Tx, email: string) =>
  db
    .selectFrom('app_user')
    .select(['id', 'password_hash as passwordHash'])
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', plainEmailAddress(email)))
    .where('is_service', '=', false)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()

export async function loadUserState(db: Db | Tx, userId: string): Promise<UserState> {
  const state = await db.selectFrom('user_state').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return {
    reactionsLastSeen: isoOrNull(state?.reactions_last_seen ?? null),
    lastTeamId: state?.last_team_id ?? null,
    dismissed: (state?.dismissed ?? {}) as UserState['dismissed'],
  }
}

export interface ContactPreference {
  email: string
  userId: string | null
  reactionSummary: boolean
  /** Receipts and invoices, and money that arrived. */
  receipts: boolean
  /** Money to give. */
  allowances: boolean
}

/** What may be sent to an address; everything, as long as no one said otherwise. */
export async function findContactPreference(db: Db | Tx, email: string): Promise<ContactPreference> {
  const address = plainEmailAddress(email)
  const stored = await db
    .selectFrom('contact_preference')
    .select(['email', 'user_id as userId', 'reaction_summary as reactionSummary', 'receipts', 'allowances'])
    .where('email', '=', address)
    .executeTakeFirst()
  return stored ?? { email: address, userId: null, reactionSummary: true, receipts: true, allowances: true }
}

/** Whether someone has chosen a password. */
export async function hasPassword(db: Db | Tx, userId: string): Promise<boolean> {
  const user = await db.selectFrom('app_user').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return Boolean(user?.password_hash)
}
