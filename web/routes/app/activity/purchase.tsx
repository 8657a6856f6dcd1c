import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { Facts } from '../../../features/activity/facts.tsx'
import { GiftTable } from '../../../features/activity/gift-table.tsx'
import { loadPurchase } from '../../../features/activity/load-purchase.server.ts'
import { purchaseActions } from '../../../features/activity/purchase-actions.server.ts'
import { PurchaseTools } from '../../../features/activity/purchase-tools.tsx'
import { StatusCounts } from '../../../features/activity/status-counts.tsx'
import { Undelivered } from '../../../features/activity/undelivered.tsx'
import { methodWord } from '../../../features/activity/words.ts'
import { useCan, useZone } from '../../../features/shell/app-data.ts'
import { idOf } from '../../../http/id-of.ts'
import { sessionOf } from '../../../session/middleware.ts'
import { formatFull, plural } from '../../../ui/format.ts'
import { LinkButton } from '../../../ui/kit/button.tsx'
import { Card } from '../../../ui/kit/card.tsx'
import { ConfirmDialog } from '../../../ui/kit/confirm-dialog.tsx'
import { Money } from '../../../ui/kit/money.tsx'
import { Notice } from '../../../ui/kit/notice.tsx'
import { PageHeader } from '../../../ui/kit/page-header.tsx'
import { Pagination } from '../../../ui/kit/pagination.tsx'
import { usePolling } from '../../../ui/use-polling.ts'

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadPurchase(sessionOf(context), params.id, new URL(request.url))

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = sessionOf(context)
  const form = await request.formData()
  const id = idOf(params.id)
  const intent = String(form.get('intent'))
  const act = purchaseActions[intent]
  if (!act) throw data(null, { status: 400 })
  const outcome = await act(session, id, form)
  if (typeof outcome !== 'string') return data({ intent, failure: outcome }, { status: outcome.status })
  session.flash(outcome)
  return redirect(`/activity/${id}`, 303)
}

const paidWith = { walletCommitment: 'From a wallet', charge: 'By card', invoice: 'By invoice' }
const OPEN = ['Created', 'Scheduled', 'Sent', 'Claimed']

export default function PurchaseScreen() {
  const purchase = useLoaderData<typeof loader>()
  const { transaction, productName, counts, gifts, page, lastPage, confirm } = purchase
  const sent = useActionData<typeof action>() ?? null
  const can = useCan()
  const here = `/activity/${transaction.id}`
  const countOf = (names: readonly string[]) =>
    counts.filter(({ name }) => names.includes(name)).reduce((sum, { count }) => sum + count, 0)
  const open = countOf(OPEN)
  usePolling(transaction.processing !== null)
  return (
    <>
      <PageHeader
        title={transaction.title ?? (productName || 'Purchase')}
        back={{ to: '/activity', label: 'Activity' }}
        actions={
          <>
            {can(['view-team-transactions', 'purchase-hugggs']) ? (
              <LinkButton look="quiet" to={`${here}/papers`}>
                Receipt
              </LinkButton>
            ) : null}
            {can('view-huggg-status') && gifts.length ? (
              <LinkButton look="quiet" to={`${here}/links.csv`} reloadDocument download>
                Links as CSV
              </LinkButton>
            ) : null}
            {can('edit-huggg-status') && countOf(['Created']) > 0 ? (
              <LinkButton look="quiet" to={`${here}?confirm=sent`} preventScrollReset>
                Mark as handed out
              </LinkButton>
            ) : null}
            {can('cancel-hugggs') && open > 0 ? (
              <LinkButton look="danger" to={`${here}?confirm=cancel`} preventScrollReset>
                Cancel all
              </LinkButton>
            ) : null}
          </>
        }
      />
      {sent && ['cancel', 'sent'].includes(sent.intent) ? (
        <Notice tone="danger" role="alert" title={sent.failure.message}>
          {sent.failure.help ?? 'Nothing has been changed.'}
        </Notice>
      ) : null}
      {transaction.processing ? (
        <Notice role="status">
          {transaction.created_quantity} of {plural(transaction.sale_quantity, 'gift')} made so far. This page follows.
        </Notice>
      ) : null}
      <Undelivered {...purchase.undelivered} />
      <div className="columns">
        <div className="stack">
          <Card title="Gifts" action={<StatusCounts counts={counts} />} flush>
            {gifts.length ? (
              <GiftTable gifts={gifts} />
            ) : (
              <p className="panel muted">
                {can('view-huggg-status') ? 'The gifts are being made.' : 'Your role does not show single gifts.'}
              </p>
            )}
            <Pagination page={page} lastPage={lastPage} label="gifts" />
          </Card>
          <PurchaseTools {...purchase} scheduled={countOf(['Scheduled'])} open={open} sent={sent} />
        </div>
        <PurchaseFacts purchase={purchase} />
      </div>
      <Questions asked={confirm} here={here} open={open} />
    </>
  )
}

/** What is asked before something that cannot be taken back. */
function Questions({ asked, here, open }: { asked: string | null; here: string; open: number }) {
  const can = useCan()
  return (
    <>
      {asked === 'cancel' && can('cancel-hugggs') ? (
        <ConfirmDialog
          title="Cancel every gift that has not been used?"
          confirm={`Cancel ${plural(open, 'gift')}`}
          fields={{ intent: 'cancel' }}
          closeTo={here}
        >
          Their links stop working at once, and their price and fees come back. What has been used stays as it is. This
          cannot be undone.
        </ConfirmDialog>
      ) : null}
      {asked === 'sent' && can('edit-huggg-status') ? (
        <ConfirmDialog
          title="Mark the gifts as handed out?"
          confirm="Mark as handed out"
          fields={{ intent: 'sent' }}
          closeTo={here}
          danger={false}
        >
          Do this when you have given the links to people yourself. Nobody gets a message, and no money moves.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

function PurchaseFacts({
  purchase: { transaction, productName, sender },
}: {
  purchase: Awaited<ReturnType<typeof loadPurchase>>
}) {
  const zone = useZone()
  const { currency, sale_per_item, sale_quantity, fee_total, sale_vat, sale_total, send_date } = transaction
  const money = (pence: number) => <Money pence={pence} currency={currency} />
  return (
    <div className="stack">
      <Card title="Money">
        <Facts
          facts={[
            { name: plural(sale_quantity, 'gift'), value: <>{money(sale_per_item)} each</> },
            { name: 'Handling fees', value: money(fee_total) },
            { name: 'VAT in all', value: money(sale_vat) },
            { name: 'Total', value: <strong>{money(sale_total)}</strong> },
            { name: 'Paid', value: paidWith[transaction.payment_method] },
          ]}
        />
      </Card>
      <Card title="Details">
        <Facts
          facts={[
            { name: 'Gift', value: productName },
            { name: 'Delivery', value: methodWord(transaction.delivery_method) },
            { name: 'Bought by', value: sender },
            { name: 'Bought', value: formatFull(transaction.created_at, zone) },
            { name: 'To be sent', value: send_date ? formatFull(send_date, zone) : null },
            { name: 'From', value: transaction.from_name },
            { name: 'Reason', value: transaction.reason_code },
            { name: 'Purchase order', value: transaction.purchase_order_number },
            { name: 'Message', value: transaction.message },
          ]}
        />
      </Card>
    </div>
  )
}
