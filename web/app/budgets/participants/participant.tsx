import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { formatMoney } from '#kit/money.ts'
import { amountRefusal, pence, readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import type { Session } from '#web/session/session.ts'
import { invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import type { TitleHandle } from '#web/ui/kit/page-header.tsx'
import { type BulkQuestion, bulkKindNamed, bulkKinds } from './bulk.ts'
import { chosenParticipants } from './load-participants.server.ts'
import { actOnParticipants } from './participant-actions.server.ts'
import { BulkDialog } from './participant-dialog.tsx'
import { ParticipantScreen } from './participant-screen.tsx'

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
  return { participant, balance, question }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const participant = await loadParticipant(session, { request, params })
  const here = paths.participant(participant.automationId, participant.id)
  const { intent } = readForm(form, { intent: text })
  if (intent === 'withdraw') {
    const { amount, attempt } = readForm(form, { amount: pence, attempt: text })
    if (!amount) return refused(invalidForm({ amount: amountRefusal(form, 'amount') }, form))
    const result = await session.api.withdrawFromParticipant(
      { params: { id: participant.automationId, participantId: participant.id }, body: { amount } },
      { idempotencyKey: attempt },
    )
    if (!result.ok) return refused(toFormFailure(result.problem, form))
    session.flash(`${formatMoney(amount, result.value.data.currency)} went back to the budget’s wallet.`)
    return redirect(here, 303)
  }
  const kind = bulkKindNamed(intent)
  if (!kind) throw data(null, { status: 400 })
  const told = await actOnParticipants(session, participant.automationId, {
    kind,
    chosen: [participant],
    form,
  })
  return session.redirect(here, told.text, told.tone)
}

export default function ParticipantPage() {
  const { question, ...shown } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <ParticipantScreen {...shown} failure={failure} />
      {question ? <BulkDialog question={question} /> : null}
    </>
  )
}
