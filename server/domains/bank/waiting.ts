import { countWaitingLines } from './lines/queries.ts'
import { waitingForFile, waitingPayouts } from './payouts/queries.ts'

/** What waits for an operator at the bank. */
export const waitingAtBank = { lines: countWaitingLines, payouts: waitingPayouts, payoutsToFile: waitingForFile }
