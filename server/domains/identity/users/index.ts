/** Who people are: accounts, their other sign-ins, where they left off, what they want to be sent. */
export { createServiceUser, createUser } from './create-user.ts'
export {
  accountOpened,
  deviceAdded,
  emailChangeAsked,
  emailChanged,
  identityLinked,
  passkeyChanged,
  passwordChanged,
  passwordResetRequested,
  phoneCodeIssued,
  secondFactorChanged,
  secondFactorReset,
} from './events.ts'
export { giveHomeTeam, leaveHomeTeam } from './home-team.ts'
export { linkIdentity, unlinkIdentity } from './link-identity.ts'
export {
  type ContactPreference,
  findContactPreference,
  findPasswordHash,
  hasPassword,
  loadUserState,
  ownUser,
  userByEmail,
  userById,
  userByIdentity,
  userColumns,
  usersByIds,
} from './queries.ts'
export { rememberTeam, saveUserState } from './remember-team.ts'
export { requireSelf, requireSelfForChange, requireWholeAccount, type Self } from './require-self.ts'
export { requireOwnAddress, upsertContactPreferences } from './upsert-contact-preferences.ts'
export { senderName, serializeColleague, type UserRecord } from './user.ts'
