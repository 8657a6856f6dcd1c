import type { Participant } from '#contract/budgets/participants.ts'
import { formatMoney } from '#kit/money.ts'
import { amountRefusal, pence, readForm, text } from '#web/http/read-form.ts'
import type { Flash, Session } from '#web/session/session.ts'
import { plural } from '#web/ui/format.ts'
import { lifecycleRefusalMessage } from '../lifecycle-actions.server.ts'
import { type BulkKind, bulkKinds } from './bulk.ts'

interface Told {
  text: string
  tone: Flash['tone']
}
const done = (text: string): Told => ({ text, tone: 'success' })
const refused = (text: string): Told => ({ text, tone: 'danger' })

const INVITES_AT_ONCE = 5

/** Does one thing with several participants: with those it fits, all of them or none. */
export async function actOnParticipants(
  session: Session,
  budgetId: string,
  { kind, chosen, form }: { kind: BulkKind; chosen: readonly Participant[]; form: FormData },
): Promise<Told> {
  const fitting = chosen.filter(bulkKinds[kind])
  if (fitting.length === 0) return refused('There was no one to do that with. Nothing has been changed.')
  const typed = readForm(form, { amount: pence, attempt: text })
  if (kind === 'invite') return inviteAgain(session, budgetId, fitting, typed.attempt)
  const participantIds = fitting.map(({ id }) => id)
  const call = { params: { id: budgetId } }
  if (kind === 'remove') {
    const result = await session.api.deleteParticipants({ ...call, body: { participantIds } })
    return result.ok
      ? done(
          `${people(fitting, 'is', 'are')} out of the budget.${hadMoney(fitting) ? ' What they had not spent went back to the wallet.' : ''}`,
        )
      : refused(lifecycleRefusalMessage(result.problem))
  }
  const amount = kind === 'amount' ? typed.amount : undefined
  if (kind === 'amount' && !amount) return refused(`${amountRefusal(form, 'amount')}. Nothing has been changed.`)
  const change = amount ? { budgetAmount: amount } : ({ status: kind === 'pause' ? 'inactive' : 'active' } as const)
  const result = await session.api.updateParticipants({ ...call, body: { participantIds, ...change } })
  if (!result.ok) return refused(lifecycleRefusalMessage(result.problem))
  if (!amount) return done(changedLabel(kind, fitting))
  const { currency } = session.unwrap(await session.api.getBudget(call)).data
  return done(`${people(fitting, 'gets', 'get')} ${formatMoney(amount, currency)} from the next run on.`)
}

const hadMoney = (fitting: readonly Participant[]): boolean => fitting.some(({ available }) => available > 0)

const people = (fitting: readonly Participant[], is: string, are: string): string =>
  fitting.length === 1
    ? `${fitting[0]!.name ?? fitting[0]!.email} ${is}`
    : `${plural(fitting.length, 'person', 'people')} ${are}`

function changedLabel(kind: BulkKind, fitting: readonly Participant[]): string {
  return kind === 'pause'
    ? `${people(fitting, 'is', 'are')} paused: what they have stays theirs, and runs leave them out.`
    : `${people(fitting, 'is', 'are')} back, from the next run on.`
}

/** Each invite is sent again separately; what was sent stays sent. Those that were declined are made new, all or none. */
async function inviteAgain(
  session: Session,
  automationId: string,
  fitting: readonly Participant[],
  attempt: string,
): Promise<Told> {
  let sent = 0
  let problem: string | null = null
  const { declined = [], open = [] } = Object.groupBy(fitting, ({ inviteDeclined }) =>
    inviteDeclined ? 'declined' : 'open',
  )
  if (declined.length) {
    const { teamId } = session.unwrap(await session.api.getBudget({ params: { id: automationId } })).data
    const invites = declined.map(({ email }) => ({ emailAddress: email }))
    const result = await session.api.createInvites(
      { params: { id: teamId }, body: { type: 'automation-participant', automationId, invites } },
      { idempotencyKey: `${attempt}-declined` },
    )
    if (result.ok) sent += declined.length
    else problem = lifecycleRefusalMessage(result.problem)
  }
  for (let first = 0; first < open.length; first += INVITES_AT_ONCE) {
    const results = await Promise.all(
      open
        .slice(first, first + INVITES_AT_ONCE)
        .map(({ inviteId }) =>
          session.api.resendInvite({ params: { id: inviteId! } }, { idempotencyKey: `${attempt}-${inviteId}` }),
        ),
    )
    sent += results.filter(({ ok }) => ok).length
    for (const result of results) if (!result.ok) problem ??= lifecycleRefusalMessage(result.problem)
  }
  const words = `${plural(sent, 'invite is', 'invites are')} on the way again; the older links stop working.`
  if (!problem) return done(words)
  return refused(sent ? `${words} ${plural(fitting.length - sent, 'other')} could not be sent: ${problem}` : problem)
}
