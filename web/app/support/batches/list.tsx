import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { CursorPagination } from '#web/ui/kit/pagination.tsx'
import { BatchTable } from '../batch-table.tsx'
import { SupportTabs } from '../support-tabs.tsx'
import { loadWaiting } from '../waiting.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const next = new URL(request.url).searchParams.get('next')
  const [answer, { count }] = await Promise.all([
    session.api.listAwardBatches({ query: next ? { next } : {} }),
    loadWaiting(session),
  ])
  const { data: batches, next: older } = session.unwrap(answer)
  return { batches, next: older, waiting: count }
}

export default function AwardBatches() {
  const { batches, next, waiting } = useLoaderData<typeof loader>()
  const can = useCan()
  return (
    <>
      <PageHeader
        title="Batches"
        lead="Awards that were made from one list, and decided on together."
        actions={can('make-awards') ? <LinkButton to={paths.newAwardBatch}>New batch</LinkButton> : null}
      />
      <SupportTabs waiting={waiting} />
      <Card flush>
        <BatchTable
          caption="Batches"
          batches={batches}
          empty={
            <EmptyState picture={null} title="No batches yet">
              A batch helps up to 10,000 people from one list.
            </EmptyState>
          }
        />
      </Card>
      <CursorPagination next={next} label="batches" />
    </>
  )
}
