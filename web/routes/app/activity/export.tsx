import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import styles from '../../../features/activity/activity.module.css'
import { useZone } from '../../../features/shell/app-data.ts'
import { idOf } from '../../../http/id-of.ts'
import { sessionOf } from '../../../session/middleware.ts'
import { capitalise, formatDay, plural } from '../../../ui/format.ts'
import { LinkButton } from '../../../ui/kit/button.tsx'
import { Card } from '../../../ui/kit/card.tsx'
import { Notice } from '../../../ui/kit/notice.tsx'
import { PageHeader } from '../../../ui/kit/page-header.tsx'
import { usePolling } from '../../../ui/use-polling.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  return { file: session.unwrap(await session.api.getHugggExport({ params: { id: idOf(params.id) } })).data }
}

export default function Export() {
  const { file } = useLoaderData<typeof loader>()
  const zone = useZone()
  const isGoingOn = file.status === 'created' || file.status === 'processing'
  usePolling(isGoingOn)
  const gifts = file.totalHits === null ? 'gifts' : plural(file.totalHits, 'gift')
  return (
    <>
      <PageHeader title="Your export" back={{ to: '/activity/gifts', label: 'Gifts' }} />
      <Card title={`${capitalise(gifts)} as ${file.format.toUpperCase()}`}>
        {isGoingOn ? (
          <>
            <p role="status">Being written: {file.progress} %. You may leave; it goes on.</p>
            <progress className={styles.progress} max={100} value={file.progress} aria-label="Written so far" />
            <noscript>
              <LinkButton look="quiet" to={`/activity/exports/${file.id}`}>
                Look again
              </LinkButton>
            </noscript>
          </>
        ) : file.fileUrl ? (
          <>
            <p role="status">It is ready, and kept until {formatDay(file.dateExpires, zone)}.</p>
            <div className="row">
              <LinkButton to={file.fileUrl} reloadDocument download>
                Download
              </LinkButton>
            </div>
          </>
        ) : (
          <Notice
            tone="warning"
            role="alert"
            title={file.status === 'failed' ? 'The file was not written' : 'The file is gone'}
          >
            {file.status === 'failed'
              ? 'Something went wrong on our side; nothing else was changed. Ask for it again.'
              : 'Files are kept for a while only. Ask for it again.'}
          </Notice>
        )}
      </Card>
    </>
  )
}
