import { sql } from 'kysely'
import { iso, isoOrNull } from '#kit/time.ts'
import {
  allowanceMessages,
  budgetEndedEmail,
  budgetFundsLowEmail,
  budgetPeopleMessages,
  budgetRunFailedEmail,
  type MessageKind,
  queueUserMessages,
} from '#server/domains/delivery/index.ts'
import { inviteById } from '#server/domains/invites/index.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import { listAdmins } from '#server/domains/teams/team/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { jobRecord } from '#server/platform/job-record.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { availableUntil, type BudgetRecord } from '../budget/budget.ts'
import type { AllowancesChanged, FundsLow } from '../budget/events.ts'
import { loadExecution, participantsByIds, unansweredEmails } from '../budget/queries.ts'
import { isSubDaily } from '../schedule/schedule.ts'
import { problemText } from './problems.ts'

const loadBudgetRecord = async ({ tx }: Work, id: string): Promise<BudgetRecord> =>
  jobRecord(await tx.selectFrom('automated_budget').selectAll().where('id', '=', id).executeTakeFirst(), 'budget')

async function loadRunBudget(work: Work, executionId: string): Promise<BudgetRecord> {
  const run = await work.tx
    .selectFrom('automated_budget_execution')
    .select('budget_id')
    .where('id', '=', executionId)
    .executeTakeFirst()
  return loadBudgetRecord(work, jobRecord(run, 'run').budget_id)
}

/** What an email about a budget begins with. */
export const figures = (budget: BudgetRecord, amountPence: number) => ({
  budgetId: budget.id,
  budgetName: budget.name,
  currency: budget.currency,
  amountPence,
})

const within = (posy: Posy, tell: (work: Work) => Promise<unknown>): Promise<void> =>
  asSystem(posy, async (work) => void (await tell(work)))

/** Writes to everyone who looks after a team's budgets; once for a key. */
export async function notifyAdmins<Detail>(
  work: Work,
  email: MessageKind<Detail>,
  budget: BudgetRecord,
  key: string,
  detail: NoInfer<Detail>,
): Promise<void> {
  const admins = await listAdmins(work.tx, budget.team_id)
  const messages = admins.map(({ id }) => ({ userId: id, dedupeKey: `${email.template}/${key}/${id}`, detail }))
  await queueUserMessages(work, email, { teamId: budget.team_id, messages })
}

/** Tells everybody who got money in a run, once; not of runs by the minute or the hour. */
export const notifyParticipants = (posy: Posy, executionId: string): Promise<void> =>
  within(posy, async (work) => {
    const budget = await loadRunBudget(work, executionId)
    if (isSubDaily(budget.frequency)) return
    const funded = await work.tx
      .selectFrom('automated_budget_outcome as outcome')
      .innerJoin('automated_budget_participant as participant', 'participant.id', 'outcome.participant_id')
      .select([
        'participant.id',
        'participant.user_id as userId',
        'participant.participant_team_id as ownTeamId',
        'outcome.before_pence as beforePence',
        'outcome.delta_pence as deltaPence',
      ])
      .where('outcome.execution_id', '=', executionId)
      .where('outcome.delta_pence', '>', 0)
      .$narrowType<{ userId: string }>()
      .execute()
    const at = availableUntil(budget)
    const resets = budget.unspent_action === 'reset' && at !== isoOrNull(budget.ends_at)
    const until = at && Date.parse(at) > work.at.getTime() ? { until: { at, resets } } : {}
    const messages = funded.map(({ id, userId, ownTeamId, beforePence, deltaPence }) => ({
      userId,
      dedupeKey: `budget-allowance/${executionId}/${id}`,
      detail: { ...figures(budget, deltaPence), availablePence: beforePence + deltaPence, ...until, ownTeamId },
    }))
    await queueUserMessages(work, allowanceMessages.given, { teamId: budget.team_id, messages })
  })

/** Why a run failed and what to do about it. */
export const notifyRunFailed = (
  posy: Posy,
  { executionId, attempt, day }: { executionId: string; attempt: number; day?: string },
): Promise<void> =>
  within(posy, async (work) => {
    const budget = await loadRunBudget(work, executionId)
    const execution = await loadExecution(work.tx, budget.id, executionId)
    const problem = execution.errors.at(-1)
    // It has succeeded meanwhile.
    if (!problem) return
    const detail = {
      ...figures(budget, problem.shortfallPence ?? 0),
      ...problemText(problem.type, execution),
      ...(execution.trigger === 'joiner' && { waiting: execution.waitingCount }),
    }
    await notifyAdmins(work, budgetRunFailedEmail, budget, `${executionId}/${day ?? attempt}`, detail)
  })

export const notifyFundsLow = (posy: Posy, low: FundsLow): Promise<void> =>
  within(posy, async (work) => {
    const budget = await loadBudgetRecord(work, low.budgetId)
    const detail = {
      ...figures(budget, low.costPence),
      availablePence: low.availablePence,
      othersPence: low.othersPence,
      at: isoOrNull(budget.next_run_at) ?? iso(work.at),
      isCardOver: low.isCardOver,
      isOnlyAtRisk: low.isOnlyAtRisk,
      invites: low.invites,
    }
    const kind = low.invites && !low.invites.fromAt ? '/invites' : ''
    await notifyAdmins(work, budgetFundsLowEmail, budget, `${budget.id}/${low.occurrence}${kind}`, detail)
  })

