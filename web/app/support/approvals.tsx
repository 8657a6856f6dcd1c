import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useCan } from '#web/app/shell/app-data.ts'
import { getSession } from '#web/session/middleware.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { AwardTable } from './award-table.tsx'
import { BatchTable } from './batch-table.tsx'
import { SupportTabs } from './support-tabs.tsx'
import { loadWaiting } from './waiting.server.ts'

export const loader = async ({ context }: LoaderFunctionArgs) => loadWaiting(getSession(context))

export default function AwardApprovals() {
  const { awards, batches, count } = useLoaderData<typeof loader>()
  const can = useCan()
  return (
    <>
      <PageHeader
        title="Awards to approve"
        lead={
          can('approve-awards')
            ? 'You decide on what a colleague asked for; the money is held until then. What no one decides on in 14 days ends.'
            : 'These wait for a second person; their money is held until then. What no one decides on in 14 days ends.'
        }
      />
      <SupportTabs waiting={count} />
      {batches.length ? (
        <Card flush title="Batches">
          <BatchTable caption="Batches that wait for approval" batches={batches} saysWhy />
        </Card>
      ) : null}
      {awards.length || !batches.length ? (
        <Card flush>
          <AwardTable
            caption="Awards that wait for approval"
            awards={awards}
            saysWhy
            empty={
              <EmptyState picture={null} title="Nothing waits for approval">
                An award above a grant’s limit is shown here, and a list with people who were helped lately.
              </EmptyState>
            }
          />
        </Card>
      ) : null}
    </>
  )
}
