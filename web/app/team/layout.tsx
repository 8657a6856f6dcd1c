import { type LoaderFunctionArgs, Outlet, redirect, useLoaderData, useOutletContext } from 'react-router'
import type { Team } from '#contract/teams/teams.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Tabs } from '#web/ui/kit/tabs.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (/\/team\/?$/.test(new URL(request.url).pathname)) throw redirect(paths.teamTab('details'))
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
    { to: paths.teamTab('details'), label: 'Details' },
    { to: paths.teamTab('rules'), label: 'Rules' },
    ...(can('view-teams')
      ? [
          { to: paths.teamTab('members'), label: 'Members' },
          { to: paths.teamTab('invites'), label: 'Invites' },
        ]
      : []),
    ...(can('add-subteams') && team.parentTeamId === null
      ? [{ to: paths.teamTab('subteams'), label: 'Subteams', end: false }]
      : []),
    ...(can('manage-billing') && team.parentTeamId === null
      ? [{ to: paths.teamTab('plan'), label: 'Plan', end: false }]
      : []),
    ...(can(['team-admin', 'subteam-admin']) ? [{ to: paths.teamTab('audit'), label: 'Audit log' }] : []),
    ...(can(['team-admin', 'subteam-admin']) ? [{ to: paths.teamTab('support'), label: 'Support' }] : []),
    ...(can('use-theme') || can('add-themes') ? [{ to: paths.teamTab('brand'), label: 'Brand' }] : []),
    ...(can(['team-admin', 'subteam-admin']) ? [{ to: paths.teamTab('sign-in'), label: 'Sign-in' }] : []),
    ...(can('team-admin')
      ? [
          { to: paths.teamTab('api-keys'), label: 'API keys', end: false },
          { to: paths.teamTab('connections'), label: 'Connections' },
          { to: paths.teamTab('webhooks'), label: 'Webhooks', end: false },
        ]
      : []),
  ]
  return (
    <>
      <PageHeader title={team.name} lead={team.businessEntityName ?? undefined} tabs={tabs} />
      {tabs.length > 1 ? <Tabs label="Team" tabs={tabs} /> : null}
      <Outlet context={team} />
    </>
  )
}
