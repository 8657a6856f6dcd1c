import { Form, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { operatorMay } from '#contract/core/operators.ts'
import { type OperatorHit, searchAsOperator } from '#contract/operator/search.ts'
import styles from '#web/operator/console.module.css'
import { useOperator } from '#web/operator/console.tsx'
import { hitLabels } from '#web/operator/labels.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'
import { Button, LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { hitPath } from './links.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const q = (new URL(request.url).searchParams.get('q') ?? '').slice(0, 200)
  return { q, hits: session.unwrap(await session.call(searchAsOperator, { query: { q } })).data }
}

const columns: readonly TableColumn<OperatorHit>[] = [
  { key: 'kind', header: 'Kind', cell: ({ kind }) => hitLabels[kind] },
  {
    key: 'title',
    header: 'Name',
    cell: (hit) => {
      const to = hitPath(hit)
      return (
        <span className="two-lines">
          {to ? <Link to={to}>{hit.title}</Link> : hit.title}
          <span className="muted small">{hit.detail}</span>
        </span>
      )
    },
  },
  { key: 'customer', header: 'Customer', cell: ({ customer }) => customer?.name },
]

export default function Search() {
  const { q, hits } = useLoaderData<typeof loader>()
  const mayOpen = operatorMay(useOperator().role, 'open-customers')
  return (
    <>
      <PageHeader
        title="Customers"
        lead="Find anyone and anything: people, gifts, purchases, documents."
        actions={mayOpen ? <LinkButton to={paths.operatorNewCustomer}>Open a customer</LinkButton> : null}
      />
      <Form method="get" className={styles.search}>
        <TextField
          key={q}
          name="q"
          type="search"
          label="Search"
          description="Name, email address, phone number, short code, bank reference, document number or id"
          defaultValue={q}
          autoComplete="off"
        />
        <Button type="submit">Search</Button>
      </Form>
      <Card title={q ? plural(hits.length, 'result') : 'Newest customers'} flush>
        <DataTable
          caption={q ? `What ${q} leads to` : 'The newest customers'}
          columns={columns}
          rows={hits}
          rowKey={({ kind, id }) => `${kind} ${id}`}
          empty={
            <EmptyState picture="sprout" title="Nothing found">
              Names are found by their beginning; everything else as a whole.
            </EmptyState>
          }
        />
      </Card>
    </>
  )
}
