import { type OperatorRole, operatorMay } from '#contract/core/operators.ts'
import { type WaitingForOperator, type WaitingKind, waitingKinds, waitingOrder } from '#contract/operator/overview.ts'
import { londonDate, toDate } from '#kit/time.ts'
import { waitingAtBank, waitingStatements } from '#server/domains/bank/index.ts'
import { productsWithheld } from '#server/domains/catalogue/index.ts'
import { waitingRefusals } from '#server/domains/hugggs/refusals/index.ts'
import { waitingIdTries } from '#server/domains/hugggs/till/index.ts'
import { lowFloats, lowPools, waitingForCodes } from '#server/domains/hugggs/vouchers/index.ts'
import { openLeavings } from '#server/domains/leaving/index.ts'
import { waitingDisputes } from '#server/domains/payments/index.ts'
import { waitingPlans } from '#server/domains/plans/index.ts'
import { waitingErasures } from '#server/domains/privacy/index.ts'
import { overdueCustomers } from '#server/domains/purchases/invoices/index.ts'
import { waitingRepairs } from '#server/domains/purchases/repairs/index.ts'
import { railFigures, waitingForRails } from '#server/domains/rails/index.ts'
import { lastEndedRun } from '#server/domains/reconciliation/index.ts'
import {
  refusedStatements,
  statementsToFile,
  waitingBankDetails,
  waitingPaymentFiles,
} from '#server/domains/settlements/index.ts'
import { openHolds } from '#server/platform/brake.ts'
import type { Posy } from '#server/platform/posy.ts'
import { waitingFailedJobs } from '#server/platform/queue-tables.ts'
import { tallyWaiting, type Waiting } from '#server/platform/waiting.ts'
import { waitingActs } from '#server/platform/waiting-acts.ts'
import { failedMessages } from './messages.ts'
import { waitingNotes } from './notes.ts'
import { longUnsent } from './undelivered-messages.ts'

const MOST_CUSTOMERS = 5

interface OnDesk extends Waiting {
  customers?: WaitingForOperator['customers']
}

/** Each asks what its page shows. Moments of the `business` clock unless their name is in `OF_THE_WALL`. */
const sources: Record<WaitingKind, (posy: Posy, role: OperatorRole) => Promise<OnDesk>> = {
  notes: ({ db }, role) => waitingNotes(db, role),
  actsToConfirm: async (posy) => tallyWaiting((await waitingActs(posy, posy.db)).map(({ askedAt }) => askedAt)),
  statementsToConfirm: async (posy) => tallyWaiting((await waitingStatements(posy)).map(({ at }) => at)),
  payoutsToRelease: ({ db }) => waitingAtBank.payouts(db),
  bankDetailsToApprove: ({ db }) => waitingBankDetails(db),
  paymentFilesToRelease: ({ db }) => waitingPaymentFiles(db),
  repairsToConfirm: ({ db }) => waitingRepairs(db),
  bankLinesToAllocate: ({ db }) => waitingAtBank.lines(db),
  payoutsToFile: ({ db }) => waitingAtBank.payoutsToFile(db),
  statementsToFile: ({ db }) => statementsToFile(db),
  statementsNotMailed: ({ db }) => refusedStatements(db),
  settlementLines,
  overdueCodes: ({ db }) => waitingForRails(db),
  customersLeaving: async ({ db }) => tallyWaiting((await openLeavings(db, null)).map(({ asked_at }) => asked_at)),
  planRequests,
  overdueInvoices,
  openDisputes: ({ db }) => waitingDisputes(db),
  erasures: ({ db }) => waitingErasures(db),
  refusedCodes: ({ db }) => waitingRefusals(db),
  awaitedCodes: ({ db }) => waitingForCodes(db),
  lowStock: async ({ db, clock }) => ageless((await lowPools(db, toDate(clock.now()))) + (await lowFloats(db))),
  productsNotConnected: async ({ db }) =>
    ageless([...(await productsWithheld(db)).values()].reduce((sum, products) => sum + products, 0)),
  tillIdTries: ({ db, clock }) => waitingIdTries(db, toDate(clock.now())),
  bookFindings,
  failedJobs: ({ db }) => waitingFailedJobs(db),
  heldWork: async ({ db }) => tallyWaiting((await openHolds(db)).map(({ heldAt }) => heldAt)),
  unsentMessages,
  failedMessages: ({ db, wall }) => failedMessages(db, new Date(wall.nowMs())),
}

const OF_THE_WALL: readonly WaitingKind[] = ['bookFindings', 'failedJobs', 'unsentMessages', 'failedMessages']

/** What waits for an operator of a role: each kind that they may see, with none of it too. */
export async function desk(posy: Posy, role: OperatorRole): Promise<WaitingForOperator[]> {
  const waiting: WaitingForOperator[] = []
  // One after the other: together they would take every connection from customers.
  for (const kind of waitingOrder.filter((each) => operatorMay(role, waitingKinds[each]))) {
    const { count, since, customers = [] } = await sources[kind](posy, role)
    const nowMs = OF_THE_WALL.includes(kind) ? posy.wall.nowMs() : posy.clock.now().epochMilliseconds
    const oldestSeconds = since && Math.max(0, Math.floor((nowMs - since.getTime()) / 1000))
    waiting.push({ kind, count, oldestSeconds, customers: customers.slice(0, MOST_CUSTOMERS) })
  }
  return waiting
}

const ageless = (count: number): Waiting => ({ count, since: null })

async function planRequests({ db }: Posy): Promise<OnDesk> {
  const plans = await waitingPlans(db)
  return {
    ...tallyWaiting(plans.map(({ askedAt }) => askedAt)),
    // One wish of a team is open at a time.
    customers: plans.map(({ teamId, teamName }) => ({ id: teamId, name: teamName })),
  }
}

async function settlementLines({ db, clock }: Posy): Promise<Waiting> {
  const figures = [...(await railFigures(db, toDate(clock.now()))).values()]
  return ageless(figures.reduce((sum, { unmatched, untold }) => sum + unmatched + untold, 0))
}

async function overdueInvoices({ db, clock }: Posy): Promise<OnDesk> {
  const owing = await overdueCustomers(db, londonDate(clock.now()).toString())
  return {
    count: owing.reduce((sum, { invoices }) => sum + invoices, 0),
    since: owing[0]?.since ?? null,
    customers: owing.map(({ id, name }) => ({ id, name })),
  }
}

async function bookFindings({ db }: Posy): Promise<Waiting> {
  const run = await lastEndedRun(db)
  const count = (run?.findings ?? 0) + (run?.unanswered ?? 0)
  return { count, since: count > 0 ? run!.ended_at : null }
}

async function unsentMessages(posy: Posy): Promise<Waiting> {
  const { count, oldestSeconds } = await longUnsent(posy)
  return { count, since: count > 0 ? new Date(posy.wall.nowMs() - oldestSeconds * 1000) : null }
}
