import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ExportCard } from '#web/app/activity/export-card.tsx'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { BackLink } from '#web/ui/kit/page-header.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const wanted = { id: session.teamId!, exportId: readId(params.exportId) }
  return { file: session.unwrap(await session.api.getTeamExport({ params: wanted })).data }
}

export default function MadeArchive() {
  const { file } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.teamTab('archive')} label="Archive" />
      <ExportCard file={file} row="file" here={paths.teamArchive(file.id)} />
    </>
  )
}
