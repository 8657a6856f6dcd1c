import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { readId } from '#web/http/read-id.ts'
import { getSession } from '#web/session/middleware.ts'
import type { TitleHandle } from '#web/ui/kit/page-header.tsx'
import { usePolling } from '#web/ui/use-polling.ts'
import { runFull } from '../labels.ts'
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
  const { data, next } = session.unwrap(outcomes)
  return { run: session.unwrap(run).data, outcomes: data, next }
}

export default function Run() {
  const shown = useLoaderData<typeof loader>()
  usePolling(shown.run.status === 'pending' || shown.run.status === 'running')
  return <RunScreen {...shown} />
}
