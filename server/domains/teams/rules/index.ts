/** Rules of a team that loosen after a wait, and how teams are serialized with them. */
export {
  confirmRuleChange,
  nextRuleChangeAt,
  objectToRuleChange,
  ruleChangesFor,
  settleDueChanges,
} from './decide-rule-change.ts'
export { splitChange } from './rule.ts'
export {
  askForChanges,
  endUserRuleChanges,
  formerAdmins,
  namedChanges,
  ruleChangeEnded,
  ruleChangesAsked,
} from './rule-changes.ts'
export {
  serializeImpersonation,
  serializeMember,
  serializeParentTeams,
  serializePlanPermissions,
  serializeRights,
  serializeTeams,
} from './serialize.ts'
