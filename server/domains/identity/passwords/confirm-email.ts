import type { Work } from '#server/platform/posy.ts'
import { endUserSessions } from '../sessions/index.ts'

/**
 * An address has been proven to be its user's. The password chosen with the proof becomes the account's, unless it
 * has one already.
 */
export async function confirmEmail(
  { tx, at, audit }: Work,
  { userId, passwordHash }: { userId: string; passwordHash: string | null },
): Promise<void> {
  await tx
    .updateTable('app_user')
    .set((eb) => ({
      verified_email: true,
      password_hash: eb.fn.coalesce('password_hash', eb.val(passwordHash)),
      updated_at: at,
    }))
    .where('id', '=', userId)
    .execute()
  await audit('user.email-verified', { kind: 'user', id: userId })
}

export interface TakeOver {
  userId: string
  firstName: string
  surname: string
  /** Null for someone who signs in elsewhere. */
  passwordHash: string | null
  mobile: string | null
  marketing: boolean
  sendAsName?: string | null
  /** YYYY-MM-DD. */
  dateOfBirth: string | null
  zone?: string
}

/**
 * Gives an account whose address was never proven to anyone who has proven it now: what someone else typed there
 * before, a password above all, no longer counts.
 */
export async function takeOverUser(work: Work, wanted: TakeOver): Promise<void> {
  const { tx, at, audit } = work
  await tx
    .updateTable('app_user')
    .set({
      first_name: wanted.firstName,
      surname: wanted.surname,
      send_as_name: wanted.sendAsName ?? null,
      password_hash: wanted.passwordHash,
      mobile: wanted.mobile,
      verified_phone_number: false,
      marketing: wanted.marketing,
      date_of_birth: wanted.dateOfBirth,
      zone: wanted.zone,
      verified_email: true,
      updated_at: at,
    })
    .where('id', '=', wanted.userId)
    .execute()
  const sessionsEnded = await endUserSessions(work, { userId: wanted.userId, reason: 'address proven by another' })
  await audit('user.taken-over', { kind: 'user', id: wanted.userId }, { detail: { sessionsEnded } })
}
