export { openRepairs, waitingRepairs } from './queries.ts'
export { askForRepair, confirmRepair, repairable } from './repair.ts'
export { type RepairKind, repairKinds } from './repair-kinds.ts'
