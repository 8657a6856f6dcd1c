import { Form } from 'react-router'
import { Button } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { FailureContext } from '#web/ui/kit/failure-context.ts'
import { SelectField, TextField } from '#web/ui/kit/form.tsx'
import styles from './invoices.module.css'
import { PeriodLinks } from './period-links.tsx'
import type { NamedPeriod } from './recent-periods.server.ts'
import type { AccountStatementQuery } from './statement.server.ts'

/** The days and the currency of what is shown below. */
export const InvoicePeriodForm = ({
  wish,
  periods,
  failure,
}: {
  wish: AccountStatementQuery
  periods: readonly NamedPeriod[]
  failure: Failure | null
}) => (
  <Card>
    <FailureContext value={failure}>
      <Form method="get" className={styles.filters} key={JSON.stringify(wish)}>
        <TextField name="from" type="date" label="From" defaultValue={wish.from} />
        <TextField name="to" type="date" label="Until" defaultValue={wish.until} />
        <SelectField
          name="currency"
          label="Currency"
          defaultValue={wish.currency}
          data={[
            { value: 'GBX', label: 'Pounds' },
            { value: 'EUX', label: 'Euros' },
          ]}
        />
        <Button type="submit" look="quiet">
          Show
        </Button>
        <PeriodLinks periods={periods} />
      </Form>
    </FailureContext>
  </Card>
)
