import { awardAddresses, awardNews, awardsToDecide } from '#server/domains/awards/index.ts'
import { allocation, payoutMatchers, walletMatcher, walletReceipt } from '#server/domains/bank/index.ts'
import {
  blockTeamClosure,
  budgetBlocksWalletClosure,
  budgetsOfPeriods,
  countOfTeamParticipants,
  inviteToBudget,
  promisedAllowance,
  unbilledOfTeam,
} from '#server/domains/budgets/index.ts'
import { celebrationBlocksWalletClosure } from '#server/domains/celebrations/index.ts'
import { blockedAddresses } from '#server/domains/delivery/index.ts'
import { isVisitOpen } from '#server/domains/impersonation/index.ts'
import {
  hasOtherOperators,
  isOperatorSignedIn,
  isProvenOperator,
  memberAdded,
  memberEnded,
  notifyOwners,
  operatorAdded,
  operatorEnded,
  operatorReset,
  programMade,
  programSecretRenewed,
  programStarted,
  roleChanged,
  secondStepSwitchedOff,
} from '#server/domains/operators/index.ts'
import { cardRefundAct, topUpBlocksWalletClosure } from '#server/domains/payments/index.ts'
import { plannedEnds } from '#server/domains/plans/index.ts'
import { readDecisions } from '#server/domains/purchases/approvals/index.ts'
import { invoicePayments } from '#server/domains/purchases/documents/index.ts'
import { invoiceMatcher, invoiceReceipt } from '#server/domains/purchases/invoices/index.ts'
import { draftLetter } from '#server/domains/purchases/orders/index.ts'
import { merchantCorrection, merchantPaymentMatcher, merchantReturnMatcher } from '#server/domains/settlements/index.ts'
import { creditChange } from '#server/domains/teams/manage/index.ts'
import { secondStepDuty } from '#server/domains/teams/rights/index.ts'
import { teamNamesOfUser } from '#server/domains/teams/team/index.ts'
import type { Hooks } from '#server/platform/posy.ts'
import { domains } from './domains.ts'
import { reconcileChecks } from './reconcile.ts'

/** Who answers what floors below ask of floors above. */
export const hooks: Hooks = {
  approvalDecisions: readDecisions,
  awardAddresses,
  awardsToDecide,
  automationInviter: { invite: inviteToBudget, allowance: promisedAllowance },
  bankMatchers: [walletMatcher, ...payoutMatchers, invoiceMatcher, merchantPaymentMatcher, merchantReturnMatcher],
  blockedAddresses,
  draftLetter,
  invoicePayments,
  isOperatorSignedIn,
  isVisitOpen,
  moneyActs: [
    ...[creditChange, allocation, walletReceipt, cardRefundAct, invoiceReceipt, merchantCorrection],
    ...[operatorAdded, operatorReset, operatorEnded, memberAdded, roleChanged, memberEnded, programMade],
    ...[programStarted, programSecretRenewed, secondStepSwitchedOff],
  ],
  operators: { hasOthers: hasOtherOperators, isProven: isProvenOperator, tellOwners: notifyOwners },
  participantCount: countOfTeamParticipants,
  personalData: domains.flatMap(({ personalData }) => personalData ?? []),
  planEnds: plannedEnds,
  reconcileChecks,
  secondStepDuty,
  teamNames: teamNamesOfUser,
  teamClosureBlock: blockTeamClosure,
  unbilled: unbilledOfTeam,
  awardNews,
  budgetsOfPeriods,
  walletClosureBlocks: [topUpBlocksWalletClosure, budgetBlocksWalletClosure, celebrationBlocksWalletClosure],
}
