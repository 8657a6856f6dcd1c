import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import type { EmployeeGroup, Integration, LinkedAccount } from '#contract/integrations/integrations.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatCount, formatMoment, plural } from '#web/ui/format.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { SelectField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { usePolling } from '#web/ui/use-polling.ts'
import teamStyles from '../team.module.css'
import { ApproveLink } from './approve-link.tsx'
import { actOnConnection, type ConnectionOutcome } from './connection-actions.server.ts'
import styles from './connections.module.css'
import { accountState, groupKinds, linkFailures, syncErrors } from './labels.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can('team-admin')) throw new Response(null, { status: 404 })
  const { api } = session
  const account = session.unwrap(await api.listLinkedAccounts({})).data[0] ?? null
  const mayConnect = !account || account.status === 'pending' || account.syncError === 'revoked'
  const [integrations, groups] = await Promise.all([
    mayConnect ? api.listIntegrations({}) : null,
    account && account.status !== 'pending' ? api.listEmployeeGroups({ params: { id: account.id } }) : null,
  ])
  return {
    account,
    // The provider being away takes nothing else of the page with it.
    integrations: integrations && (integrations.ok ? integrations.value.data : ('unreachable' as const)),
    groups: groups ? session.unwrap(groups).data : [],
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const done = await actOnConnection(getSession(context), await request.formData())
  if ('goTo' in done) return redirect(done.goTo, 303)
  return data<ConnectionOutcome>(done, { status: done.problem ? 409 : 200 })
}

export default function Connections() {
  const { account, integrations, groups } = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  const [search] = useSearchParams()
  const here = paths.teamTab('connections')
  usePolling(account?.status === 'syncing' && account.syncError === null, 2000)
  return (
    <>
      {outcome?.problem ? <Notice tone="danger" role="alert" title={outcome.problem} /> : null}
      {outcome?.link ? <ApproveLink {...outcome.link} key={outcome.link.linkToken} /> : null}
      {account && account.status !== 'pending' ? <ConnectedSystem account={account} /> : null}
      {integrations ? <ConnectCard integrations={integrations} chosen={account?.integrationSlug} /> : null}
      {groups.length ? <Groups groups={groups} /> : null}
      {account && search.get('ask') === 'disconnect' ? (
        <ConfirmDialog
          title={`Disconnect ${account.integrationName}?`}
          confirm="Disconnect"
          fields={{ do: 'disconnect', id: account.id }}
          closeTo={here}
        >
          What we know of {formatCount(account.people)} people is deleted here, and celebration rules end. Nothing
          changes in your HR system.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

function ConnectedSystem({ account }: { account: LinkedAccount }) {
  const zone = useZone()
  const { label, tone } = accountState(account)
  const problem = account.syncError && syncErrors[account.syncError]
  return (
    <Card title={account.integrationName}>
      <div className="stack">
        {problem ? (
          <Notice tone={account.syncError === 'revoked' ? 'danger' : 'warning'} title={problem.title}>
            {problem.text}
          </Notice>
        ) : null}
        {account.unknownStatuses.length ? (
          <Notice tone="warning" title="Some people get nothing new">
            {account.integrationName} gives them a status that does not say they work with you:{' '}
            {account.unknownStatuses
              .map(({ word, people }) => `“${word}” (${plural(people, 'person', 'people')})`)
              .join(', ')}
            . If they do, give them the status “Active” there.
          </Notice>
        ) : null}
        <dl className={teamStyles.facts}>
          <div>
            <dt>State</dt>
            <dd aria-live="polite">
              <StatusBadge status={label} tone={tone} />
            </dd>
          </div>
          <div>
            <dt>People</dt>
            <dd>{formatCount(account.people)}</dd>
          </div>
          <div>
            <dt>Last sync</dt>
            <dd>{account.lastSyncedAt ? formatMoment(account.lastSyncedAt, zone) : 'None yet'}</dd>
          </div>
          {account.nextSyncAt ? (
            <div>
              <dt>Next sync</dt>
              <dd>{formatMoment(account.nextSyncAt, zone)}</dd>
            </div>
          ) : null}
        </dl>
        <Form method="post" className={styles.actions} preventScrollReset>
          <input type="hidden" name="id" value={account.id} />
          {account.syncError === 'revoked' ? null : (
            <SubmitButton look="quiet" size="small" name="do" value="sync">
              Sync now
            </SubmitButton>
          )}
          <LinkButton
            look="plain"
            size="small"
            to={`${paths.teamTab('connections')}?ask=disconnect`}
            preventScrollReset
          >
            Disconnect
          </LinkButton>
        </Form>
      </div>
    </Card>
  )
}

function ConnectCard({
  integrations,
  chosen,
}: {
  integrations: Integration[] | 'unreachable'
  chosen: string | undefined
}) {
  if (integrations === 'unreachable') return <Notice tone="warning" title={linkFailures.unreachable} />
  if (integrations.length === 0)
    return (
      <EmptyState picture="sprout" title="No HR systems can be connected here">
        Ask the people who run this installation to set up Merge.
      </EmptyState>
    )
  return (
    <Card title="Connect your HR system">
      <Form method="post" className="stack">
        <p className="muted">
          We read names, work addresses, start dates, birthdays and groups, once a day and when they change. Nothing is
          written to your HR system.
        </p>
        <SelectField
          name="integrationSlug"
          label="HR system"
          defaultValue={chosen}
          data={integrations.map(({ slug, name }) => ({ value: slug, label: name }))}
        />
        <div>
          <SubmitButton name="do" value="connect">
            Connect
          </SubmitButton>
        </div>
      </Form>
    </Card>
  )
}

const columns: TableColumn<EmployeeGroup>[] = [
  { key: 'name', header: 'Group', cell: ({ name }) => name },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => groupKinds[kind] },
  { key: 'people', header: 'People', numeric: true, cell: ({ people }) => formatCount(people) },
]

const Groups = ({ groups }: { groups: EmployeeGroup[] }) => (
  <Card title="Groups" flush>
    <DataTable caption="Groups of people in your HR system" columns={columns} rows={groups} rowKey={({ id }) => id} />
  </Card>
)
