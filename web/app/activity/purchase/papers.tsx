import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { PaperList } from '#web/ui/kit/document-list.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'

/** Drawn when they are asked for first: a page of its own, so that the purchase's need not wait for it. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const id = readId(params.id)
  const { files } = session.unwrap(await session.api.getTransactionReceipt({ params: { id } })).data
  return { id, files }
}

export default function Papers() {
  const { id, files } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Receipts and documents"
        lead="The receipt or invoice, then a credit note for what was returned."
        back={{ to: paths.purchase(id), label: 'The purchase' }}
      />
      <Card>
        <PaperList files={files} />
      </Card>
    </>
  )
}
