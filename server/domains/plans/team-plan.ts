import type { PlanChange, PlanOffer, TeamPlan } from '#contract/plans/plans.ts'
import { iso, isoOrNull, londonDate, type Temporal, toInstant } from '#kit/time.ts'
import { receivablePence } from '#server/domains/ledger/index.ts'
import { NO_PLAN_ID, planHistory } from '#server/domains/teams/plans/index.ts'
import { type PlanRecord, serializePlan } from '#server/domains/teams/rights/index.ts'
import { loadPlan, plansOnSale, teamInScope } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { exceededLimits, runningAllowances } from './limits.ts'
import { startOfDay } from './period.ts'
import { getInvoiceDocument, outstanding, planInvoicesByIds } from './plan-invoice.ts'
import { hasOverdueInvoice, PLAN_CURRENCY } from './plan-team.ts'
import { type PlanQuote, quotePlan, withVat } from './quote.ts'
import { endsOn } from './schedule-change.ts'
import {
  billedUntil,
  findSubscription,
  openRequest,
  type PlanRequestRecord,
  type Subscription,
} from './subscription.ts'
import { isSmaller } from './upgrade-plan.ts'

interface Amounts {
  netPence: number
  vatPence: number
  totalPence: number
}
const amounts = ({ netPence, vatPence, totalPence }: Amounts) => ({ net: netPence, vat: vatPence, total: totalPence })

/** What a team has to know before it changes its plan. @throws not_found (404), restricted (403) for a subteam */
export async function teamPlan(
  { posy, db, at }: { posy: Posy; db: Db | Tx; at: Date },
  caller: Pick<Principal, 'teamIds'>,
  teamId: string,
): Promise<TeamPlan> {
  const team = await teamInScope(db, caller, teamId)
  if (team.parentTeamId !== null)
    throw new Problem('restricted', 'A subteam is on the plan of its parent team.', { help: 'Ask a team admin there.' })
  const plan = await loadPlan(db, team.planId)
  const subscription = await findSubscription(db, teamId)
  const request = await openRequest(db, teamId)
  const history = await planHistory(db, teamId)
  const owed = await receivablePence(db, teamId, PLAN_CURRENCY)
  const today = londonDate(toInstant(at))
  const hasPlan = plan.id !== NO_PLAN_ID
  const since = history[0]?.startedAt ?? at
  const about = { posy, db, teamId, plan, subscription, since, today, roomPence: team.creditLimitPence - owed }
  return {
    teamId,
    plan: serializePlan(plan),
    hasPlan,
    dateStarted: isoOrNull(history[0]?.startedAt ?? null),
    currency: PLAN_CURRENCY,
    billing: subscription && (await serializeBilling(db, subscription, request)),
    change: request ? await serializePlanChange(db, request) : null,
    isOverdue: await hasOverdueInvoice(db, teamId, at),
    creditLimit: team.creditLimitPence,
    owed,
    offers: await offersFor(about),
    cancellation: hasPlan
      ? {
          dateEffective: iso(startOfDay(endsOn(about, today))),
          runningAllowances: await runningAllowances({ posy, db }, teamId),
        }
      : null,
    history: history.map(({ planId, planName, startedAt, endedAt }) => ({
      ...{ planId, planName },
      dateStarted: iso(startedAt),
      dateEnded: isoOrNull(endedAt),
    })),
  }
}

async function serializeBilling(
  db: Db | Tx,
  { period, plan, nextInvoiceAt }: Subscription,
  request: PlanRequestRecord | undefined,
): Promise<TeamPlan['billing']> {
  const isOver = request?.status === 'scheduled' && request.effective_at! <= nextInvoiceAt
  const next = isOver ? await loadPlan(db, request.plan_id) : plan
  return {
    from: period.from.toString(),
    until: period.until.toString(),
    nextInvoice:
      next.pricePence > 0
        ? { date: londonDate(toInstant(nextInvoiceAt)).toString(), ...amounts(withVat(next.pricePence)) }
        : null,
  }
}

async function serializePlanChange(db: Db | Tx, request: PlanRequestRecord): Promise<PlanChange> {
  const { id, kind, status, plan_id, plan_invoice_id, effective_at, created_at } = request
  const invoice = plan_invoice_id ? (await planInvoicesByIds(db, [plan_invoice_id])).get(plan_invoice_id)! : null
  const paper = invoice && (await getInvoiceDocument(db, invoice.id))
  return {
    id,
    kind: kind as PlanChange['kind'],
    status: status as PlanChange['status'],
    planId: plan_id,
    planName: (await loadPlan(db, plan_id)).name,
    dateEffective: isoOrNull(effective_at),
    invoice: invoice &&
      paper && {
        id: paper.id,
        number: paper.number,
        total: invoice.total,
        outstanding: outstanding(invoice),
        currency: invoice.currency,
      },
    dateCreated: iso(created_at),
  }
}

interface Asking {
  posy: Posy
  db: Db | Tx
  teamId: string
  plan: PlanRecord
  subscription: Subscription | null
  since: Date
  today: Temporal.PlainDate
  /** What the team may still owe. */
  roomPence: number
}

/** The other plans of the same seller, the cheapest first. */
async function offersFor(asking: Asking): Promise<PlanOffer[]> {
  const { db, plan, posy } = asking
  // A team without a plan chooses among those of the web app.
  const seller = plan.id === NO_PLAN_ID ? posy.config.web.clientId : plan.clientId
  const others = (await plansOnSale(db, seller)).filter(({ id }) => id !== plan.id)
  return Promise.all(
    others.map((other) => (isSmaller(other, plan) ? smallerOffer(asking, other) : largerOffer(asking, other))),
  )
}

async function smallerOffer(asking: Asking, plan: PlanRecord): Promise<PlanOffer> {
  const { posy, db, teamId, today } = asking
  const end = endsOn(asking, today)
  return {
    plan: serializePlan(plan),
    kind: 'downgrade',
    today: null,
    renewal: amounts(withVat(plan.pricePence)),
    startsAtOnce: end.equals(today),
    dateEffective: iso(startOfDay(end)),
    blockers: await exceededLimits(posy, db, teamId, plan),
  }
}

function largerOffer({ subscription, today, roomPence }: Asking, plan: PlanRecord): PlanOffer {
  const quote = quotePlan(plan, billedUntil(subscription), today)
  return {
    plan: serializePlan(plan),
    kind: 'upgrade',
    today: serializePlanQuote(quote),
    renewal: amounts(quote.renewal),
    startsAtOnce: plan.pricePence > 0 ? quote.totalPence <= roomPence : plan.openForSignUp,
    dateEffective: null,
    blockers: [],
  }
}

const serializePlanQuote = (quote: PlanQuote): PlanOffer['today'] => ({
  ...amounts(quote),
  lines: quote.lines.map(({ kind, planName, from, until, netPence, vatPence }) => ({
    ...{ kind, planName, from: from.toString(), until: until.toString() },
    ...amounts({ netPence, vatPence, totalPence: netPence + vatPence }),
  })),
})
