import type { Answer } from '#contract/core/endpoint.ts'
import type { listBudgetInvoices } from '#contract/orders/invoices.ts'
import { plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { runDay } from '../run-dates.ts'

interface OpenMovementsProps {
  open: NonNullable<Answer<typeof listBudgetInvoices>['open']>
  currency: string
}

/** What is on no document yet: bought, and come back since the last credit note; and when the next ones are made. */
export const OpenMovements = ({
  open: { bought, returned, giftsReturned, lastCreditNote, nextPapers },
  currency,
}: OpenMovementsProps) => (
  <Card title="Not on a document yet">
    <Facts
      facts={[
        { name: 'Bought', value: <Money pence={bought} currency={currency} /> },
        {
          name: 'Came back',
          value: (
            <>
              <Money pence={returned} currency={currency} />
              {giftsReturned ? <span className="muted small"> of {plural(giftsReturned, 'gift')}</span> : null}
              {lastCreditNote ? (
                <span className="muted small"> since the credit note of {runDay(lastCreditNote)}</span>
              ) : null}
            </>
          ),
        },
        { name: 'Next documents', value: nextPapers ? runDay(nextPapers) : null },
      ]}
    />
  </Card>
)
