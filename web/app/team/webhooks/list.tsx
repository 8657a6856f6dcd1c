import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { choice, readForm } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import teamStyles from '../team.module.css'
import { eventSummary, webhookState } from './labels.ts'
import { SecretNotice } from './secret-notice.tsx'
import { WebhookForm, webhookBody } from './webhook-form.tsx'
import styles from './webhooks.module.css'

type Outcome = { secret: string; failure?: never } | { secret?: never; failure: Failure }

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  return { webhooks: session.unwrap(await session.api.listWebhooks({ params: { id: session.teamId! } })).data }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const { signature } = readForm(form, { signature: choice('hmac', 'ed25519') })
  const made = await session.api.createWebhook({
    params: { id: session.teamId! },
    body: { ...webhookBody(form), signature: signature ?? 'hmac' },
  })
  if (made.ok) return data<Outcome>({ secret: made.value.data.secret })
  const failure = toFormFailure(made.problem, form)
  return refused<Outcome>({ failure })
}

const columns: TableColumn<Webhook>[] = [
  {
    key: 'address',
    header: 'Address',
    cell: ({ id, url, description, secretShownTo }) => (
      <span className={teamStyles.two}>
        <Link to={paths.webhook(id)} className={styles.url}>
          {url}
        </Link>
        {description ? <span className="muted small">{description}</span> : null}
        {secretShownTo.isAdmin ? null : (
          <span className="small">{secretShownTo.name}, who left, knows its secret.</span>
        )}
      </span>
    ),
  },
  { key: 'events', header: 'Events', wideOnly: true, cell: eventSummary },
  { key: 'waiting', header: 'Waiting', numeric: true, cell: ({ waiting }) => waiting },
  {
    key: 'state',
    header: 'State',
    cell: (webhook) => {
      const { label, tone } = webhookState(webhook)
      return <StatusBadge status={label} tone={tone} />
    },
  },
]

export default function Webhooks() {
  const { webhooks } = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  return (
    <>
      {outcome?.secret ? <SecretNotice secret={outcome.secret} /> : null}
      <Card title="Webhooks" flush>
        <DataTable
          caption="Addresses that events are sent to"
          columns={columns}
          rows={webhooks}
          rowKey={({ id }) => id}
          empty={
            <EmptyState picture="sprout" title="No webhooks">
              Add an address of yours, and we tell it what happens to gifts, budgets, wallets and members.
            </EmptyState>
          }
        />
      </Card>
      <Card title="Add a webhook">
        <WebhookForm failure={outcome?.failure} key={outcome?.secret ?? 'new'} />
      </Card>
    </>
  )
}
