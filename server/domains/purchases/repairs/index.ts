export { askForRepair, confirmRepair, repairable, waitingRepairs } from './repair.ts'
export { type RepairKind, repairKinds } from './repair-kinds.ts'
