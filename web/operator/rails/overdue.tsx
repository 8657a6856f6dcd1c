import { useActionData } from 'react-router'
import { awardRails } from '#contract/core/rails.ts'
import type { OverdueCode } from '#contract/operator/rails.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import type { ActFailure } from '#web/operator/run-act.server.ts'
import { formatCount, formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { SelectField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'

const columns: readonly TableColumn<OverdueCode>[] = [
  {
    key: 'reference',
    header: 'Reference',
    cell: ({ reference, rail, teamName }) => (
      <span className="two-lines">
        <span>{reference}</span>
        <span className="muted small">
          {awardRails[rail].label}, for {teamName}
        </span>
      </span>
    ),
  },
  {
    key: 'since',
    header: 'Asked for',
    cell: ({ askedAt, tries, lastReason }) => (
      <span className="two-lines">
        <span>{formatMoment(askedAt, BUSINESS_ZONE)}</span>
        <span className="muted small">
          {formatCount(tries)} tries{lastReason ? `; the last: ${lastReason}` : ''}
        </span>
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    cell: ({ amountPence }) => <Money pence={amountPence} currency="GBX" />,
  },
]

/** Codes of awards that rails owe, and the way out for those that will not come. */
export function Overdue({ codes, mayAct }: { codes: readonly OverdueCode[]; mayAct: boolean }) {
  const failure = useActionData<ActFailure>()
  return (
    <Card title="Codes that rails owe" flush>
      <DataTable
        caption="Codes of awards that rails were asked for an hour ago or longer"
        columns={columns}
        rows={codes}
        rowKey={({ reference }) => reference}
      />
      {mayAct ? (
        <div className="panel">
          <ActForm
            intent="overdue"
            title="End an award whose code is owed"
            button="End the award"
            danger
            consequence="Its money goes back to its grant. Should the rail make the code all the same, no one gets it; where the rail cannot stop it, its settlement file shows it as not agreeing."
            failure={failure}
          >
            <SelectField
              name="codeReference"
              label="Reference"
              data={codes.map(({ reference }) => ({ value: reference, label: reference }))}
            />
          </ActForm>
        </div>
      ) : null}
    </Card>
  )
}
