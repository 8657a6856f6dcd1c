/** What a team is, and who belongs to it: its queries, its preferences. */
export { knownTeamName } from './displayed-team-name.ts'
export { loadOrganisation, loadTeamTree, type Organisation, teamAndBelow } from './organisation.ts'
export { type NamedPerson, peopleWho } from './people-with-permission.ts'
export { allowsMethod, emailDomain, requireDelivery, restrictedBy, sendsOnlyTo, sendsTo } from './preferences.ts'
export {
  deactivatedTeamsOfUser,
  getMember,
  isEmergencyAdmin,
  listAdmins,
  listMembers,
  loadPermissions,
  loadPlan,
  loadRights,
  type ParentTeam,
  planOfTeam,
  plansOnOffer,
  plansOnSale,
  preferencesOfTeams,
  type Rights,
  roleGroupPermissions,
  type TeamMember,
  teamById,
  teamInScope,
  teamNamesOfUser,
  teamsByIds,
  teamsGranted,
  teamsOfUser,
  teamsOpenTo,
  teamsWithSubteams,
  userInScope,
} from './queries.ts'
export { serializeTeam, type TeamRecord } from './team.ts'
