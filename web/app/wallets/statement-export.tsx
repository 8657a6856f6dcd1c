import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ExportCard } from '#web/app/activity/export-card.tsx'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { BackLink } from '#web/ui/kit/page-header.tsx'
import { useWallet } from './wallet.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const wanted = { id: readId(params.id), exportId: readId(params.exportId) }
  return { file: session.unwrap(await session.api.getStatementExport({ params: wanted })).data }
}

export default function StatementExport() {
  const { file } = useLoaderData<typeof loader>()
  const { wallet } = useWallet()
  return (
    <>
      <BackLink to={paths.walletTab(wallet.id, 'statement')} label="Statement" />
      <ExportCard file={file} row="movement" here={paths.statementExport(wallet.id, file.id)} />
    </>
  )
}
