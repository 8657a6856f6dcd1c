/** What a team is, and who belongs to it: its queries, its preferences. */
export { knownTeamName } from './displayed-team-name.ts'
export { holdDayLimit, loadOrganisation, loadTeamTree, type Organisation, teamAndBelow } from './organisation.ts'
export { type NamedPerson, peopleWho } from './people-with-permission.ts'
export { loadPlan, planOfTeam, plansOnOffer, plansOnSale, roleGroupPermissions } from './plan-queries.ts'
export { allowsMethod, requireDelivery, restrictedBy, sendsOnlyTo, sendsTo } from './preferences.ts'
export {
  deactivatedTeamsOfUser,
  getMember,
  isEmergencyAdmin,
  listAdmins,
  listMembers,
  loadPermissions,
  loadRights,
  type ParentTeam,
  preferencesOfTeams,
  type Rights,
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
