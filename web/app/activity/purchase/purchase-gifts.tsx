import { Form, Link } from 'react-router'
import { type GiftState, giftStateLabel, giftStates } from '#contract/core/status-labels.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { SelectField, TextField } from '#web/ui/kit/form.tsx'
import styles from '../activity.module.css'
import { GiftTable } from '../gift-table.tsx'
import type { PickedAnswer } from '../lists/picked.ts'
import { PickedBar, PickedOutcome, pickColumn, useMayPick } from '../lists/picked-bar.tsx'
import type { loadPurchase } from './load-purchase.server.ts'
import type { PurchaseGiftsQuery } from './purchase-gifts.server.ts'

/** The gifts of a purchase by words and state. */
export const giftsAddress = (id: string, { q, status }: PurchaseGiftsQuery): string => {
  const asked = new URLSearchParams({ ...(q && { q }), ...(status && { status }) }).toString()
  return asked ? `${paths.purchase(id)}?${asked}` : paths.purchase(id)
}

/** The gifts of a purchase, found by name or state, and what to do with those that are ticked. */
export function PurchaseGifts({
  purchase: { transaction, gifts, found, query, states, attempt },
  answer,
}: {
  purchase: Awaited<ReturnType<typeof loadPurchase>>
  answer: PickedAnswer | null
}) {
  const can = useCan()
  const mayPick = useMayPick()
  if (!can('view-huggg-status')) return <p className="panel muted">Your role does not show single gifts.</p>
  const here = giftsAddress(transaction.id, query)
  const isNarrowed = query.q !== '' || query.status !== null
  if (gifts.length === 0 && !isNarrowed) return <p className="panel muted">The gifts are being made.</p>
  return (
    <>
      <div className={`panel ${styles.giftTools}`}>
        <GiftSearch query={query} states={states.map(({ state }) => state)} key={here} />
        <PickedOutcome answer={answer} here={here} />
        {mayPick && gifts.length ? <PickedBar key={attempt} attempt={attempt} hits={gifts} total={found} /> : null}
      </div>
      {gifts.length ? (
        <GiftTable gifts={gifts} first={mayPick ? [pickColumn] : []} />
      ) : (
        <p className="panel muted">
          No gifts match your filters. <Link to={paths.purchase(transaction.id)}>Clear filters</Link>
        </p>
      )}
    </>
  )
}

/** By name or address, and by the states that gifts of the purchase are in. */
const GiftSearch = ({ query, states }: { query: PurchaseGiftsQuery; states: readonly GiftState[] }) => (
  <Form method="get" role="search" className={styles.giftSearch}>
    <TextField name="q" type="search" label="Name or address" defaultValue={query.q} />
    <SelectField
      name="status"
      label="Status"
      defaultValue={query.status ?? ''}
      data={[
        { value: '', label: 'Any' },
        ...giftStates
          .filter((state) => states.includes(state) || state === query.status)
          .map((state) => ({ value: state, label: giftStateLabel(state) })),
      ]}
    />
    <Button type="submit" look="quiet">
      Show
    </Button>
  </Form>
)
