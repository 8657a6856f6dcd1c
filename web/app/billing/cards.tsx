import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import type { Card as StoredCard } from '#contract/payments/payments.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import styles from '#web/app/team/team.module.css'
import { choice, id, readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import type { Session } from '#web/session/session.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { useAddress } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { AddCardForm } from './add-card-form.tsx'
import { AtTheBank } from './at-the-bank.tsx'
import { BillingTabs } from './billing-tabs.tsx'
import { type ChargeFailure, cardIn, chargeCard, noCardYet } from './charge-card.server.ts'
import { cardName, formatCardExpiry } from './labels.ts'
import { readWayBack, wayBack, wayBackLabel } from './way-back.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const chargeId = new URL(request.url).searchParams.get('charge')
  const [cards, fields, charge] = await Promise.all([
    session.api.listCards(),
    session.can('top-up-wallet') ? session.api.getCardFields() : null,
    chargeId && session.can('top-up-wallet') ? session.api.getCharge({ params: { id: readId(chargeId) } }) : null,
  ])
  return {
    cards: session.unwrap(cards).data,
    fields: fields?.ok ? fields.value.data : null,
    bankUrl: (charge?.ok && charge.value.data.redirectUrl) || null,
    attempt: crypto.randomUUID(),
    from: readWayBack(request),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const { intent } = readForm(form, { intent: choice('add', 'remove') })
  if (intent === 'add') return add(session, form)
  const params = readForm(form, { id })
  const result =
    intent === 'remove'
      ? await session.api.deleteCard({ params })
      : await session.api.updateCard({ params, body: { isDefault: true } })
  if (result.ok) {
    const { status } = result.value.data
    const name = cardName(result.value.data)
    session.flash(
      status === 'active' ? `${name} is the default now.` : `${name} is removed and can no longer be charged.`,
    )
  } else session.flash('That did not work. Your cards are as they were.', 'danger')
  return redirect(paths.cards, 303)
}

async function add(session: Session, form: FormData) {
  const refuse = (failure: ChargeFailure) => refused({ ...failure, attempt: crypto.randomUUID() })
  const card = cardIn(form)
  if (!card) return refuse(noCardYet)
  const { attempt, from: said } = readForm(form, { attempt: id, from: text })
  const from = wayBack(said)
  const charge = await chargeCard(
    session,
    { ...card, storeCard: true, amount: 0, returnUrl: paths.afterBank({ from }) },
    { attempt: `card-${attempt}`, purpose: 'card' },
  )
  if (!('id' in charge)) return refuse(charge)
  if (charge.status !== 'processed') return redirect(paths.cardsFor(from, charge.id), 303)
  session.flash('Your card is stored. Nothing was charged.')
  return redirect(from ?? paths.cards, 303)
}

export default function Cards() {
  const { cards, fields, bankUrl, attempt, from } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>() ?? null
  const [search] = useSearchParams()
  const can = useCan()
  const addressWith = useAddress()
  const leaving = cards.find(({ id }) => id === search.get('remove'))
  if (bankUrl)
    return (
      <>
        <PageHeader title="Cards" />
        <AtTheBank redirectUrl={bankUrl} back={{ to: paths.cardsFor(from), label: 'Cancel' }}>
          Confirm at your bank that the card is yours, and then you return to this page. Nothing is charged.
        </AtTheBank>
      </>
    )
  return (
    <>
      <PageHeader
        title="Cards"
        lead="Yours alone, in this team: no one else sees or charges them."
        actions={
          from ? (
            <LinkButton look="quiet" to={from}>
              {wayBackLabel(from)}
            </LinkButton>
          ) : null
        }
      />
      <BillingTabs />
      <Card title="Stored cards" flush>
        <CardTable cards={cards} />
      </Card>
      {can('top-up-wallet') ? (
        <div className="narrow">
          <AddCardForm
            fields={fields}
            attempt={failure?.attempt ?? attempt}
            stored={attempt}
            failure={failure}
            from={from}
          />
        </div>
      ) : null}
      {leaving ? (
        <ConfirmDialog
          title={`Remove ${cardName(leaving)}?`}
          confirm="Remove the card"
          fields={{ intent: 'remove', id: leaving.id }}
          closeTo={addressWith({ remove: null })}
        >
          The provider forgets it, and budgets can no longer charge it. What it paid for stays paid.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

function CardTable({ cards }: { cards: readonly StoredCard[] }) {
  const addressWith = useAddress()
  const columns: TableColumn<StoredCard>[] = [
    { key: 'card', header: 'Card', cell: (card) => <strong>{cardName(card)}</strong> },
    { key: 'expires', header: 'Expires', cell: formatCardExpiry },
    {
      key: 'state',
      header: 'State',
      cell: ({ status, isDefault }) =>
        status === 'expired' ? (
          <StatusBadge status="Expired" />
        ) : (
          <StatusBadge status={isDefault ? 'Default' : 'Active'} tone={isDefault ? 'accent' : 'success'} />
        ),
    },
    {
      key: 'change',
      header: 'Change',
      numeric: true,
      cell: (card) => (
        <span className={styles.changes}>
          {card.status === 'active' && !card.isDefault ? (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="default" />
              <input type="hidden" name="id" value={card.id} />
              <SubmitButton look="plain" size="small" busy={false} aria-label={`Make default: ${cardName(card)}`}>
                Make default
              </SubmitButton>
            </Form>
          ) : null}
          <LinkButton
            look="plain"
            size="small"
            preventScrollReset
            to={addressWith({ remove: card.id })}
            aria-label={`Remove ${cardName(card)}`}
          >
            Remove
          </LinkButton>
        </span>
      ),
    },
  ]
  return (
    <DataTable
      caption="Stored cards"
      columns={columns}
      rows={cards}
      rowKey={({ id }) => id}
      empty={
        <EmptyState picture="purse" title="No card yet">
          Store one, and topping up or paying is two presses.
        </EmptyState>
      }
    />
  )
}
