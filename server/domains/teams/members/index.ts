/** Members: added, removed, given roles and API keys. */
export { addMember, teamRoleChanged } from './add-member.ts'
export { changeRole, requireGivable } from './change-role.ts'
export { endParticipation, participationEnded } from './end-participation.ts'
export { issueApiKey, serializeApiKeys, withdrawApiKey } from './issue-api-key.ts'
export { memberRemoved, removeMember, removeTeamMember, requireOtherAdmin, teamMemberRemoved } from './remove-member.ts'
export { resetSecondStep } from './reset-second-step.ts'
export { signOutMember } from './sign-out-member.ts'
export { updateUserState } from './update-user-state.ts'
