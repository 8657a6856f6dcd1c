import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import type { OperatorPermission } from '../core/operators.ts'
import { data } from '../core/shapes.ts'

/** `left-out`: an outside party that an installation may do without. */
const checkStates = ['ok', 'missing', 'failed', 'sandbox', 'left-out'] as const

/** One thing that customers will need, as `posy doctor` tells it. */
export const InstallationCheck = z.object({
  name: z.string(),
  state: z.enum(checkStates),
  /** What is there, or what to do. */
  what: z.string(),
})
export type InstallationCheck = z.infer<typeof InstallationCheck>

/** Those that customers cannot come without. */
export const openChecks = (checks: readonly InstallationCheck[]): InstallationCheck[] =>
  checks.filter(({ state }) => state === 'failed' || state === 'missing')

export function describeChecks(checks: readonly InstallationCheck[]): string {
  const open = openChecks(checks).length
  if (open === 0) return 'Ready for customers.'
  return `${open} of ${checks.length} checks ${open === 1 ? 'needs' : 'need'} attention.`
}

/** Sign-ins to the console that failed in the last day, by whose address was given; null where it is no operator’s. */
export const SignInFailures = z.object({
  operatorId: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  failed: z.int(),
  lastAt: z.string(),
})
export type SignInFailures = z.infer<typeof SignInFailures>

/** What may wait for an operator, and what is needed to see that it does; in the order in which it is shown. */
export const waitingKinds = {
  /** What other operators left for those of one’s role; owners see all that wait. */
  notes: 'leave-notes',
  /** What one operator asked for and another must confirm: large sums, … */
  actsToConfirm: 'confirm-acts',
  /** … bank files, … */
  statementsToConfirm: 'view-bank',
  /** … payouts to customers, … */
  payoutsToRelease: 'view-payouts',
  /** … where merchants are paid, … */
  bankDetailsToApprove: 'view-settlements',
  /** … files of payments to them, … */
  paymentFilesToRelease: 'view-settlements',
  /** … and repairs, at the command line. */
  repairsToConfirm: 'confirm-acts',
  /** Lines of the bank that nothing explains. */
  bankLinesToAllocate: 'view-bank',
  /** Released payouts that are in no payment file yet. */
  payoutsToFile: 'view-payouts',
  /** Merchants’ statements that are in no payment file yet, … */
  statementsToFile: 'view-settlements',
  /** … and those that could not be mailed. */
  statementsNotMailed: 'view-settlements',
  /** Lines of rails’ settlement files that do not agree, and codes that are over and that no file tells of. */
  settlementLines: 'view-settlements',
  /** Codes of awards that their rails have neither made nor refused for an hour. */
  overdueCodes: 'view-settlements',
  customersLeaving: 'view-payouts',
  planRequests: 'view-console',
  /** Invoices of customers that were not paid by their last day. */
  overdueInvoices: 'view-console',
  openDisputes: 'view-console',
  /** Of personal data: not carried out yet. */
  erasures: 'manage-people',
  /** Codes that shops would not take, as recipients say. */
  refusedCodes: 'view-stock',
  /** Recipients who were told to come back for their code. */
  awaitedCodes: 'view-stock',
  /** Pools of codes and issuers’ floats that run low. */
  lowStock: 'view-stock',
  /** Products that are not on sale because their issuer is not connected. */
  productsNotConnected: 'view-stock',
  /** Gifts that tills tried to redeem by their ids in the last thirty days, and may not. */
  tillIdTries: 'view-settlements',
  /** What the latest reconcile found, checks without an answer included. */
  bookFindings: 'view-reconciliation',
  failedJobs: 'view-console',
  /** Work that waits because far more of it fell due than usual. */
  heldWork: 'view-console',
  /** Emails and texts that should have left a minute ago or longer. */
  unsentMessages: 'view-console',
  /** Emails and texts that did not arrive, in the last thirty days. */
  failedMessages: 'view-console',
} as const satisfies Record<string, OperatorPermission>
export type WaitingKind = keyof typeof waitingKinds

export const waitingOrder = Object.keys(waitingKinds) as WaitingKind[]

/** Things of one kind. */
export const WaitingForOperator = z.object({
  kind: z.enum(waitingOrder),
  count: z.int(),
  /** How long the oldest waits; null where none does, or no one can say. */
  oldestSeconds: z.int().nullable(),
  /** Whose they are, where no page lists them: the longest wait first, at most five. */
  customers: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type WaitingForOperator = z.infer<typeof WaitingForOperator>

export const getOperatorOverview = endpoint({
  id: 'getOperatorOverview',
  method: 'GET',
  path: '/v3/operator/overview',
  tag: 'Operator',
  summary: 'What the installation still lacks, and what waits for an operator of the caller’s role.',
  access: 'operator',
  operator: { permission: 'view-console' },
  response: data(
    z.object({
      checks: z.array(InstallationCheck),
      signInFailures: z.array(SignInFailures),
      /** Of every kind that the caller’s role may see. */
      waiting: z.array(WaitingForOperator),
    }),
  ),
})

export const operatorOverviewEndpoints = { getOperatorOverview }
