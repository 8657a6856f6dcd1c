import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PaperList } from '../../../features/billing/paper-list.tsx'
import { idOf } from '../../../http/id-of.ts'
import { sessionOf } from '../../../session/middleware.ts'
import { Card } from '../../../ui/kit/card.tsx'
import { PageHeader } from '../../../ui/kit/page-header.tsx'

/** Drawn when they are asked for first: a page of its own, so that the purchase's need not wait for it. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  const id = idOf(params.id)
  const { files } = session.unwrap(await session.api.getTransactionReceipt({ params: { id } })).data
  return { id, files }
}

export default function Papers() {
  const { id, files } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Receipt and other papers"
        lead="The receipt or invoice, then a credit note for whatever was given back."
        back={{ to: `/activity/${id}`, label: 'The purchase' }}
      />
      <Card>
        <PaperList files={files} />
      </Card>
    </>
  )
}
