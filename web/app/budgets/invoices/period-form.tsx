import type { Invoice } from '#contract/orders/invoices.ts'
import invoicesStyles from '#web/app/invoices/invoices.module.css'
import { monthLabel } from '#web/app/invoices/labels.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, TextAreaField } from '#web/ui/kit/form.tsx'
import { useAddress } from '#web/ui/kit/pagination.tsx'

/** Publishes a month's papers, or takes that back, and keeps a note on it. */
export function BudgetPeriodForm({ period, failure }: { period: Invoice; failure: Failure | undefined }) {
  const addressWith = useAddress()
  const name = monthLabel(period.period ?? '')
  const { published } = period
  return (
    <Card title={published ? name : `Publish ${name}`} id="publish">
      <ActionForm failure={failure} key={period.id}>
        <input type="hidden" name="invoiceId" value={period.id} />
        <p className="muted">
          {published
            ? 'Everyone who may see this budget sees these documents.'
            : period.underWay
              ? 'Everyone who may see this budget will see these documents, and those that follow this month. You can unpublish them later.'
              : 'Everyone who may see this budget will see these documents, and they do not change. You can unpublish them later.'}
        </p>
        <TextAreaField
          name="notes"
          label="Note"
          description="Shown beside the documents, not printed on them."
          defaultValue={period.notes ?? ''}
          maxLength={2000}
          rows={2}
          grows
        />
        <div className={invoicesStyles.buttons}>
          <SubmitButton name="published" value="true">
            {published ? 'Save the note' : 'Publish'}
          </SubmitButton>
          <SubmitButton look="quiet" name="published" value="false">
            {published ? 'Unpublish' : 'Only save the note'}
          </SubmitButton>
          <LinkButton look="plain" to={addressWith({ invoice: null })} preventScrollReset>
            Cancel
          </LinkButton>
        </div>
      </ActionForm>
    </Card>
  )
}
