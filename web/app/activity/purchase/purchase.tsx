import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { seesPurchases, seesShareables } from '#contract/core/permissions.ts'
import type { Transaction } from '#contract/orders/transactions.ts'
import type { TransactionHit } from '#contract/search/search.ts'
import { useCan, useZone } from '#web/app/shell/app-data.ts'
import { webContext } from '#web/context.ts'
import { choice, readForm } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatFull, plural } from '#web/ui/format.ts'
import { Button, LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { Refusal } from '#web/ui/kit/refusal.tsx'
import { usePolling } from '#web/ui/use-polling.ts'
import styles from '../activity.module.css'
import { cancelWords, countCancelling } from '../cancelling.ts'
import { Held } from '../held.tsx'
import { methodLabel, recipientName } from '../labels.ts'
import { actOnPicked } from '../lists/picked.server.ts'
import { pickedActions } from '../lists/picked.ts'
import { purchaseActions } from '../purchase-actions.server.ts'
import { StatusCounts } from '../status-counts.tsx'
import { loadPurchase } from './load-purchase.server.ts'
import { readPurchaseGifts } from './purchase-gifts.server.ts'
import { giftsAddress, PurchaseGifts } from './purchase-gifts.tsx'
import { PurchaseTools } from './purchase-tools.tsx'
import { sendAgain } from './send-again.server.ts'
import { Undelivered } from './undelivered.tsx'

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadPurchase(getSession(context), context.get(webContext), { given: params.id, url: new URL(request.url) })

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const id = readId(params.id)
  const { intent, do: picked } = readForm(form, {
    intent: choice('again', ...Object.keys(purchaseActions)),
    do: choice(...pickedActions),
  })
  if (picked) {
    const { query, search } = readPurchaseGifts(new URL(request.url), id)
    const answer = await actOnPicked(session, { action: picked, form, search })
    return 'tone' in answer ? session.redirect(giftsAddress(id, query), answer.text, answer.tone) : answer
  }
  if (intent === 'again') {
    const draft = await sendAgain(session, id)
    if (!('path' in draft)) return data({ intent, failure: draft }, { status: draft.status })
    session.flash(draft.told)
    return redirect(draft.path, 303)
  }
  const act = intent && purchaseActions[intent]
  if (!act) throw data(null, { status: 400 })
  const outcome = await act(session, id, form)
  if (typeof outcome !== 'string') return data({ intent, failure: outcome }, { status: outcome.status })
  session.flash(outcome)
  return redirect(paths.purchase(id), 303)
}

const paidWith = ({ payment_method, embedded }: Transaction, payBy: string | null): string => {
  if (payment_method === 'charge') return 'By card'
  if (payBy) return `By invoice, to pay by ${payBy}`
  return `From ${embedded?.wallet?.name ?? 'a wallet'}`
}
const OPEN = ['Created', 'Scheduled', 'Sent', 'Claimed']

