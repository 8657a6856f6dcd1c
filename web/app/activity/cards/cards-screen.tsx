import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable } from '#web/ui/kit/data-table.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, TextAreaField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { LIST_FILES } from '#web/ui/wizard/rows.ts'
import wizard from '#web/ui/wizard/wizard.module.css'
import type { Proof } from './card-actions.server.ts'
import { Design } from './design.tsx'
import type { Cards } from './load-cards.server.ts'
import { flawsIn, printableNamesCsv } from './names.ts'
import { Print } from './print.tsx'
import { Flaws } from './problems.tsx'

/** As many are listed; all of them are in the field. */
const CARDS_SHOWN = 100

interface CardsScreenProps extends Cards {
  sent: { intent: string; failure: Failure | null; proof: Proof | null } | null
}

/** What the cards say, whom they are for, and their PDF. */
export function CardsScreen({ sent, ...cards }: CardsScreenProps) {
  const { transaction, title, printable, isSaved } = cards
  const intentFailure = (intent: string) => (sent?.intent === intent ? sent.failure : null)
  return (
    <>
      <PageHeader
        title="Print the cards"
        lead={`${plural(transaction.sale_quantity, 'card')}, ${title}`}
        back={{ to: paths.purchase(transaction.id), label: 'The purchase' }}
      />
      <div className="columns">
        <div className="stack">
          <Design key={`${cards.template.id} ${printable?.version}`} {...cards} failure={intentFailure('design')} />
          {printable && isSaved ? <Names {...cards} printable={printable} failure={intentFailure('names')} /> : null}
        </div>
        <div className="stack">
          {printable && isSaved ? (
            <Print
              {...cards}
              printable={printable}
              proof={sent?.proof ?? null}
              failure={intentFailure('print') ?? intentFailure('proof')}
            />
          ) : (
            <Card title="Next">
              <p className="muted">Save how the cards look. Then add a name to each card, check a proof and print.</p>
            </Card>
          )}
        </div>
      </div>
    </>
  )
}

interface NamesProps extends Cards {
  printable: NonNullable<Cards['printable']>
  failure: Failure | null
}

/** One line for each card, in order. */
function Names({ transaction, template, receivers, printable, failure }: NamesProps) {
  const fields = template.dynamicRecipientData
  const count = transaction.sale_quantity
  const list = printableNamesCsv(receivers, fields)
  return (
    <Card title="Who each card is for" flush>
      <ActionForm
        key={`${printable.version} ${failure ? 'refused' : ''}`}
        className="panel"
        encType="multipart/form-data"
        preventScrollReset
      >
        {failure ? <Flaws title="The list was not saved" flaws={flawsIn(failure.fields)} failure={failure} /> : null}
        <TextAreaField
          name="names"
          label={fields.length === 1 ? 'Names, one on each line' : 'One card on each line'}
          description={`${fields.length === 1 ? '' : `Columns: ${fields.map(columnLabel).join(', ')}. `}${plural(receivers.length, 'card')} of ${count} addressed so far.`}
          placeholder={fields.map(({ placeholder }) => placeholder).join(', ')}
          defaultValue={failure?.values.names ?? list}
          rows={6}
        />
        <div className="row">
          <label htmlFor="file">or a file, CSV or Excel</label>
          <input id="file" name="file" type="file" accept={LIST_FILES} className={wizard.file} />
        </div>
        <div>
          <SubmitButton look="quiet" name="intent" value="names">
            Save the list
          </SubmitButton>
        </div>
      </ActionForm>
      {receivers.length ? (
        <DataTable
          caption="Cards"
          rows={receivers.slice(0, CARDS_SHOWN).map((receiver, index) => ({ ...receiver, number: index + 1 }))}
          rowKey={({ hugggId }) => hugggId}
          columns={[
            { key: 'number', header: 'Card', cell: ({ number }) => number, numeric: true },
            {
              key: 'who',
              header: 'For',
              cell: ({ templateData }) =>
                fields
                  .map(({ name }) => templateData[name])
                  .filter(Boolean)
                  .join(', '),
            },
            {
              key: 'gift',
              header: 'Gift',
              cell: ({ hugggId, shortcode }) => <Link to={paths.sentGift(hugggId)}>{shortcode}</Link>,
            },
          ]}
        />
      ) : null}
      {receivers.length > CARDS_SHOWN ? (
        <p className="panel muted small">These are the first {CARDS_SHOWN}. The list above has all of them.</p>
      ) : null}
    </Card>
  )
}

const columnLabel = ({ label, optional }: { label: string; optional: boolean }) =>
  optional ? `${label.toLowerCase()} (optional)` : label.toLowerCase()
