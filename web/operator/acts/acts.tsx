import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listOperatorActs } from '#contract/operator/acts.ts'
import { ActTable } from '#web/operator/customer/tables.tsx'
import { getOperatorSession } from '#web/operator/session.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { CursorPagination } from '#web/ui/kit/pagination.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const next = new URL(request.url).searchParams.get('next') ?? undefined
  const query = { limit: 50, ...(next && { next }) }
  return session.unwrap(await session.call(listOperatorActs, { query }))
}

export default function Acts() {
  const { data: acts, next } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="Record" lead="What operators did, and why. No one can change it." />
      <ActTable acts={acts} title="Acts" />
      <CursorPagination next={next} label="the record" />
    </>
  )
}