export default function PurchaseScreen() {
  const purchase = useLoaderData<typeof loader>()
  const { transaction, productName, counts, states, returnsTo, gifts, page, lastPage, confirm } = purchase
  const answered = useActionData<typeof action>() ?? null
  const sent = answered && 'failure' in answered ? answered : null
  const can = useCan()
  const here = paths.purchase(transaction.id)
  const shareableId = transaction.super_url_id
  const sumCounts = (names: readonly string[]) =>
    counts.filter(({ name }) => names.includes(name)).reduce((sum, { count }) => sum + count, 0)
  const open = sumCounts(OPEN)
  const cancellable = countCancelling(
    states.map((each) => ({ ...each, returnsTo, currency: transaction.currency })),
  ).count
  const scheduled = sumCounts(['Scheduled'])
  usePolling(transaction.processing !== null)
  return (
    <>
      <PageHeader
        title={transaction.title ?? (productName || 'Purchase')}
        back={{ to: paths.purchases, label: 'Activity' }}
        actions={
          <>
            {shareableId && can('use-superhuggg') ? (
              <LinkButton to={paths.shareable(shareableId)}>Share the link</LinkButton>
            ) : shareableId && can(seesShareables) ? (
              <LinkButton look="quiet" to={paths.shareable(shareableId)}>
                Who has claimed
              </LinkButton>
            ) : null}
            {transaction.delivery_method === 'printable' && can('purchase-hugggs') && !transaction.processing ? (
              <LinkButton to={paths.purchaseCards(transaction.id)}>Print the cards</LinkButton>
            ) : null}
            {can(seesPurchases) ? (
              <LinkButton look="quiet" to={paths.purchaseDocuments(transaction.id)}>
                {purchase.payBy ? 'Invoice' : 'Receipt'}
              </LinkButton>
            ) : null}
            {!shareableId && purchase.mayTakeLinks ? (
              <LinkButton look="quiet" to={paths.purchaseLinks(transaction.id)} reloadDocument download>
                Links as CSV
              </LinkButton>
            ) : null}
            {can('purchase-hugggs') && !transaction.processing ? (
              <Form method="post">
                <Button type="submit" look="quiet" name="intent" value="again">
                  Send this again
                </Button>
              </Form>
            ) : null}
            {can('purchase-hugggs') && ['email', 'sms'].includes(transaction.delivery_method ?? '') ? (
              <LinkButton look="quiet" to={paths.groupsFrom(transaction.id)}>
                Keep its people as a group
              </LinkButton>
            ) : null}
            {can('edit-huggg-status') && sumCounts(['Created']) > 0 && !shareableId ? (
              <LinkButton look="quiet" to={`${here}?confirm=sent`} preventScrollReset>
                Mark as sent
              </LinkButton>
            ) : null}
            {can('edit-huggg-status') && scheduled > 0 ? (
              <LinkButton look="quiet" to={`${here}?confirm=now`} preventScrollReset>
                Send now
              </LinkButton>
            ) : null}
            {can('send-email') && transaction.delivery_method === 'email' && sumCounts(['Sent']) > 0 ? (
              <LinkButton look="quiet" to={`${here}?confirm=remind`} preventScrollReset>
                Remind
              </LinkButton>
            ) : null}
            {can('cancel-hugggs') && cancellable > 0 ? (
              <LinkButton look="danger" to={`${here}?confirm=cancel`} preventScrollReset>
                Cancel all
              </LinkButton>
            ) : null}
          </>
        }
      />
      {sent && ['cancel', 'sent', 'remind', 'now', 'again'].includes(sent.intent) ? (
        <Refusal answer={sent} title={sent.failure.message}>
          {sent.failure.help ?? 'Nothing has been changed.'}
        </Refusal>
      ) : null}
      {transaction.processing ? (
        <Notice role="status">
          {transaction.created_quantity < transaction.sale_quantity
            ? `${transaction.created_quantity} of ${plural(transaction.sale_quantity, 'gift')} made so far. This page follows.`
            : 'All gifts are made; the last messages are leaving. This page follows.'}
        </Notice>
      ) : null}
      {transaction.status === 'failed' ? (
        <Notice tone="danger" title="This purchase failed">
          None of its gifts could be given, so each was cancelled. What they cost has been returned, or taken off the
          invoice.
        </Notice>
      ) : null}
      <Held gifts={purchase.held} names={new Map(gifts.map((gift) => [gift.huggg.id, recipientName(gift)]))} />
      <Undelivered
        {...purchase.undelivered}
        pence={states.find(({ state }) => state === 'not-delivered')?.returns ?? 0}
        returnsTo={returnsTo}
        purchase={transaction}
      />
      <div className={`columns ${styles.purchase}`}>
        <div className="stack">
          <Card title="Gifts" action={<StatusCounts counts={states} />} flush>
            <PurchaseGifts purchase={purchase} answer={answered && !('failure' in answered) ? answered : null} />
            <Pagination page={page} lastPage={lastPage} label="gifts" />
          </Card>
          <PurchaseTools
            {...purchase}
            {...{ scheduled, open, sent }}
            isUnsent={sumCounts(['Created', 'Scheduled', 'Cancelled']) === sumCounts(counts.map(({ name }) => name))}
          />
        </div>
        <PurchaseFacts purchase={purchase} />
      </div>
      <Questions
        states={states}
        returnsTo={returnsTo}
        asked={confirm}
        here={here}
        unopened={sumCounts(['Sent'])}
        mailedLately={purchase.mailedLately}
        scheduled={scheduled}
        attempt={purchase.attempt}
        currency={transaction.currency}
      />
    </>
  )
}

interface QuestionsProps {
  states: TransactionHit['states']
  returnsTo: TransactionHit['returnsTo']
  asked: string | null
  here: string
  unopened: number
  /** Of those, whom an email reached within a day. */
  mailedLately: number
  scheduled: number
  attempt: string
  currency: string
}

