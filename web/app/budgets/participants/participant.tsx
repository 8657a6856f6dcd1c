import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { Participant } from '#contract/budgets/participants.ts'
import { formatMoney } from '#kit/money.ts'
import { amountRefusal, pence, readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { paths, withQuery } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import type { Session } from '#web/session/session.ts'
import { invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import type { TitleHandle } from '#web/ui/kit/page-header.tsx'
import { type BulkQuestion, bulkKindNamed, bulkKinds } from './bulk.ts'
import { chosenParticipants } from './load-participants.server.ts'
import { actOnParticipants } from './participant-actions.server.ts'
import { BulkDialog } from './participant-dialog.tsx'
import { ParticipantScreen, WithdrawalDialog } from './participant-screen.tsx'

export const handle: TitleHandle = {
  title: (loaded?: Awaited<ReturnType<typeof loader>>) =>
    loaded && (loaded.participant.name ?? loaded.participant.email),
}

async function loadParticipant(session: Session, { request, params }: Pick<LoaderFunctionArgs, 'request' | 'params'>) {
  const url = new URL(request.url)
  const [participant] = await chosenParticipants(session, readId(params.id), url, [readId(params.participantId)])
  if (!participant) throw data(null, { status: 404 })
  return participant
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const participant = await loadParticipant(session, { request, params })
  const call = { params: { id: participant.automationId, participantId: participant.id } }
  const { data: balance } = session.unwrap(await session.api.getParticipantBalance(call))
  const kind = session.can('create-automated-budget')
    ? bulkKindNamed(new URL(request.url).searchParams.get('confirm'))
    : null
  const question: BulkQuestion | null = kind && {
    kind,
    who: participant.id,
    chosen: 1,
    fitting: bulkKinds[kind](participant) ? 1 : 0,
    names: [participant.name ?? participant.email],
    joined: participant.status === 'draft' ? 0 : 1,
    availablePence: participant.available,
  }
  const take = Number(new URL(request.url).searchParams.get('take'))
  const isAsked = session.can('start-automated-budget') && take > 0 && take <= balance.available
  return { participant, balance, question, take: isAsked && Number.isSafeInteger(take) ? take : null }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const participant = await loadParticipant(session, { request, params })
  const here = paths.participant(participant.automationId, participant.id)
  const { intent } = readForm(form, { intent: text })
  if (intent === 'ask-withdraw' || intent === 'withdraw') return withdraw(session, participant, form)
  const kind = bulkKindNamed(intent)
  if (!kind) throw data(null, { status: 400 })
  const told = await actOnParticipants(session, participant.automationId, {
    kind,
    chosen: [participant],
    form,
  })
  return session.redirect(here, told.text, told.tone)
}

/** Asks first; money moves at the answer alone. */
async function withdraw(session: Session, { automationId, id, available }: Participant, form: FormData) {
  const here = paths.participant(automationId, id)
  const { intent, amount, attempt } = readForm(form, { intent: text, amount: pence, attempt: text })
  if (!amount) return refused(invalidForm({ amount: amountRefusal(form, 'amount') }, form))
  if (intent === 'ask-withdraw')
    return amount > available
      ? refused(invalidForm({ amount: 'The participant has less than that to spend.' }, form))
      : redirect(withQuery(here, { take: String(amount) }), 303)
  const call = { params: { id: automationId, participantId: id }, body: { amount } }
  const result = await session.api.withdrawFromParticipant(call, { idempotencyKey: attempt })
  if (!result.ok) return refused(toFormFailure(result.problem, form))
  return session.redirect(here, `${formatMoney(amount, result.value.data.currency)} went back to the budget’s wallet.`)
}

export default function ParticipantPage() {
  const { question, take, ...shown } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <ParticipantScreen {...shown} failure={failure} />
      {question ? <BulkDialog question={question} /> : null}
      {take ? <WithdrawalDialog participant={shown.participant} amountPence={take} /> : null}
    </>
  )
}
