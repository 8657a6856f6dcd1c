import { sql } from 'kysely'
import { erasedAddress, type PersonalData } from '#server/platform/personal-data.ts'
import { forgetFailures } from './secrets/index.ts'
import { endUserSessions } from './sessions/index.ts'

/** How an account that was erased is called where its owner is named: in a timeline, or as a sender. */
const NAMELESS = { first_name: 'A', surname: 'former colleague' }

const OF_USER = [
  'known_device',
  'passkey_request',
  'passkey',
  'recovery_code',
  'second_factor',
  'user_state',
  'password_reset',
] as const

export const identityPersonalData: PersonalData = {
  addresses: [
    { table: 'app_user', column: 'email', kind: 'email' },
    { table: 'app_user', column: 'mobile', kind: 'phone' },
    { table: 'contact_preference', column: 'email', kind: 'email' },
    { table: 'email_change', column: 'old_email', kind: 'email' },
    { table: 'email_change', column: 'new_email', kind: 'email' },
  ],
  sections: ({ userId, emails }) => ({
    account: sql`select id, email, first_name, surname, send_as_name, mobile, date_of_birth, zone, marketing, verified_email,
      verified_phone_number, google_id, microsoft_id, created_at, deactivated_at from app_user where id = ${userId}`,
    signIns: sql`select created_at, last_used_at, revoked_at, method, browser, address from session where user_id = ${userId} order by created_at`,
    passkeys: sql`select name, created_at, last_used_at from passkey where user_id = ${userId}`,
    emailPreferences: sql`select * from contact_preference where email = any(${emails}::text[]) or user_id = ${userId}`,
    emailChanges: sql`select old_email, new_email, created_at, expires_at, done_at, stopped_at from email_change
      where old_email = any(${emails}::text[]) or new_email = any(${emails}::text[]) or user_id = ${userId} order by created_at`,
  }),
  erase: async (work, { userId, emails }) => {
    const { tx, at } = work
    await sql`delete from contact_preference where email = any(${emails}::text[]) or user_id = ${userId}`.execute(tx)
    await sql`delete from email_change where old_email = any(${emails}::text[]) or new_email = any(${emails}::text[])
      or user_id = ${userId}`.execute(tx)
    for (const email of emails) await forgetFailures(tx, 'password', email)
    if (!userId) return
    await forgetFailures(tx, 'code', userId)
    await endUserSessions(work, { userId, reason: 'account erased' })
    for (const table of OF_USER) await tx.deleteFrom(table).where('user_id', '=', userId).execute()
    await sql`delete from refresh_token where session_id in (select id from session where user_id = ${userId})`.execute(
      tx,
    )
    await tx.deleteFrom('session').where('user_id', '=', userId).execute()
    await tx
      .updateTable('api_key')
      .set({ revoked_at: at })
      .where('revoked_at', 'is', null)
      .where((key) => key.or([key('user_id', '=', userId), key('created_by', '=', userId)]))
      .execute()
    await tx
      .updateTable('app_user')
      .set({
        ...NAMELESS,
        email: erasedAddress(userId),
        ...{ send_as_name: null, password_hash: null, mobile: null, google_id: null, microsoft_id: null },
        ...{ date_of_birth: null, marketing: false, verified_email: false, verified_phone_number: false, tags: [] },
        ...{ deactivated_at: at, updated_at: at },
      })
      .where('id', '=', userId)
      .execute()
  },
}
