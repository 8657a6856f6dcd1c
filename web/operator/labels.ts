import { operatorRoleLabels } from '#contract/core/operators.ts'
import type { Customer } from '#contract/operator/customers.ts'
import type { OperatorMessage } from '#contract/operator/messages.ts'
import type { InstallationCheck, WaitingKind } from '#contract/operator/overview.ts'
import type { HitKind } from '#contract/operator/search.ts'
import type { Tone } from '#web/ui/kit/status-badge.tsx'

export const roleLabels = operatorRoleLabels

export const checkLabels: Record<InstallationCheck['state'], { label: string; tone: Tone }> = {
  ok: { label: 'Ready', tone: 'success' },
  sandbox: { label: 'Sandbox', tone: 'accent' },
  missing: { label: 'Missing', tone: 'warning' },
  failed: { label: 'Failed', tone: 'danger' },
  'left-out': { label: 'Left out', tone: 'plain' },
}

export const waitingLabels: Record<WaitingKind, string> = {
  notes: 'Notes from other operators',
  actsToConfirm: 'Acts to confirm',
  statementsToConfirm: 'Bank files to confirm',
  payoutsToRelease: 'Payouts to release',
  bankDetailsToApprove: 'Merchants’ bank details to approve',
  paymentFilesToRelease: 'Payment files to release',
  repairsToConfirm: 'Repairs to confirm',
  bankLinesToAllocate: 'Bank lines to allocate',
  payoutsToFile: 'Payouts to put into a payment file',
  statementsToFile: 'Merchants’ statements to put into a payment file',
  statementsNotMailed: 'Merchants’ statements that could not be emailed',
  settlementLines: 'Settlement lines and codes that do not agree',
  overdueCodes: 'Codes of awards that their rails owe',
  customersLeaving: 'Customers who asked to leave',
  planRequests: 'Plan requests',
  overdueInvoices: 'Overdue invoices',
  openDisputes: 'Disputed card payments',
  erasures: 'Erasures not carried out yet',
  refusedCodes: 'Codes that shops refused',
  awaitedCodes: 'Gifts that wait for a code',
  lowStock: 'Codes and floats that run low',
  productsNotConnected: 'Products whose issuer is not connected',
  tillIdTries: 'Gifts tried by id at tills, 30 days',
  bookFindings: 'Findings of reconcile',
  failedJobs: 'Failed jobs',
  heldWork: 'Work on hold',
  unsentMessages: 'Emails and texts not sent yet',
  failedMessages: 'Messages that did not arrive, 30 days',
}

export const hitLabels: Record<HitKind, string> = {
  customer: 'Customer',
  person: 'Person',
  invite: 'Invite',
  gift: 'Gift',
  shareable: 'Shareable gift',
  purchase: 'Purchase',
  approval: 'Order to approve',
  document: 'Document',
  wallet: 'Wallet',
  budget: 'Budget',
  charge: 'Card payment',
  program: 'Program',
  request: 'Request',
  award: 'Award',
  product: 'Product',
  merchant: 'Merchant',
  'merchant-statement': 'Merchant’s statement',
  'merchant-file': 'Payment file',
  payout: 'Payout',
  'payout-file': 'Payment file of payouts',
  'bank-line': 'Bank line',
  'bank-file': 'Bank file',
}

export const hitGroups: Record<HitKind, string> = {
  customer: 'Customers',
  person: 'People',
  invite: 'Invites',
  gift: 'Gifts',
  shareable: 'Shareable gifts',
  purchase: 'Purchases',
  approval: 'Orders to approve',
  document: 'Documents',
  wallet: 'Wallets',
  budget: 'Budgets',
  charge: 'Card payments',
  program: 'Programs and API keys',
  request: 'Requests of programs',
  award: 'Awards',
  product: 'Products',
  merchant: 'Merchants',
  'merchant-statement': 'Merchants’ statements',
  'merchant-file': 'Payment files',
  payout: 'Payouts',
  'payout-file': 'Payment files of payouts',
  'bank-line': 'Bank lines',
  'bank-file': 'Bank files',
}

export const paymentLabels: Record<Customer['purchases'][number]['payment'], string> = {
  walletCommitment: 'From a wallet',
  charge: 'By card',
  invoice: 'By invoice',
}

/** What a message’s state is called, in the list and in its filter. */
export const messageLabels: Record<OperatorMessage['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'warning' },
  scheduled: { label: 'Leaves later', tone: 'plain' },
  sent: { label: 'Sent', tone: 'accent' },
  delivered: { label: 'Delivered', tone: 'success' },
  failed: { label: 'Did not arrive', tone: 'danger' },
  cancelled: { label: 'Not sent', tone: 'plain' },
}