/** What is asked before something that cannot be taken back. */
function Questions({
  states,
  returnsTo,
  asked,
  here,
  unopened,
  mailedLately,
  scheduled,
  attempt,
  currency,
}: QuestionsProps) {
  const can = useCan()
  const cancelling = countCancelling(states.map((each) => ({ ...each, returnsTo, currency })))
  return (
    <>
      {asked === 'cancel' && can('cancel-hugggs') ? (
        <ConfirmDialog
          title="Cancel every gift that has not been used?"
          confirm={`Cancel ${plural(cancelling.count, 'gift')}`}
          fields={{ intent: 'cancel', currency }}
          closeTo={here}
        >
          {cancelWords(cancelling)} What has been used stays as it is. This cannot be undone.
        </ConfirmDialog>
      ) : null}
      {asked === 'remind' && can('send-email') && unopened <= mailedLately ? (
        <Notice role="status" title="No one can be reminded yet">
          Everyone who has not opened their gift had an email about it in the last 24 hours.
        </Notice>
      ) : asked === 'remind' && can('send-email') ? (
        <ConfirmDialog
          title={`Remind ${plural(unopened - mailedLately, 'person who has', 'people who have')} not opened their gift?`}
          confirm="Send reminders"
          fields={{ intent: 'remind', attempt }}
          closeTo={here}
          danger={false}
        >
          They get one email with the link to their gift.{' '}
          {mailedLately > 0
            ? `${plural(mailedLately, 'more person', 'more people')} had an email about theirs in the last 24 hours, and ${mailedLately === 1 ? 'gets' : 'get'} none. `
            : ''}
          No one gets a second one within 24 hours, and people who have stopped reminders get none.
        </ConfirmDialog>
      ) : null}
      {asked === 'now' && can('edit-huggg-status') && scheduled > 0 ? (
        <ConfirmDialog
          title={`Send ${plural(scheduled, 'gift')} now?`}
          confirm="Send now"
          fields={{ intent: 'now', attempt }}
          closeTo={here}
          danger={false}
        >
          They go out at once instead of at their time. No more money moves.
        </ConfirmDialog>
      ) : null}
      {asked === 'sent' && can('edit-huggg-status') ? (
        <ConfirmDialog
          title="Mark the gifts as sent?"
          confirm="Mark as sent"
          fields={{ intent: 'sent' }}
          closeTo={here}
          danger={false}
        >
          Do this when you have given the links to people yourself. No one gets a message, and no money moves.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

function PurchaseFacts({
  purchase: { transaction, productName, sender, payBy },
}: {
  purchase: Awaited<ReturnType<typeof loadPurchase>>
}) {
  const zone = useZone()
  const { currency, sale_per_item, sale_quantity, fee_total, text_total, sale_vat, sale_total } = transaction
  const { refunded_total, send_date } = transaction
  const gifts = sale_per_item * sale_quantity
  const money = (pence: number) => <Money pence={pence} currency={currency} />
  return (
    <div className="stack">
      <Card title="Money">
        <Facts
          facts={[
            {
              name: (
                <>
                  {plural(sale_quantity, 'gift')} at {money(sale_per_item)}
                </>
              ),
              value: money(gifts),
            },
            { name: 'Handling fees', value: money(fee_total - text_total) },
            { name: plural(sale_quantity, 'text'), value: text_total > 0 ? money(text_total) : null },
            {
              name: text_total > 0 ? 'VAT on fees and texts' : 'VAT on fees',
              value: money(sale_total - gifts - fee_total),
            },
            { name: 'Total', value: <strong>{money(sale_total)}</strong> },
            { name: 'VAT included in the total', value: money(sale_vat) },
            { name: 'Returned', value: refunded_total > 0 ? money(refunded_total) : null },
            {
              name: 'Kept',
              value: refunded_total > 0 ? <strong>{money(sale_total - refunded_total)}</strong> : null,
            },
            { name: payBy ? 'Payment' : 'Paid', value: paidWith(transaction, payBy) },
          ]}
        />
      </Card>
      <Card title="Details">
        <Facts
          facts={[
            { name: 'Gift', value: productName },
            { name: 'Delivery', value: methodLabel(transaction.delivery_method) },
            { name: 'Bought by', value: sender },
            { name: 'Bought', value: formatFull(transaction.created_at, zone) },
            { name: 'To be sent', value: send_date ? formatFull(send_date, zone) : null },
            { name: 'From', value: transaction.from_name },
            { name: 'Reason', value: transaction.reason_code },
            { name: 'Purchase order', value: transaction.purchase_order_number },
            { name: 'Tags', value: transaction.tags.length ? <Tags tags={transaction.tags} /> : null },
            { name: 'For adults', value: transaction.over18_confirmed ? 'Confirmed when it was bought' : null },
            { name: 'Message', value: transaction.message },
          ]}
        />
      </Card>
    </div>
  )
}

/** Each leads to every purchase that has it. */
const Tags = ({ tags }: { tags: readonly string[] }) =>
  tags.map((tag, index) => (
    <span key={tag}>
      {index > 0 ? ', ' : ''}
      <Link to={paths.purchasesTagged(tag)}>{tag}</Link>
    </span>
  ))
