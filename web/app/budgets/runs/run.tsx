import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { formatMoney } from '#kit/money.ts'
import { choice, readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import type { TitleHandle } from '#web/ui/kit/page-header.tsx'
import { usePolling } from '#web/ui/use-polling.ts'
import { lifecycleRefusalMessage } from '../lifecycle-actions.server.ts'
import { runFull } from '../run-dates.ts'
import { RunScreen } from './run-screen.tsx'

const PER_PAGE = 50

export const handle: TitleHandle = {
  title: (loaded?: Awaited<ReturnType<typeof loader>>) => loaded && `Run of ${runFull(loaded.run.scheduledFor)}`,
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const call = { params: { id: readId(params.id), executionId: readId(params.executionId) } }
  const cursor = new URL(request.url).searchParams.get('next')
  const [run, outcomes] = await Promise.all([
    session.api.getExecution(call),
    session.api.listExecutionOutcomes({ ...call, query: { limit: PER_PAGE, ...(cursor && { next: cursor }) } }),
  ])
  const page = session.unwrap(outcomes)
  return { run: session.unwrap(run).data, outcomes: page.data, next: page.next }
}

/** Undoes the run. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const { intent, attempt } = readForm(await request.formData(), { intent: choice('undo'), attempt: text })
  if (!intent) throw data(null, { status: 400 })
  const call = { params: { id: readId(params.id), executionId: readId(params.executionId) } }
  const here = paths.budgetRun(call.params.id, call.params.executionId)
  const [budget, result] = await Promise.all([
    session.api.getBudget({ params: { id: call.params.id } }),
    session.api.undoExecution(call, { idempotencyKey: attempt }),
  ])
  if (!result.ok) return session.redirect(here, lifecycleRefusalMessage(result.problem), 'danger')
  const amount = formatMoney(result.value.data.undone?.amount ?? 0, budget.ok ? budget.value.data.currency : 'GBX')
  return session.redirect(here, `${amount} is back in the budget’s wallet. Everyone it came from is told by email.`)
}

export default function Run() {
  const shown = useLoaderData<typeof loader>()
  usePolling(shown.run.status === 'pending' || shown.run.status === 'running')
  return <RunScreen {...shown} />
}
