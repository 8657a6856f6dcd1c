import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { readId } from '#web/http/read-id.ts'
import { getSession } from '#web/session/middleware.ts'
import { useBudget } from '../budget-context.ts'
import { RunList } from './run-list.tsx'
import { RunProblem } from './run-problem.tsx'
import { UpcomingRuns } from './upcoming-runs.tsx'

const PER_PAGE = 25
const UPCOMING = 6

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const call = { params: { id: readId(params.id) } }
  const cursor = new URL(request.url).searchParams.get('next')
  const [runs, forecast] = await Promise.all([
    session.api.listExecutions({ ...call, query: { limit: PER_PAGE, ...(cursor && { next: cursor }) } }),
    session.api.getForecast({ ...call, query: { runs: UPCOMING } }),
  ])
  const { data, next } = session.unwrap(runs)
  return { runs: data, next, forecast: forecast.ok ? forecast.value.data : null }
}

export default function Runs() {
  const { runs, next, forecast } = useLoaderData<typeof loader>()
  const { latestExecution: latest } = useBudget().budget
  return (
    <>
      {latest ? <RunProblem run={latest} /> : null}
      {forecast?.runs.length ? <UpcomingRuns forecast={forecast} title="Upcoming runs" /> : null}
      <RunList runs={runs} next={next} />
    </>
  )
}
