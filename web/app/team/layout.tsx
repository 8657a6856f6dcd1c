import { type LoaderFunctionArgs, Outlet, useLoaderData, useOutletContext } from 'react-router'
import type { Team } from '#contract/teams/teams.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths, type TeamTab } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { GroupedTabs, type Tab, type TabGroup } from '#web/ui/kit/tabs.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.teamId) throw new Response(null, { status: 404 })
  const team = session.unwrap(await session.api.getTeam({ params: { id: session.teamId } })).data
  return { team }
}

/** The team acted in. */
export const useTeam = (): Team => useOutletContext<Team>()

export default function TeamLayout() {
  const { team } = useLoaderData<typeof loader>()
  const groups = teamTabs(useCan(), team)
  const tabs = groups.flatMap((group) => group.tabs)
  return (
    <>
      <PageHeader title={team.name} lead={team.businessEntityName ?? undefined} tabs={tabs} />
      {tabs.length > 1 ? <GroupedTabs label="Team" groups={groups} /> : null}
      <Outlet context={team} />
    </>
  )
}

/** The pages that they may open, by what they are about. */
function teamTabs(can: ReturnType<typeof useCan>, team: Team): TabGroup[] {
  const isTop = team.parentTeamId === null
  const isAdmin = can(['team-admin', 'subteam-admin'])
  const tab = (shown: boolean, name: TeamTab, label: string, end = true): Tab[] =>
    shown ? [{ to: paths.teamTab(name), label, end }] : []
  return [
    {
      label: 'About',
      tabs: [
        ...tab(true, 'details', 'Details'),
        ...tab(can('use-theme') || can('add-themes'), 'brand', 'Brand', false),
      ],
    },
    {
      label: 'People',
      tabs: [
        ...tab(can('view-teams'), 'members', 'Members'),
        ...tab(can('view-teams'), 'invites', 'Invites'),
        ...tab(can('add-subteams') && isTop, 'subteams', 'Subteams', false),
        ...tab(isAdmin, 'sign-in', 'Sign-in'),
      ],
    },
    { label: 'Rules', tabs: tab(true, 'rules', 'Rules') },
    {
      label: 'Plan',
      tabs: [
        ...tab(can('manage-billing') && isTop, 'plan', 'Plan', false),
        ...tab(can('manage-billing') && isTop, 'leaving', 'Leaving'),
      ],
    },
    {
      label: 'Programs',
      tabs: [
        ...tab(can('team-admin'), 'connections', 'Connections'),
        ...tab(can('team-admin'), 'api-keys', 'API keys', false),
        ...tab(can('team-admin'), 'webhooks', 'Webhooks', false),
      ],
    },
    {
      label: 'Log and support',
      tabs: [
        ...tab(isAdmin, 'audit', 'Audit log'),
        ...tab(isAdmin, 'support', 'Support'),
        ...tab(can('team-admin'), 'archive', 'Archive', false),
      ],
    },
  ]
}
