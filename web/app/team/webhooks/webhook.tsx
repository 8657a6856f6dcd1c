import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import type { WebhookDelivery } from '#contract/webhooks/webhooks.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatMoment } from '#web/ui/format.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { LogFilter } from '../log-filter.tsx'
import { deliveryLabels, eventSummary, webhookState } from './labels.ts'
import { SecretNotice } from './secret-notice.tsx'
import { actOnWebhook, type WebhookOutcome } from './webhook-actions.server.ts'
import { WebhookForm } from './webhook-form.tsx'
import styles from './webhooks.module.css'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const id = session.teamId!
  const { data: webhooks } = session.unwrap(await session.api.listWebhooks({ params: { id } }))
  const webhook = webhooks.find((one) => one.id === params.webhookId)
  if (!webhook) throw new Response(null, { status: 404 })
  const search = new URL(request.url).searchParams
  const state = search.get('state')
  const log = session.unwrap(
    await session.api.listWebhookDeliveries({
      params: { id, webhookId: webhook.id },
      query: {
        page: Math.max(1, Number(search.get('page')) || 1),
        per_page: 20,
        ...(state && state in deliveryLabels ? { state: state as WebhookDelivery['state'] } : {}),
      },
    }),
  )
  return { webhook, log: { deliveries: log.data, page: log.current_page, lastPage: log.last_page } }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const done = await actOnWebhook(session, params.webhookId!, await request.formData())
  if ('goTo' in done) return redirect(done.goTo, 303)
  return data<WebhookOutcome>(done, { status: done.failure?.status ?? 200 })
}

export default function WebhookPage() {
  const { webhook, log } = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  const [search] = useSearchParams()
  const zone = useZone()
  const state = webhookState(webhook)
  const here = paths.webhook(webhook.id)
  return (
    <>
      {outcome?.secret ? <SecretNotice secret={outcome.secret} /> : null}
      {webhook.disabledReason ? (
        <Notice tone="danger" title="We have stopped sending events to this address.">
          {webhook.disabledReason === 'gone'
            ? 'It answered 410 Gone, which asks us to stop.'
            : 'It accepted none of our events for three days.'}{' '}
          Switch it on again once it works, then send the missed events again below.
        </Notice>
      ) : null}
      {webhook.secretShownTo.isAdmin ? null : (
        <Notice tone="warning" title={`${webhook.secretShownTo.name} knows the secret of this webhook.`}>
          They are no longer an admin of your team. Make a new secret, and check that the address is still yours.
        </Notice>
      )}
      <Card title={webhook.description || 'Webhook'}>
        <div className="stack">
          <p className={styles.url}>
            <Link to={paths.teamTab('webhooks')}>Webhooks</Link> / <code>{webhook.url}</code>
          </p>
          <p>
            <StatusBadge status={state.label} tone={state.tone} /> {eventSummary(webhook)}, secret last shown to{' '}
            {webhook.secretShownTo.name}
            {webhook.failingSince ? `, nothing accepted since ${formatMoment(webhook.failingSince, zone)}` : ''}
          </p>
          <Form method="post" className={styles.actions} preventScrollReset>
            <SubmitButton look="quiet" size="small" name="do" value="test" disabled={!webhook.isActive}>
              Send a test event
            </SubmitButton>
            <SubmitButton look="quiet" size="small" name="do" value={webhook.isActive ? 'off' : 'on'}>
              {webhook.isActive ? 'Switch off' : 'Switch on'}
            </SubmitButton>
            <LinkButton look="quiet" size="small" to={`${here}?ask=rotate`} preventScrollReset>
              New secret
            </LinkButton>
            <LinkButton look="plain" size="small" to={`${here}?ask=delete`} preventScrollReset>
              Delete
            </LinkButton>
          </Form>
        </div>
      </Card>
      <DeliveryLog log={log} isActive={webhook.isActive} />
      <Card title="Change it">
        <WebhookForm webhook={webhook} failure={outcome?.failure} key={webhook.dateModified} />
      </Card>
      {search.get('ask') === 'rotate' ? (
        <ConfirmDialog title="Make a new secret?" confirm="Make a new secret" fields={{ do: 'rotate' }} closeTo={here}>
          For 24 hours both secrets sign each event, so that you can change over without losing one.
        </ConfirmDialog>
      ) : null}
      {search.get('ask') === 'delete' ? (
        <ConfirmDialog title="Delete this webhook?" confirm="Delete webhook" fields={{ do: 'delete' }} closeTo={here}>
          What waits for it is not sent, and its log is deleted. This cannot be undone.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

interface Log {
  deliveries: WebhookDelivery[]
  page: number
  lastPage: number
}

function DeliveryLog({ log, isActive }: { log: Log; isActive: boolean }) {
  const zone = useZone()
  const columns: TableColumn<WebhookDelivery>[] = [
    {
      key: 'event',
      header: 'Event',
      cell: (delivery) => (
        <details className={styles.attempt}>
          <summary>{delivery.type}</summary>
          <pre className={styles.body}>{JSON.stringify(delivery.payload, null, 2)}</pre>
          {delivery.attempts.map((attempt) => (
            <p key={attempt.at} className="small">
              {formatMoment(attempt.at, zone)}: {attempt.status ?? attempt.error}, {attempt.durationMs} ms
              {attempt.response ? <code> {attempt.response.slice(0, 200)}</code> : null}
            </p>
          ))}
        </details>
      ),
    },
    { key: 'at', header: 'Happened', wideOnly: true, cell: ({ occurredAt }) => formatMoment(occurredAt, zone) },
    {
      key: 'state',
      header: 'State',
      cell: ({ state, nextAttemptAt }) => (
        <>
          <StatusBadge status={deliveryLabels[state].label} tone={deliveryLabels[state].tone} />
          {nextAttemptAt ? <span className="muted small"> next {formatMoment(nextAttemptAt, zone)}</span> : null}
        </>
      ),
    },
    {
      key: 'again',
      header: 'Change',
      numeric: true,
      cell: ({ eventId, type }) => (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="eventId" value={eventId} />
          <SubmitButton
            look="plain"
            size="small"
            name="do"
            value="replay"
            blocked={isActive ? null : 'It is switched off.'}
            aria-label={`Send again: ${type}`}
          >
            Send again
          </SubmitButton>
        </Form>
      ),
    },
  ]
  return (
    <Card title="What was sent" flush>
      <LogFilter
        parameter="state"
        options={Object.entries(deliveryLabels).map(([value, { label }]) => ({ value, label }))}
      />
      <DataTable
        caption="Events sent to this address, newest first; kept for 30 days"
        columns={columns}
        rows={log.deliveries}
        rowKey={({ id }) => id}
        empty={
          <EmptyState picture="sprout" title="Nothing yet">
            Send a test event to see it here.
          </EmptyState>
        }
      />
      <Pagination page={log.page} lastPage={log.lastPage} label="the log" />
    </Card>
  )
}
