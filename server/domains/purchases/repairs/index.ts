export { askForRepair, confirmRepair, openRepairs, repairable, waitingRepairs } from './repair.ts'
export { type RepairKind, repairKinds } from './repair-kinds.ts'
