import { Form } from 'react-router'
import { formatMoney } from '#kit/money.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { SelectField, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import type { Shareable } from './load-shareable.server.ts'
import styles from './shareable.module.css'

/** Says to the penny what comes back, before anything ends. */
export function EndQuestion({ shared, asksToEnd }: Shareable) {
  const can = useCan()
  if (!asksToEnd || shared.ended_at || !can('cancel-hugggs')) return null
  const { refundable, currency } = shared
  return (
    <ConfirmDialog
      title="End this shareable gift?"
      confirm="End it now"
      fields={{ intent: 'end', refund: String(refundable), currency }}
      closeTo={paths.shareable(shared.id)}
    >
      No one can claim from now on, and every unclaimed gift is cancelled.{' '}
      <strong>{formatMoney(refundable, currency)}</strong> is returned to where it was paid from. Gifts that were
      claimed stay as they are. This cannot be undone.
    </ConfirmDialog>
  )
}

/** Asks how many there shall be; the price follows before anything is bought. */
export function RaiseCard({ shared, payers, wish, attempt }: Shareable) {
  if (payers.length === 0) return null
  return (
    <Card title="More gifts for this link">
      {wish?.problem ? (
        <Notice tone="danger" role="alert" title="These gifts cannot be bought">
          {wish.problem} No money has moved.
        </Notice>
      ) : null}
      <Form method="get" className={styles.raise} preventScrollReset>
        <input type="hidden" name="attempt" value={attempt} />
        <TextField
          name="limit"
          type="number"
          label="Total gifts"
          description={`${shared.limit} are bought so far. You see the price first.`}
          min={shared.limit + 1}
          max={10_000}
          required
          defaultValue={wish ? String(wish.limit) : ''}
        />
        <SelectField name="payer" label="Pay" data={payers} defaultValue={wish?.payer ?? payers[0]!.value} />
        <div>
          <SubmitButton look="quiet">See the price</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}

/** Says today's price before more gifts are bought. */
export function RaiseQuestion({ shared, wish }: Shareable) {
  if (!wish?.quote || wish.problem) return null
  const { quantity, total, perItem, currency } = wish.quote
  const money = (pence: number) => formatMoney(pence, currency)
  return (
    <ConfirmDialog
      title={`Buy ${plural(quantity, 'more gift', 'more gifts')} for ${money(total)}?`}
      confirm={`Pay ${money(total)}`}
      fields={{
        intent: 'raise',
        limit: String(wish.limit),
        payer: wish.payer,
        attempt: wish.attempt,
        total: String(total),
      }}
      closeTo={paths.shareable(shared.id)}
      danger={false}
    >
      {money(perItem.total)} each at today’s price, fees and VAT included. The same link then gives out{' '}
      {plural(wish.limit, 'gift')} in total.
    </ConfirmDialog>
  )
}