/** By the ids of the contract’s endpoints. */
export const actLabels: Record<string, string> = {
  leaveOperatorNote: 'Note left',
  answerOperatorNote: 'Note answered or closed',
  askForOperator: 'Operator asked for',
  askForOperatorReset: 'Reset of an operator asked for',
  askForOperatorEnd: 'End of an operator asked for',
  askForProgram: 'Program of a customer asked for',
  askForTillProgram: 'Program of tills asked for',
  askForCustomerMember: 'Member asked for',
  askForCustomerRole: 'Role of a member asked for',
  askForCustomerMemberEnd: 'Removal of a member asked for',
  askForProgramStart: 'Start of a program asked for',
  askForProgramSecret: 'New secret of a program asked for',
  stopProgram: 'Program stopped',
  askForSecondStepOff: 'Second step off asked for',
  allowMessagesTo: 'Address or number allowed again',
  releaseGiftCode: 'Gift freed whose issuer made no code',
  reverseExpiryBatch: 'Taking expiries back asked for or confirmed',
  createOperatorPlan: 'Plan made',
  importPlansFile: 'Plans imported from a file',
  askForRepair: 'Repair asked for',
  confirmRepair: 'Repair confirmed',
  addOperator: 'Operator added',
  resetOperator: 'Operator’s password and second factor reset',
  setSecondAddress: 'Second address set',
  deactivateOperator: 'Operator deactivated',
  chooseOperatorPassword: 'Password chosen',
  confirmOperatorSignIn: 'Signed in',
  signOutOperator: 'Signed out',
  openCustomer: 'Customer opened',
  setCustomerCredit: 'Credit limit changed',
  changeInvoiceReminders: 'Reminders of an invoice stopped, or sent again',
  deactivateCustomer: 'Team deactivated',
  reactivateCustomer: 'Team reactivated',
  approveCustomerPlan: 'Plan given',
  changePlanRole: 'Role of a plan changed',
  startImpersonation: 'Looked at the product as a member',
  refundPurchase: 'Gifts refunded',
  refundOperatorCharge: 'Card payment refunded',
  retryJobs: 'Jobs tried again',
  releaseWork: 'Held work released',
  stageBankStatement: 'Bank statement looked at',
  importBankStatement: 'Bank statement imported, or asked for',
  confirmBankStatement: 'Bank statement confirmed and imported',
  refuseBankStatement: 'Bank statement refused',
  allocateBankLine: 'Bank line allocated',
  confirmWaitingAct: 'Confirmed for another operator',
  refuseWaitingAct: 'Refused for another operator',
  undoBankLine: 'Booking of a bank line taken back',
  setBankLineAside: 'Bank line set aside',
  requestPayout: 'Payout requested',
  releasePayout: 'Payout released',
  refusePayout: 'Payout refused',
  makePayoutFile: 'Payment file of payouts made',
  proposeBankDetails: 'Bank details of a merchant proposed',
  approveBankDetails: 'Bank details of a merchant approved',
  correctMerchant: 'Merchant corrected',
  drawMerchantStatements: 'Statements of merchants drawn',
  buildMerchantFile: 'Payment file of merchants built',
  releaseMerchantFile: 'Payment file of merchants released',
  discardMerchantFile: 'Payment file of merchants discarded',
  bookMerchantPayment: 'Payment of a merchant booked',
  stageCatalogueFile: 'Catalogue file looked at',
  importCatalogueFile: 'Catalogue imported',
  addCodes: 'Codes added',
  setCodeLimit: 'Limit of codes set',
  setFloatLimit: 'Limit of a float set',
  allowTillIds: 'Gifts’ ids allowed at a till',
  refuseTillIds: 'Gifts’ ids refused at a till',
  takeSettlementFile: 'Settlement file of a rail taken in',
  askRail: 'Rail asked about a code, or to stop it',
  endOverdueCode: 'Award ended whose code its rail owed',
  settleCodeRefusal: 'Refused code settled',
  createTillSignIn: 'Till in a browser added',
  renewTillCode: 'New code for a till in a browser',
  endTill: 'Till in a browser ended',
  startReconcile: 'Reconcile run',
  createAnnouncement: 'Announcement written',
  updateAnnouncement: 'Announcement changed',
  endAnnouncement: 'Announcement ended',
  exportPerson: 'Personal data exported',
  erasePerson: 'Erasure requested',
  withdrawErasure: 'Erasure withdrawn',
}

/** Of one that switches something, which of the two it was. */
export const actLabel = ({ act, isOn }: { act: string; isOn: boolean | null }): string => {
  if (act === 'changeInvoiceReminders' && isOn !== null)
    return isOn ? 'Reminders of an invoice sent again' : 'Reminders of an invoice stopped'
  return actLabels[act] ?? act
}

/** Acts to choose from, by what they are called. */
export const actOptions = Object.entries(actLabels)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

/** `200000` as people read it: 20-00-00. */
export const formatSortCode = (digits: string): string => digits.replace(/(\d\d)(?=\d)/g, '$1-')
