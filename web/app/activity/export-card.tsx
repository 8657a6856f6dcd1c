import type { ExportRequest } from '#contract/search/exports.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { capitalise, formatDay, plural } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { usePolling } from '#web/ui/use-polling.ts'
import styles from './activity.module.css'

interface ExportCardProps {
  file: ExportRequest
  /** What its rows are: gift, movement. */
  row: string
  /** Its own address, for looking again without scripts. */
  here: string
}

/** A list that is being written to a file, or has been. */
export function ExportCard({ file, row, here }: ExportCardProps) {
  const zone = useZone()
  const isGoingOn = file.status === 'created' || file.status === 'processing'
  usePolling(isGoingOn)
  const rows = file.totalHits === null ? `${row}s` : plural(file.totalHits, row)
  return (
    <Card title={`${capitalise(rows)} as ${file.format.toUpperCase()}`}>
      {isGoingOn ? (
        <>
          <p role="status">Being written: {file.progress} %. You can leave this page.</p>
          <progress className={styles.progress} max={100} value={file.progress} aria-label="Written so far" />
          <noscript>
            <LinkButton look="quiet" to={here}>
              Check again
            </LinkButton>
          </noscript>
        </>
      ) : file.fileUrl ? (
        <>
          <p role="status">It is ready, and available until {formatDay(file.dateExpires, zone)}.</p>
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
          title={file.status === 'failed' ? 'The file was not written' : 'The file is no longer available'}
        >
          {file.status === 'failed'
            ? 'Something went wrong on our side; nothing else was changed. Ask for it again.'
            : 'Files are stored for a limited time. Ask for it again.'}
        </Notice>
      )}
    </Card>
  )
}
