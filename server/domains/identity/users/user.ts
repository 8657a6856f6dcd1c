import type { User, UserState } from '#contract/identity/users.ts'

export interface UserRecord {
  id: string
  /** Lower case. A service user's is not deliverable. */
  email: string
  firstName: string
  surname: string
  /** The name gifts are sent under, where it is not first name and surname. */
  sendAsName: string | null
  marketing: boolean
  mobile: string | null
  tags: string[]
  type: number
  /** Home team. */
  teamId: string | null
  verifiedEmail: boolean
  /** Its details are an operator’s word, not a stranger’s, though its address may not be proven yet. */
  isOpenedByOperator: boolean
  verifiedPhoneNumber: boolean
  googleId: string | null
  microsoftId: string | null
  /** IANA name. */
  zone: string
  /** Acts for a program and cannot sign in. */
  isService: boolean
  createdAt: Date
  deactivatedAt: Date | null
}

/** The name a gift comes from unless the sender writes another. */
export const senderName = (user: Pick<UserRecord, 'sendAsName' | 'firstName' | 'surname'>): string =>
  user.sendAsName || `${user.firstName} ${user.surname}`.trim()

/** A user as themselves see it. */
export const serializeUser = (user: UserRecord, state: UserState): User => ({
  id: user.id,
  firstName: user.firstName,
  surname: user.surname,
  sendAsName: user.sendAsName,
  email: user.email,
  marketing: user.marketing,
  mobile: user.mobile,
  tags: user.tags,
  type: user.type,
  teamId: user.teamId,
  verifiedEmail: user.verifiedEmail,
  verifiedPhoneNumber: user.verifiedPhoneNumber,
  googleId: user.googleId,
  microsoftId: user.microsoftId,
  zone: user.zone,
  state,
})

/** A user as colleagues see it: no sign-in identities, no marketing choice, a phone number only where told. */
export const serializeColleague = (user: UserRecord, { withMobile }: { withMobile: boolean }): User => ({
  ...serializeUser(user, { reactionsLastSeen: null, lastTeamId: null, dismissed: {} }),
  googleId: null,
  microsoftId: null,
  marketing: false,
  mobile: withMobile ? user.mobile : null,
  state: null,
})