/** Tells participants, once each, that money was taken back or that they were paused, resumed or taken out. */
export const notifyAllowancesChanged = (
  posy: Posy,
  { budgetId, cause, changeId, people }: AllowancesChanged,
): Promise<void> =>
  within(posy, async (work) => {
    const budget = await loadBudgetRecord(work, budgetId)
    const participants = await participantsByIds(
      work.tx,
      budgetId,
      people.map(({ participantId }) => participantId),
    )
    const amounts = new Map(people.map(({ participantId, amountPence }) => [participantId, amountPence]))
    const balances = await loadBalances(
      work.tx,
      participants.flatMap(({ wallet_id }) => wallet_id ?? []),
    )
    const messages = participants.flatMap(({ id, user_id, wallet_id, participant_team_id: ownTeamId }) => {
      const availablePence = balances.get(wallet_id ?? '')?.available ?? 0
      const at = isoOrNull(cause === 'ends' || cause === 'continues' ? budget.ends_at : budget.next_run_at)
      const detail = { ...figures(budget, amounts.get(id) ?? 0), cause, availablePence, at, ownTeamId }
      return user_id ? { userId: user_id, dedupeKey: `allowance-changed/${changeId}/${id}`, detail } : []
    })
    await queueUserMessages(work, allowanceMessages.changed, { teamId: budget.team_id, messages })
  })

/** How many addresses the email about ended invites names. */
const NAMED = 5

/** Tells that invites have ended without an answer: once for all that ended together. */
export const notifyInvitesEnded = (posy: Posy, budgetId: string, endedAt: string): Promise<void> =>
  within(posy, async (work) => {
    const budget = await loadBudgetRecord(work, budgetId)
    const emails = await unansweredEmails(work.tx, budgetId, work.at)
    if (emails.length === 0 || budget.status !== 'live') return
    const detail = { ...figures(budget, 0), people: emails.length, emails: emails.slice(0, NAMED) }
    await notifyAdmins(work, budgetPeopleMessages.invitesEnded, budget, `${budget.id}/${endedAt.slice(0, 10)}`, detail)
  })

/** Tells who looks after the budget that someone does not want it. */
export const notifyInviteDeclined = (
  posy: Posy,
  { automationId, inviteId }: { automationId: string; inviteId: string },
): Promise<void> =>
  within(posy, async (work) => {
    const budget = await loadBudgetRecord(work, automationId)
    const { email } = jobRecord(await inviteById(work.tx, inviteId), 'invite')
    const detail = { ...figures(budget, 0), people: 1, emails: [email], isDeclined: true }
    await notifyAdmins(work, budgetPeopleMessages.invitesEnded, budget, `${budget.id}/declined/${inviteId}`, detail)
  })

/** Tells who looks after the budget that someone has left it, and what went back. */
export const notifyLeft = (
  posy: Posy,
  { budgetId, participantId, returnedPence }: { budgetId: string; participantId: string; returnedPence: number },
): Promise<void> =>
  within(posy, async (work) => {
    const budget = await loadBudgetRecord(work, budgetId)
    const [participant] = await participantsByIds(work.tx, budgetId, [participantId])
    const detail = { ...figures(budget, returnedPence), email: participant!.email }
    await notifyAdmins(work, budgetPeopleMessages.left, budget, `${budget.id}/${participantId}`, detail)
  })

interface EndedParticipant {
  id: string
  userId: string
  ownTeamId: string | null
  /** What they had not spent. */
  returnedPence: number
}

/** All of it went back in one transfer: its entries are read once for everyone. */
const participantsAtEnd = async (tx: Tx, budgetId: string): Promise<EndedParticipant[]> => {
  const { rows } = await sql<EndedParticipant>`
    with back as (
      select account.wallet_id, -sum(entry.amount) as pence
      from automated_budget_return returned
      join ledger_entry entry on entry.transfer_id = returned.transfer_id
      join ledger_account account on account.id = entry.account_id
      where returned.budget_id = ${budgetId} and returned.kind = 'stop' group by account.wallet_id
    )
    select p.id, p.user_id as "userId", p.participant_team_id as "ownTeamId", coalesce(back.pence, 0)::bigint as "returnedPence"
    from automated_budget_participant p left join back on back.wallet_id = p.wallet_id
    where p.budget_id = ${budgetId} and p.status in ('active', 'inactive') and p.user_id is not null`.execute(tx)
  return rows
}

export const notifyBudgetEnded = (posy: Posy, budgetId: string, returnedPence: number): Promise<void> =>
  within(posy, async (work) => {
    const budget = await loadBudgetRecord(work, budgetId)
    await notifyAdmins(work, budgetEndedEmail, budget, budget.id, figures(budget, returnedPence))
    const participants = await participantsAtEnd(work.tx, budgetId)
    const messages = participants.map(({ id, userId, ...detail }) => ({
      userId,
      dedupeKey: `allowance-ended/${id}`,
      detail: { ...figures(budget, 0), ...detail },
    }))
    await queueUserMessages(work, allowanceMessages.ended, { teamId: budget.team_id, messages })
  })
