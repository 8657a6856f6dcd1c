/** Teams opened, closed, deactivated, and what is set for them. */
export { closeSubteam, type TeamClosureBlock, teamClosed } from './close-subteam.ts'
export { createTeam } from './create-team.ts'
export { deactivateTeam, reactivateTeam } from './deactivate-team.ts'
export { creditChange, setCreditLimit } from './set-credit-limit.ts'
export { updateTeam, updateTeams } from './update-team.ts'
export { updateTeamsOfBudget } from './update-teams-of-budget.ts'
