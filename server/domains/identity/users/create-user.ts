import { plainEmailAddress } from '#kit/email-address.ts'
import { newId } from '#kit/ids.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { explainConstraint } from '#server/platform/database/errors.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { userById } from './queries.ts'
import type { UserRecord } from './user.ts'

export interface NewUser {
  /** Chosen by the demo world; new otherwise. */
  id?: string
  email: string
  firstName?: string
  surname?: string
  sendAsName?: string | null
  /** From hashPassword; none for someone who signs in elsewhere. */
  passwordHash?: string | null
  /** Home team. */
  teamId?: string | null
  mobile?: string | null
  marketing?: boolean
  verifiedEmail?: boolean
  isOpenedByOperator?: boolean
  zone?: string
  /** YYYY-MM-DD. */
  dateOfBirth?: string | null
}

explainConstraint(
  'app_user_email',
  () => new Problem('conflict', 'There is already an account with this email address.'),
)

/** A person. @throws conflict (409) when the address has an account */
export async function createUser(work: Work, wanted: NewUser): Promise<UserRecord> {
  return insertUser(work, { ...wanted, email: plainEmailAddress(wanted.email) }, false)
}

/** A user that a program acts as; it has a name, but no address and no password. */
export async function createServiceUser(
  work: Work,
  { id = newId(), name, teamId }: { id?: string; name: string; teamId: string },
): Promise<UserRecord> {
  return insertUser(work, { id, firstName: name, sendAsName: name, email: `${id}@service.invalid`, teamId }, true)
}

async function insertUser({ tx, at, audit }: Work, wanted: NewUser, isService: boolean): Promise<UserRecord> {
  const id = wanted.id ?? newId()
  await tx
    .insertInto('app_user')
    .values({
      id,
      email: wanted.email,
      first_name: wanted.firstName ?? '',
      surname: wanted.surname ?? '',
      send_as_name: wanted.sendAsName ?? null,
      password_hash: wanted.passwordHash ?? null,
      marketing: wanted.marketing ?? false,
      mobile: wanted.mobile ?? null,
      team_id: wanted.teamId ?? null,
      verified_email: wanted.verifiedEmail ?? false,
      opened_by_operator: wanted.isOpenedByOperator ?? false,
      zone: wanted.zone ?? BUSINESS_ZONE,
      date_of_birth: wanted.dateOfBirth ?? null,
      is_service: isService,
      created_at: at,
      updated_at: at,
    })
    .execute()
  await audit('user.created', { kind: 'user', id }, { teamId: wanted.teamId ?? null, detail: { isService } })
  return found(await userById(tx, id), 'user')
}
