import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { Delivery } from '#contract/delivery/delivery.ts'
import type { Huggg } from '#contract/hugggs/hugggs.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { useCan, useZone } from '#web/app/shell/app-data.ts'
import { choice, readForm } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatDay, formatFull, plural } from '#web/ui/format.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { CopyButton } from '#web/ui/kit/copy-button.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Refusal } from '#web/ui/kit/refusal.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import styles from '../activity.module.css'
import { cancelWords, countCancelling, whyNotCancelled } from '../cancelling.ts'
import { useCorrectsRecipients } from '../corrects-recipients.ts'
import { deliveryLabel, paidForUndelivered } from '../delivery-labels.ts'
import { giftStatusText } from '../gift-table.tsx'
import { Held } from '../held.tsx'
import { recipientName, stateLabel } from '../labels.ts'
import { stateTone } from '../tones.ts'
import { chosenLabel, leftOverLabel, offeredLabel, offeredOptions } from './choice.ts'
import { giftActions } from './gift-actions.server.ts'
import { GiftTools } from './gift-tools.tsx'
import { RefusedCode } from './refused-code.tsx'
import { Timeline } from './timeline.tsx'

const relations = [
  'receiver',
  'purchase',
  'purchase.segments',
  'choice',
  'transaction',
  'sender',
  'reaction',
  'redemptions',
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const id = readId(params.id)
  const [found, listed, timeline, delivery, refusals] = await Promise.all([
    session.api.getHuggg({
      params: { id },
      // Opening the page shows no link: the timeline says of each look at one who took it.
      query: { embed: relations, links: 'unsent' },
    }),
    session.api.searchHugggs({ body: { query: { filters: { hugggIds: [id] }, size: 1 } } }),
    session.api.getHugggTimeline({ params: { id } }),
    session.api.getDelivery({ params: { id } }),
    session.api.listCodeRefusals({ query: { hugggId: id } }),
  ])
  const huggg = session.unwrap(found).data
  const offered = offeredOptions(huggg)
  delete huggg.embedded?.purchase?.embedded
  return {
    huggg,
    hit: listed.ok ? listed.value.data.hits[0] : undefined,
    offered,
    timeline: timeline.ok ? timeline.value.data : [],
    delivery: delivery.ok ? delivery.value.data : null,
    refusal: refusals.ok ? (refusals.value.data[0] ?? null) : null,
    attempt: crypto.randomUUID(),
    isVisit: session.isVisit,
    confirm: new URL(request.url).searchParams.get('confirm'),
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const id = readId(params.id)
  const { intent } = readForm(form, { intent: choice(...Object.keys(giftActions)) })
  const act = intent && giftActions[intent]
  if (!act) throw data(null, { status: 400 })
  const outcome = await act(session, id, form)
  if (typeof outcome === 'object' && 'link' in outcome) return data({ intent, link: outcome.link })
  if (typeof outcome !== 'string') return data({ intent, failure: outcome }, { status: outcome.status })
  session.flash(outcome)
  return redirect(paths.sentGift(id), 303)
}

export default function GiftScreen() {
  const { huggg, hit, timeline, delivery, refusal, attempt, isVisit, confirm } = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>() ?? null
  const sent = answered && 'failure' in answered ? answered : null
  const can = useCan()
  const status = giftStatusText(huggg)
  const here = paths.sentGift(huggg.id)
  const isOpen = ['Created', 'Scheduled', 'Sent', 'Claimed'].includes(status)
  const isBegun = huggg.embedded?.redemptions?.some(({ redeemed }) => redeemed)
  const mayCancel = can('cancel-hugggs') && isOpen && !isBegun && !isVisit
  const lostAs = hit?.state === 'not-delivered' ? hit.deliveryStatus : null
  const whyNot = can('cancel-hugggs') ? whyNotCancelled(status, isBegun ?? false) : null
  return (
    <>
      <PageHeader
        title={
          hit?.receiver || hit?.huggg.name_on_card
            ? `A gift for ${recipientName(hit)}`
            : `Gift ${huggg.shortcode ?? 'by link'}`
        }
        back={{ to: paths.purchase(huggg.transaction_id), label: 'The purchase' }}
        lead={hit ? <StatusBadge status={stateLabel(hit)} tone={stateTone(hit.state)} /> : null}
        actions={
          mayCancel ? (
            <LinkButton look="danger" to={`${here}?confirm=cancel`} preventScrollReset>
              Cancel this gift
            </LinkButton>
          ) : null
        }
      />
      {sent?.intent === 'cancel' ? (
        <Refusal answer={sent} title={sent.failure.message}>
          {sent.failure.help ?? 'Nothing has been changed.'}
        </Refusal>
      ) : null}
      {delivery?.held ? <Held gifts={[delivery.held]} /> : null}
      {hit && lostAs ? (
        <Notice tone="warning" title={deliveryLabel(lostAs)}>
          The gift has not reached its recipient.{' '}
          {paidForUndelivered({
            count: 1,
            pence: hit.returns,
            purchase: hit.transaction,
            returnsTo: hit.returnsTo,
            mayMend: can('cancel-hugggs'),
          })}
        </Notice>
      ) : null}
      {refusal ? <RefusedCode refusal={refusal} /> : null}
      <div className="columns">
        <div className="stack">
          <Card title="What happened">
            <Timeline entries={timeline} />
          </Card>
          <GiftTools
            huggg={huggg}
            attempt={attempt}
            sent={sent}
            isVisit={isVisit}
            lostAs={lostAs}
            unreachable={delivery?.unreachable ?? null}
          />
          {whyNot ? <p className="muted">{whyNot}</p> : null}
        </div>
        <GiftFacts
          link={answered && 'link' in answered ? answered.link : huggg.launch_url}
          failure={sent?.intent === 'link' ? sent.failure : null}
        />
      </div>
      {confirm === 'cancel' && mayCancel ? (
        <ConfirmDialog title="Cancel this gift?" confirm="Cancel the gift" fields={{ intent: 'cancel' }} closeTo={here}>
          {hit ? cancelWords(countCancelling([{ ...hit, currency: hit.transaction.currency }])) : null} This cannot be
          undone.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

/** A code that was taken is the shop's to end, and its recipient reads until when. */
const lastDayLabel = (huggg: Huggg): string =>
  giftStatusText(huggg) === 'Fetched' ? 'The shop’s, on the gift’s page' : formatDay(huggg.expiry_date, BUSINESS_ZONE)

function GiftFacts({ link, failure }: { link: string | null; failure: Failure | null }) {
  const { huggg, offered, delivery } = useLoaderData<typeof loader>()
  const zone = useZone()
  const can = useCan()
  const { embedded } = huggg
  const currency = embedded?.purchase?.currency ?? 'GBX'
  const choice = embedded?.choice
  const sentAt = delivery?.deliveryStatusUpdatedAt
  const corrects = useCorrectsRecipients()
  const mayShowLinks =
    (can('edit-huggg-status') || corrects(huggg.sender_id, embedded?.receiver?.phone_number ? 'sms' : 'email')) &&
    (link !== null || huggg.receiver_id !== null) &&
    !['Cancelled', 'Expired', 'Redeemed'].includes(giftStatusText(huggg))
  return (
    <div className="stack">
      <Card title="Details">
        <Facts
          facts={[
            { name: 'Gift', value: embedded?.purchase?.name },
            { name: 'Chosen', value: choice ? chosenLabel(choice, currency) : null },
            { name: 'Left over', value: choice ? leftOverLabel(choice, currency) : null },
            { name: 'For', value: embedded?.receiver?.name },
            { name: 'Address', value: embedded?.receiver?.email ?? embedded?.receiver?.phone_number },
            { name: 'From', value: huggg.from_name },
            { name: 'Spent', value: formatSpent(huggg) },
            { name: 'Last day', value: lastDayLabel(huggg) },
            {
              name: 'Purchase',
              value: <Link to={paths.purchase(huggg.transaction_id)}>{embedded?.transaction?.title ?? 'Show'}</Link>,
            },
            { name: 'Reason', value: embedded?.transaction?.reason_code },
          ]}
        />
        {huggg.notes ? <p className={styles.message}>“{huggg.notes}”</p> : null}
        {mayShowLinks ? <GiftLink link={link} failure={failure} /> : null}
      </Card>
      {offered.length ? (
        <Card title="They may choose from">
          <Facts facts={offered.map((each) => ({ name: each.name, value: offeredLabel(each, currency) }))} />
        </Card>
      ) : null}
      {delivery?.messages.length ? (
        <Card title="Delivery">
          <Facts
            facts={[
              { name: 'Now', value: deliveryLabel(delivery.deliveryStatus) },
              { name: 'Since', value: sentAt ? formatFull(sentAt, zone) : null },
              { name: 'Messages', value: messagesIn(delivery.messages) },
            ]}
          />
          <ul className={styles.messages}>
            {delivery.messages.filter(isNotCancelled).map((message) => (
              <li key={message.id}>
                <span>{messageTitle(message)}</span>
                <span className="muted small">
                  <time dateTime={message.sentAt ?? message.createdAt}>
                    {formatFull(message.sentAt ?? message.createdAt, zone)}
                  </time>{' '}
                  · {deliveryLabel(`${message.channel}-${message.status}`)}
                </span>
              </li>
            ))}
          </ul>
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

/** Opened by its link, a gift is taken for its recipient's: so the link of one that was sent is shown on a press, and noted. */
function GiftLink({ link, failure }: { link: string | null; failure: Failure | null }) {
  if (link === null)
    return (
      <ActionForm failure={failure}>
        <input type="hidden" name="intent" value="link" />
        <div>
          <SubmitButton look="quiet">Show its link</SubmitButton>
        </div>
      </ActionForm>
    )
  return (
    <div className="row">
      <code className={styles.link}>{link}</code>
      <CopyButton text={link} label="Copy its link">
        Copy its link
      </CopyButton>
    </div>
  )
}

/** What tills took of a gift that is spent in parts, and what is left. */
function formatSpent({ balance, embedded }: Huggg): string | null {
  const standing = (embedded?.redemptions ?? []).filter(({ redeemed }) => redeemed)
  const [first] = standing
  if (!first) return null
  const spent = standing.reduce((sum, { amount }) => sum + amount, 0)
  return balance > 0
    ? `${formatMoney(spent, first.currency)}, ${formatMoney(balance, first.currency)} left`
    : formatMoney(spent, first.currency)
}

type Message = Delivery['messages'][number]

const isNotCancelled = ({ status }: Message): boolean => status !== 'cancelled'

/** What was sent, and to which address or number: a corrected one stands beside the one before. */
function messageTitle({ kind, channel, to }: Message): string {
  const what = kind === 'reminder' ? 'Reminder' : channel === 'sms' ? 'Text' : 'Email'
  return to ? `${what} to ${to}` : what
}

/** How many times the gift was sent, and its recipient reminded of it. */
function messagesIn(messages: readonly Message[]): string {
  const left = messages.filter(isNotCancelled)
  const reminders = left.filter(({ kind }) => kind === 'reminder').length
  const sent = plural(left.length - reminders, 'message')
  return reminders ? `${sent} and ${plural(reminders, 'reminder')}` : sent
}
