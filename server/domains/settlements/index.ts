import { MAIL_JOB_RETRIES } from '#server/domains/delivery/index.ts'
import type { Domain } from '#server/platform/http/domain.ts'
import type { Posy } from '#server/platform/posy.ts'
import { drawAll, type StatementDrawing } from './draw-many.ts'
import { DRAW_JOB, MAIL_JOB } from './events.ts'
import { mailStatement } from './mail-statement.ts'
import { settlementOperatorRoutes } from './operator-routes.ts'

export { merchantPaymentMatcher, merchantReturnMatcher } from './bank-matchers.ts'
export { buildPaymentFile } from './build-file.ts'
export { correctMerchant, merchantCorrection } from './correct-merchant.ts'
export { drawStatement, endOfPeriod } from './draw-statement.ts'
export { MAIL_JOB as STATEMENT_MAIL_JOB } from './events.ts'
export { type FileFormat, fileFormats } from './payment-file.ts'
export { approveDetails, proposeDetails, type SignedProposal } from './propose-details.ts'
export {
  merchants,
  merchantsToSettle,
  payeesOfWaitingFiles,
  paymentFiles,
  proposedAccount,
  refusedStatements,
  statements,
  statementsToFile,
  waitingBankDetails,
  waitingPaymentFiles,
} from './queries.ts'
export { recordMerchantPayment } from './record-payment.ts'
export { discardFile, readFile, releaseFile } from './release-file.ts'

function registerSettlements(posy: Posy): void {
  posy.queue.define<{ statementId: string }>({
    name: MAIL_JOB,
    retries: MAIL_JOB_RETRIES,
    urgency: 'background',
    handle: ({ statementId }) => mailStatement(posy, statementId),
  })
  posy.queue.define<StatementDrawing>({
    name: DRAW_JOB,
    urgency: 'background',
    handle: (drawing) => drawAll(posy, drawing),
  })
}

/** What merchants are owed, and how they are paid: statements, bank details, payment files. */
export const settlementsDomain: Domain = {
  name: 'settlements',
  routes: settlementOperatorRoutes,
  register: registerSettlements,
}
