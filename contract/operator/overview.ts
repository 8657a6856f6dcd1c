import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data } from '../core/shapes.ts'

const checkStates = ['ok', 'missing', 'failed', 'sandbox'] as const

/** One thing that customers will need, as `posy doctor` tells it. */
export const InstallationCheck = z.object({
  name: z.string(),
  state: z.enum(checkStates),
  /** What is there, or what to do. */
  what: z.string(),
})
export type InstallationCheck = z.infer<typeof InstallationCheck>

/** Sign-ins to the console that failed in the last day, by whose address was given; null where it is no operator’s. */
export const SignInFailures = z.object({
  operatorId: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  failed: z.int(),
  lastAt: z.string(),
})
export type SignInFailures = z.infer<typeof SignInFailures>

export const getOperatorOverview = endpoint({
  id: 'getOperatorOverview',
  method: 'GET',
  path: '/v3/operator/overview',
  tag: 'Operator',
  summary: 'What the installation still lacks, and what waits for an operator.',
  access: 'operator',
  operator: { permission: 'view-console' },
  response: data(
    z.object({
      checks: z.array(InstallationCheck),
      signInFailures: z.array(SignInFailures),
      waiting: z.object({
        failedJobs: z.int(),
        /** Emails and texts that should have left a minute ago or longer. */
        unsentMessages: z.int(),
        /** Emails and texts that were given up in the last thirty days. */
        failedMessages: z.int(),
        planRequests: z.int(),
        /** Work that waits because far more of it fell due than usual. */
        heldWork: z.int(),
        /** Gifts that tills tried to redeem by their ids in the last thirty days, and may not. */
        tillIdTries: z.int(),
        /** Codes that shops would not take, as recipients say. */
        refusedCodes: z.int(),
        /** What the latest reconcile found, checks without an answer included. */
        bookFindings: z.int(),
        /** What one operator asked for and another must confirm: large sums, … */
        actsToConfirm: z.int(),
        /** … bank files, … */
        statementsToConfirm: z.int(),
        /** … payouts to customers, … */
        payoutsToRelease: z.int(),
        /** … files of payments to merchants, … */
        paymentFilesToRelease: z.int(),
        /** … and repairs, at the command line. */
        repairsToConfirm: z.int(),
      }),
    }),
  ),
})

export const operatorOverviewEndpoints = { getOperatorOverview }
