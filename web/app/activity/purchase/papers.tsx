import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { TransactionReceipt } from '#contract/orders/invoices.ts'
import { paperLabels } from '#contract/orders/paper-labels.ts'
import { formatMoney } from '#kit/money.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatDay } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { PaperList } from '#web/ui/kit/document-list.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'

/** Drawn when they are asked for first: a page of its own, so that the purchase's need not wait for it. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const id = readId(params.id)
  const { files, papers } = session.unwrap(await session.api.getTransactionReceipt({ params: { id } })).data
  return { id, files: files.map((file, at) => ({ ...file, paper: papers[at] })) }
}

export default function Papers() {
  const { id, files } = useLoaderData<typeof loader>()
  const zone = useZone()
  const about = ({ kind, total, currency, dateCreated }: TransactionReceipt['papers'][number]) =>
    `${paperLabels[kind]} of ${formatMoney(total, currency)}, ${formatDay(dateCreated, zone)}`
  return (
    <>
      <PageHeader
        title="Receipts and documents"
        lead="The receipt or invoice, then a credit note for what was returned."
        back={{ to: paths.purchase(id), label: 'The purchase' }}
      />
      <Card>
        <PaperList files={files.map((file) => ({ ...file, about: file.paper && about(file.paper) }))} />
      </Card>
    </>
  )
}
