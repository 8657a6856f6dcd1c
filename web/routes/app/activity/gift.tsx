import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { isPass } from '#client/result.ts'
import styles from '../../../features/activity/activity.module.css'
import { Facts } from '../../../features/activity/facts.tsx'
import { giftActions } from '../../../features/activity/gift-actions.server.ts'
import { receiverName, statusOf } from '../../../features/activity/gift-table.tsx'
import { GiftTools } from '../../../features/activity/gift-tools.tsx'
import { Timeline } from '../../../features/activity/timeline.tsx'
import { toneOf } from '../../../features/activity/tones.ts'
import { deliveryWord, hasFailed, statusWord } from '../../../features/activity/words.ts'
import { CopyButton } from '../../../features/send/copy-button.tsx'
import { useCan, useZone } from '../../../features/shell/app-data.ts'
import { idOf } from '../../../http/id-of.ts'
import { sessionOf } from '../../../session/middleware.ts'
import { formatDay, formatFull, plural } from '../../../ui/format.ts'
import { LinkButton } from '../../../ui/kit/button.tsx'
import { Card } from '../../../ui/kit/card.tsx'
import { ConfirmDialog } from '../../../ui/kit/confirm-dialog.tsx'
import { Notice } from '../../../ui/kit/notice.tsx'
import { PageHeader } from '../../../ui/kit/page-header.tsx'
import { StatusBadge } from '../../../ui/kit/status-badge.tsx'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  const id = idOf(params.id)
  const [found, timeline, delivery] = await Promise.all([
    session.api.getHuggg({
      params: { id },
      query: { embed: ['receiver', 'purchase', 'transaction', 'sender', 'reaction'] },
    }),
    session.api.getHugggTimeline({ params: { id } }),
    session.api.getDelivery({ params: { id } }),
  ])
  return {
    huggg: session.unwrap(found).data,
    timeline: isPass(timeline) ? timeline.pass.data : [],
    delivery: isPass(delivery) ? delivery.pass.data : null,
    attempt: crypto.randomUUID(),
    confirm: new URL(request.url).searchParams.get('confirm'),
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = sessionOf(context)
  const form = await request.formData()
  const id = idOf(params.id)
  const intent = String(form.get('intent'))
  const act = giftActions[intent]
  if (!act) throw data(null, { status: 400 })
  const outcome = await act(session, id, form)
  if (typeof outcome !== 'string') return data({ intent, failure: outcome }, { status: outcome.status })
  session.flash(outcome)
  return redirect(`/activity/gifts/${id}`, 303)
}

export default function GiftScreen() {
  const { huggg, timeline, delivery, attempt, confirm } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>() ?? null
  const can = useCan()
  const status = statusOf(huggg)
  const here = `/activity/gifts/${huggg.id}`
  const isOpen = ['Created', 'Scheduled', 'Sent', 'Claimed'].includes(status)
  return (
    <>
      <PageHeader
        title={huggg.embedded?.receiver ? `A gift for ${receiverName(huggg)}` : `Gift ${huggg.shortcode}`}
        back={{ to: `/activity/${huggg.transaction_id}`, label: 'The purchase' }}
        lead={<StatusBadge status={statusWord(status)} tone={toneOf(status)} />}
        actions={
          can('cancel-hugggs') && isOpen ? (
            <LinkButton look="danger" to={`${here}?confirm=cancel`} preventScrollReset>
              Cancel this gift
            </LinkButton>
          ) : null
        }
      />
      {sent?.intent === 'cancel' ? (
        <Notice tone="danger" role="alert" title={sent.failure.message}>
          {sent.failure.help ?? 'Nothing has been changed.'}
        </Notice>
      ) : null}
      {delivery && hasFailed(delivery.deliveryStatus) && isOpen ? (
        <Notice tone="warning" title={deliveryWord(delivery.deliveryStatus)}>
          The gift has not reached its recipient. Correct the address, and it goes out again. No money has moved.
        </Notice>
      ) : null}
      <div className="columns">
        <div className="stack">
          <Card title="What happened">
            <Timeline entries={timeline} />
          </Card>
          <GiftTools huggg={huggg} attempt={attempt} sent={sent} />
        </div>
        <GiftFacts />
      </div>
      {confirm === 'cancel' && can('cancel-hugggs') && isOpen ? (
        <ConfirmDialog title="Cancel this gift?" confirm="Cancel the gift" fields={{ intent: 'cancel' }} closeTo={here}>
          Its link stops working at once, and its price and fee come back to the wallet. This cannot be undone.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

function GiftFacts() {
  const { huggg, delivery } = useLoaderData<typeof loader>()
  const zone = useZone()
  const can = useCan()
  const { embedded } = huggg
  const sentAt = delivery?.deliveryStatusUpdatedAt
  const mayHandOut = can('edit-huggg-status') && !['Cancelled', 'Expired', 'Redeemed'].includes(statusOf(huggg))
  return (
    <div className="stack">
      <Card title="Details">
        <Facts
          facts={[
            { name: 'Gift', value: embedded?.purchase?.name },
            { name: 'For', value: embedded?.receiver?.name },
            { name: 'Address', value: embedded?.receiver?.email ?? embedded?.receiver?.phone_number },
            { name: 'From', value: huggg.from_name },
            { name: 'Last day', value: formatDay(huggg.expiry_date, 'Europe/London') },
            {
              name: 'Purchase',
              value: <Link to={`/activity/${huggg.transaction_id}`}>{embedded?.transaction?.title ?? 'Show'}</Link>,
            },
            { name: 'Reason', value: embedded?.transaction?.reason_code },
          ]}
        />
        {huggg.notes ? <p className={styles.message}>“{huggg.notes}”</p> : null}
        {mayHandOut ? (
          <div className="row">
            <CopyButton text={huggg.launch_url} label="Copy its link">
              Copy its link
            </CopyButton>
          </div>
        ) : null}
      </Card>
      {delivery?.messages.length ? (
        <Card title="Delivery">
          <Facts
            facts={[
              { name: 'Now', value: deliveryWord(delivery.deliveryStatus) },
              { name: 'Since', value: sentAt ? formatFull(sentAt, zone) : null },
              { name: 'Emails', value: plural(delivery.messages.length, 'email') },
            ]}
          />
        </Card>
      ) : null}
      {embedded?.reaction ? (
        <Card title="They said">
          <p>
            {embedded.reaction.emoji} {embedded.reaction.message ? `“${embedded.reaction.message}”` : ''}
          </p>
        </Card>
      ) : null}
    </div>
  )
}
