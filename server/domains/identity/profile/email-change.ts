import { createHmac } from 'node:crypto'
import type { EmailChange } from '#contract/identity/email-changes.ts'
import { iso } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { hashSecret } from '../secrets/index.ts'

/** How long both addresses have to confirm a change. */
export const EMAIL_CHANGE_MS = 2 * 86_400_000

/** The address that an account has, or the one it is to have. */
export type Side = 'old' | 'new'

/**
 * The token that one address is mailed. It is worked out from our secret whenever it is needed, and so is stored nowhere
 * but as a hash.
 */
export const emailChangeToken = ({ secret }: Pick<Posy, 'secret'>, changeId: string, side: Side): string =>
  createHmac('sha256', secret.current).update(`email change ${changeId} ${side}`).digest('base64url')

const changes = (db: Db | Tx) =>
  db
    .selectFrom('email_change')
    .select([
      'id',
      'user_id as userId',
      'session_id as sessionId',
      'old_email as oldEmail',
      'new_email as newEmail',
      'new_token_hash as newTokenHash',
      'old_confirmed_at as oldConfirmedAt',
      'new_confirmed_at as newConfirmedAt',
      'expires_at as expiresAt',
    ])
    .where('done_at', 'is', null)
    .where('stopped_at', 'is', null)

export type OpenChange = NonNullable<Awaited<ReturnType<typeof findOpenEmailChange>>>

/** What someone has asked for and both addresses have yet to confirm. */
export const findOpenEmailChange = (db: Db | Tx, userId: string, wallNow: Date) =>
  changes(db).where('user_id', '=', userId).where('expires_at', '>', wallNow).executeTakeFirst()

/** The change that a mailed link is about, and which address it was mailed to. */
export async function openChangeByToken(
  db: Db | Tx,
  token: string,
  wallNow: Date,
): Promise<{ change: OpenChange; side: Side } | null> {
  const hash = hashSecret(token)
  const change = await changes(db)
    .where((eb) => eb.or([eb('old_token_hash', '=', hash), eb('new_token_hash', '=', hash)]))
    .where('expires_at', '>', wallNow)
    .executeTakeFirst()
  return change ? { change, side: change.newTokenHash === hash ? 'new' : 'old' } : null
}

export const serializeChange = (change: OpenChange): EmailChange => ({
  oldEmail: change.oldEmail,
  newEmail: change.newEmail,
  confirmedByOld: change.oldConfirmedAt !== null,
  confirmedByNew: change.newConfirmedAt !== null,
  expiresAt: iso(change.expiresAt),
})
