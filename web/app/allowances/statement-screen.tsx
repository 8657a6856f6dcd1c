import { Form, Link } from 'react-router'
import type { AllowanceMovement, AllowanceStatement } from '#contract/budgets/allowance-statement.ts'
import { formatMoney } from '#kit/money.ts'
import { runFull } from '#web/app/budgets/run-dates.ts'
import { paths, withQuery } from '#web/paths.ts'
import { formatCount } from '#web/ui/format.ts'
import { Button, LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { TextField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { giftLabel, movementLabel, movementLabels } from './movement-labels.ts'

type Line = AllowanceStatement['lines'][number]

/** What an allowance opened with, each movement, and what it closed with. */
export function StatementScreen({ statement, csv }: { statement: AllowanceStatement; csv: string }) {
  const { currency, teamId, from, until, opening, closing, totals, lines, leftOut } = statement
  const money = (pence: number) => formatMoney(pence, currency)
  const sums: [AllowanceMovement, number][] = [
    ['received', totals.received],
    ['given', totals.given],
    ['returned', totals.returned],
    ['taken-back', totals.takenBack],
    ['other', totals.other],
  ]
  return (
    <>
      <Card title="In this time">
        <div className="stack">
          <Form method="get" className="row" key={`${from} ${until}`}>
            <TextField name="from" type="date" label="From" defaultValue={from} />
            <TextField name="until" type="date" label="Until" defaultValue={until} />
            <Button type="submit" look="quiet">
              Show
            </Button>
          </Form>
          <Facts
            facts={[
              { name: 'To give before', value: money(opening) },
              ...sums
                .filter(([, pence]) => pence !== 0)
                .map(([movement, pence]) => ({
                  name: movementLabels[movement],
                  value: <Money pence={pence} currency={currency} movement />,
                })),
              { name: 'To give at the end', value: money(closing) },
            ]}
          />
          {totals.toBudget ? (
            <p className="muted small">
              {money(totals.toBudget)} of gifts that ended in this time went back to the budget: they were bought before
              the run that set the allowance again, or it is over. It is in no sum above.
            </p>
          ) : null}
          {lines.length ? (
            <div>
              <LinkButton look="quiet" size="small" to={csv} reloadDocument>
                Download CSV
              </LinkButton>
            </div>
          ) : null}
        </div>
      </Card>
      <Card title="Movements" flush>
        <DataTable
          caption="Movements, the newest first"
          columns={columnsIn(currency, teamId)}
          rows={lines}
          rowKey={({ id }) => id}
          empty={
            <EmptyState picture="purse" title="Nothing moved in this time">
              What a run adds and what gifts cost stands here.
            </EmptyState>
          }
        />
      </Card>
      {leftOut ? (
        <p className="muted small">{formatCount(leftOut)} older movements are not listed: choose fewer days.</p>
      ) : null}
    </>
  )
}

const columnsIn = (currency: string, team: string | null): TableColumn<Line>[] => [
  { key: 'at', header: 'When', cell: ({ at }) => <time dateTime={at}>{runFull(at)}</time> },
  {
    key: 'what',
    header: 'What',
    cell: (line) =>
      line.gift ? (
        <span className="two-lines">
          {line.gift.transactionId ? (
            <Link to={withQuery(paths.purchase(line.gift.transactionId), { team })}>{giftLabel(line.gift)}</Link>
          ) : (
            <span>{giftLabel(line.gift)}</span>
          )}
          <span className="muted small">{movementLabel(line, currency)}</span>
        </span>
      ) : (
        movementLabel(line, currency)
      ),
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    cell: ({ amount }) => <Money pence={amount} currency={currency} movement />,
  },
  {
    key: 'balance',
    header: 'To give after',
    numeric: true,
    cell: ({ balance }) => <Money pence={balance} currency={currency} />,
  },
]
