import { Form, Link, type LoaderFunctionArgs, useLoaderData, useNavigation } from 'react-router'
import { type OperatorRole, operatorMay, operatorPermissions } from '#contract/core/operators.ts'
import {
  hitKinds,
  hitOrder,
  MOST_HITS_OF_A_KIND,
  type OperatorHit,
  searchAsOperator,
} from '#contract/operator/search.ts'
import { API_KEY_HINT_LENGTH, API_KEY_PREFIX } from '#contract/teams/api-keys.ts'
import styles from '#web/operator/console.module.css'
import { useOperator } from '#web/operator/console.tsx'
import { hitGroups, roleLabels } from '#web/operator/labels.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { hitPath } from './links.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const q = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 200)
  return { q, hits: session.unwrap(await session.call(searchAsOperator, { query: { q } })).data }
}

const name: TableColumn<OperatorHit> = {
  key: 'title',
  header: 'Name',
  cell: (hit) => {
    const to = hitPath(hit)
    return (
      <span className="two-lines">
        {to ? (
          <Link to={to}>
            {hit.title}
            {hit.kind === 'program' ? <span className="visually-hidden">, {hit.detail}</span> : null}
          </Link>
        ) : (
          hit.title
        )}
        <span className="muted small">{hit.detail}</span>
      </span>
    )
  },
}
const customer: TableColumn<OperatorHit> = {
  key: 'customer',
  header: 'Customer',
  cell: ({ customer: whose }) => whose?.name,
}

export default function Search() {
  const { q } = useLoaderData<typeof loader>()
  const { role } = useOperator()
  const mayOpen = operatorMay(role, 'open-customers')
  const sought = useSought()
  return (
    <>
      <PageHeader
        title="Customers"
        lead="Find anyone and anything by any part of it."
        actions={mayOpen ? <LinkButton to={paths.operatorNewCustomer}>Open a customer</LinkButton> : null}
      />
      <Form method="get" className={styles.search}>
        <TextField
          key={q}
          name="q"
          type="search"
          label="Search"
          description="Names, addresses, the beginning or the end of phone numbers, titles, products, amounts of papers and of orders that wait, short codes and codes at tills, ids of requests, case numbers, references and numbers however they are spelt"
          defaultValue={q}
          autoComplete="off"
        />
        <Button type="submit">Search</Button>
      </Form>
      <p role="status" className={sought ? 'muted' : 'visually-hidden'}>
        {sought ? `Searching for “${sought}”…` : ''}
      </p>
      {sought ? null : <Results />}
      <ElsewhereFound role={role} />
    </>
  )
}

/** What is being looked for, until its answer is there: the one that stands on the page is of other words. */
function useSought(): string | null {
  const { state, location } = useNavigation()
  if (state !== 'loading' || location.pathname !== paths.operatorSearch) return null
  return new URLSearchParams(location.search).get('q')?.trim() || null
}

/** What this search finds for others only, and for whom. */
function ElsewhereFound({ role }: { role: OperatorRole }) {
  const hidden = hitOrder.filter((kind) => !operatorMay(role, hitKinds[kind]))
  const roles = Map.groupBy(hidden, (kind) => operatorPermissions[hitKinds[kind]])
  return [...roles].map(([least, kinds]) => (
    <p key={least} className="muted small">
      {roleLabels[least]} finds these too: {kinds.map((kind) => hitGroups[kind].toLowerCase()).join(', ')}.
    </p>
  ))
}

function Results() {
  const { q, hits } = useLoaderData<typeof loader>()
  const groups = hitOrder
    .map((kind) => ({ kind, rows: hits.filter((hit) => hit.kind === kind) }))
    .filter(({ rows }) => rows.length > 0)
  return (
    <>
      {groups.map(({ kind, rows }) => (
        <Card key={kind} title={q ? hitGroups[kind] : 'Newest customers'} flush>
          <DataTable
            caption={q ? `${hitGroups[kind]} that ${q} leads to` : 'The newest customers'}
            columns={rows.some((hit) => hit.customer && hit.kind !== 'customer') ? [name, customer] : [name]}
            rows={rows}
            rowKey={({ id }) => id}
          />
          {q && rows.length === MOST_HITS_OF_A_KIND ? (
            <p className="panel muted small">There may be more. Type another word of what you look for.</p>
          ) : null}
        </Card>
      ))}
      {groups.length === 0 ? (
        <Card>
          <EmptyState picture="sprout" title="Nothing found">
            Type the beginning of a word of it, or another part, and check the spelling: names that are near are not
            offered. Numbers, codes, amounts and ids are found as a whole.
          </EmptyState>
          <div className="panel muted stack">
            <p>
              People who are helped are found by the case number of their award alone: their names and addresses are
              their team’s.
            </p>
            <p>
              A request that was answered 401 is not kept: its key or token was none that we know. Of those answered
              429, past the limit, the first in a minute is kept.
            </p>
            <p>
              Of an API key ask for the first {API_KEY_HINT_LENGTH} letters, {API_KEY_PREFIX} included. Fewer find
              nothing.
            </p>
          </div>
        </Card>
      ) : null}
    </>
  )
}
