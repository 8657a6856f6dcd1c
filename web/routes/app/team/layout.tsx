import { type LoaderFunctionArgs, Outlet, redirect, useLoaderData, useOutletContext } from 'react-router'
import type { Team } from '#contract/teams.ts'
import { useCan } from '../../../features/shell/app-data.ts'
import { sessionOf } from '../../../session/middleware.ts'
import { PageHeader } from '../../../ui/kit/page-header.tsx'
import { Tabs } from '../../../ui/kit/tabs.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  if (/\/team\/?$/.test(new URL(request.url).pathname)) throw redirect('/team/details')
  if (!session.teamId) throw new Response(null, { status: 404 })
  const team = session.unwrap(await session.api.getTeam({ params: { id: session.teamId } })).data
  return { team }
}

/** The team acted in. */
export const useTeam = (): Team => useOutletContext<Team>()

export default function TeamLayout() {
  const { team } = useLoaderData<typeof loader>()
  const can = useCan()
  const tabs = [
    { to: '/team/details', label: 'Details' },
    ...(can('view-teams')
      ? [
          { to: '/team/members', label: 'Members' },
          { to: '/team/invites', label: 'Invites' },
        ]
      : []),
    ...(can('team-admin') ? [{ to: '/team/api-keys', label: 'API keys' }] : []),
  ]
  return (
    <>
      <PageHeader title={team.name} lead={team.businessEntityName ?? undefined} />
      {tabs.length > 1 ? <Tabs label="Team" tabs={tabs} /> : null}
      <Outlet context={team} />
    </>
  )
}
