import type { Grant } from '#contract/awards/grants.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { paths } from '#web/paths.ts'
import { formatDay, plural } from '#web/ui/format.ts'
import { Button, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { TextAreaField, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { approvalRule } from '../labels.ts'
import type { CheckedBatch, HelpedRow, WrongRow } from './submit-batch.server.ts'

/** What making the list would do, its sum and its people named, and the press that does it. */
export function CheckedList({ checked, grant }: { checked: CheckedBatch; grant: Grant }) {
  const { awards, people, amount, cost, available, badRows } = checked
  const money = (pence: number) => formatMoney(pence, grant.currency)
  const isAbove = grant.approvalAbove !== null && amount > grant.approvalAbove
  const isCovered = cost <= available
  return (
    <Card title="What it does">
      <div className="stack">
        <input type="hidden" name="good" value={checked.good} />
        <input type="hidden" name="bad" value={checked.bad} />
        <input type="hidden" name="sum" value={amount} />
        <Facts
          facts={[
            { name: 'Awards', value: `${plural(awards, 'award')} for ${plural(people, 'person', 'people')}` },
            { name: 'In all', value: money(amount) },
            { name: 'Fees', value: cost > amount ? `${money(cost - amount)} with VAT` : null },
            { name: 'Left in the grant', value: isCovered ? money(available - cost) : null },
            { name: 'Left out', value: badRows ? plural(badRows, 'row') : null },
          ]}
        />
        {isCovered ? null : (
          <Notice tone="warning" title={`${grant.name} has ${money(available)}`}>
            It is {money(cost - available)} short. Add money to the grant, or make fewer awards.
          </Notice>
        )}
        {isCovered && awards > 0 ? (
          <>
            <p>
              {isAbove
                ? `${approvalRule(grant, true)} It waits for one, and its money is held until then.`
                : checked.helpedRows
                  ? 'It waits for a second person, for someone in it was helped lately. Its money is held until then.'
                  : 'Their links leave at once, unless another team helped anyone of them lately: then a second person decides.'}
            </p>
            <div>
              <SubmitButton name="intent" value="make">
                {badRows ? `Leave out ${plural(badRows, 'row')} and make ` : 'Make '}
                {plural(awards, 'award')}, {money(amount)} in all
              </SubmitButton>
            </div>
          </>
        ) : null}
      </div>
    </Card>
  )
}

const columns: TableColumn<WrongRow>[] = [
  { key: 'row', header: 'Row', numeric: true, cell: ({ row }) => row },
  { key: 'who', header: 'Person', cell: ({ who }) => who },
  { key: 'why', header: 'What is wrong', cell: ({ why }) => why.join('. ') },
]

/** A file is no page: its form is one without scripts, beside the other. */
const LEFT_OUT = 'left-out'
export const LeftOutFile = ({ bad }: { bad: string }) => (
  <form id={LEFT_OUT} method="post" action={paths.leftOutAwards} encType="multipart/form-data">
    <input type="hidden" name="list" value={bad} />
  </form>
)

/** Rows to be mended or left out; without scripts too. */
export const WrongRows = ({ checked: { wrong, bad, badRows } }: { checked: CheckedBatch }) => (
  <Card title={`${plural(badRows, 'row')} to mend or leave out`}>
    <div className="stack">
      <DataTable
        caption="Rows that are not right"
        columns={columns}
        rows={wrong}
        rowKey={({ row, who }) => `${row} ${who}`}
      />
      {badRows > wrong.length ? <p className="muted">And {badRows - wrong.length} more.</p> : null}
      <TextAreaField
        name="list"
        label="Mend them here"
        description="Then check the list again: the other rows are kept. Where no way pays the amount, change it, or tick another way below."
        defaultValue={bad}
        rows={Math.min(12, badRows + 2)}
        autoComplete="off"
      />
      <div>
        <Button type="submit" look="quiet" form={LEFT_OUT}>
          Download these rows
        </Button>
      </div>
    </div>
  </Card>
)

const waysColumns: TableColumn<WrongRow>[] = [
  columns[0]!,
  columns[1]!,
  { key: 'why', header: 'How they may be paid', cell: ({ why }) => why.join('. ') },
]

/** A way that does not pay a row’s amount is not offered to its person. */
export const KeptWays = ({ checked: { ways, waysRows } }: { checked: CheckedBatch }) => (
  <Card title={`${plural(waysRows, 'row')} with fewer ways to be paid`}>
    <div className="stack">
      <p>Not every way that is ticked pays these amounts: each person chooses from those that do.</p>
      <DataTable
        caption="Rows with the ways that pay their amount"
        columns={waysColumns}
        rows={ways}
        rowKey={({ row }) => `${row}`}
      />
      {waysRows > ways.length ? <p className="muted">And {waysRows - ways.length} more.</p> : null}
    </div>
  </Card>
)

const repeatColumns: TableColumn<WrongRow>[] = [
  columns[0]!,
  columns[1]!,
  { key: 'why', header: 'In the list too', cell: ({ why }) => why.join('. ') },
]

export const Repeats = ({ rows }: { rows: readonly WrongRow[] }) => (
  <Card title="The same person or case more than once">
    <div className="stack">
      <p>They are made as they stand. Remove what is not meant from the list.</p>
      <DataTable
        caption="Rows for a person or case of the list"
        columns={repeatColumns}
        rows={rows}
        rowKey={({ row, who }) => `${row} ${who}`}
      />
    </div>
  </Card>
)

const LAST: TableColumn<HelpedRow> = {
  key: 'last',
  header: 'Their last award',
  cell: ({ last }) =>
    last ? (
      <a href={paths.award(last.id)} target="_blank" rel="noreferrer">
        {formatMoney(last.amount, last.currency)} on {formatDay(last.dateCreated, BUSINESS_ZONE)}, case{' '}
        {last.caseReference}
      </a>
    ) : null,
}

const whoColumns: TableColumn<HelpedRow>[] = [columns[0]!, columns[1]!]
const helpedColumns: TableColumn<HelpedRow>[] = [
  ...whoColumns,
  { ...LAST, header: 'Helped last' },
  { key: 'why', header: 'Why again', cell: ({ why }) => why[0] ?? <span className="muted">As below</span> },
]

/** Whom the team helped in the last 28 days: as for a single award, it is said why they are again. */
export const HelpedRows = ({ checked }: { checked: CheckedBatch }) => {
  const { helped, helpedRows, needReason, values } = checked
  return (
    <Card title={`${plural(helpedRows, 'row')} for someone you helped in the last 28 days`}>
      <div className="stack">
        <DataTable
          caption="Rows for people or cases that were helped in the last 28 days"
          columns={helpedColumns}
          rows={helped}
          rowKey={({ row }) => `${row}`}
        />
        {helpedRows > helped.length ? <p className="muted">And {helpedRows - helped.length} more.</p> : null}
        {needReason ? (
          <TextField
            name="duplicateReason"
            label="Why they are helped again"
            description={`Kept in the history of ${plural(needReason, 'award')}. A row says its own reason in the column “Why helped again”; or leave it out of the list.`}
            required
            maxLength={500}
            autoComplete="off"
            defaultValue={values.duplicateReason}
          />
        ) : null}
      </div>
    </Card>
  )
}

/** Who is there already, and who may be: someone new is made of those. */
export const KnownRows = ({ checked: { known, unsure } }: { checked: CheckedBatch }) => (
  <Card title="People you have helped before">
    <div className="stack">
      {known.length ? (
        <>
          <p>{plural(known.length, 'award goes', 'awards go')} to the same person as before: their history is one.</p>
          <DataTable
            caption="Rows for people you have helped before"
            columns={[...whoColumns, LAST]}
            rows={known}
            rowKey={({ row }) => `${row}`}
          />
        </>
      ) : null}
      {unsure.length ? (
        <>
          <p>
            These have the name and date of birth of someone you have helped, and other details. Each is made someone
            new: where it is the same person, make that award alone.
          </p>
          <DataTable
            caption="Rows that may be for someone you have helped"
            columns={whoColumns}
            rows={unsure}
            rowKey={({ row }) => `${row}`}
          />
        </>
      ) : null}
    </div>
  </Card>
)
