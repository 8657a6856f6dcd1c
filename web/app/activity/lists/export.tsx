import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { ExportCard } from '../export-card.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  return { file: session.unwrap(await session.api.getHugggExport({ params: { id: readId(params.id) } })).data }
}

export default function Export() {
  const { file } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="Your export" back={{ to: paths.gifts, label: 'Gifts' }} />
      <ExportCard file={file} row="gift" here={paths.giftExport(file.id)} />
    </>
  )
}
