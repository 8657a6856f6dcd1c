import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { readId } from '#web/http/read-id.ts'
import { getSession } from '#web/session/middleware.ts'
import { OverviewScreen } from './overview-screen.tsx'

const RUNS_AHEAD = 3

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const call = { params: { id: readId(params.id) } }
  const [forecast, funding] = await Promise.all([
    session.api.getForecast({ ...call, query: { runs: RUNS_AHEAD } }),
    session.api.reportFunding({ ...call, query: {} }),
  ])
  return {
    forecast: session.unwrap(forecast).data,
    // The page is worth seeing without these figures.
    funding: funding.ok ? funding.value.data : null,
  }
}

export default function Overview() {
  return <OverviewScreen {...useLoaderData<typeof loader>()} />
}
