import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listMerchantStatements } from '#contract/operator/settlements.ts'
import { readPageNumber } from '#web/http/page-number.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { Tabs } from '#web/ui/kit/tabs.tsx'
import { tabs } from './labels.ts'
import { StatementTable } from './statement-table.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const page = readPageNumber(new URL(request.url).searchParams)
  const list = session.unwrap(await session.call(listMerchantStatements, { query: { page, per_page: 50 } }))
  return { statements: list.data, page: list.current_page, lastPage: list.last_page }
}

export default function Statements() {
  const { statements, page, lastPage } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="Statements" lead="Statements of each merchant and their status." />
      <Tabs label="Paying merchants" tabs={tabs} />
      <Card flush>
        <StatementTable rows={statements} />
        <Pagination page={page} lastPage={lastPage} label="statements" />
      </Card>
    </>
  )
}
