import { IconFileDownload } from '@tabler/icons-react'
import type { DocumentFile } from '#contract/orders/invoices.ts'
import { LinkButton } from './button.tsx'

/** PDFs, each by a link that lasts an hour, with what it is where that is known. */
export const PaperList = ({ files }: { files: readonly (DocumentFile & { about?: string | undefined })[] }) => (
  <ul className="stack">
    {files.map(({ fileName, url, about }) => (
      <li key={fileName}>
        <LinkButton
          look="quiet"
          to={url}
          reloadDocument
          download={fileName}
          icon={<IconFileDownload size={18} stroke={1.75} aria-hidden="true" />}
        >
          {fileName}
        </LinkButton>
        {about ? <p className="muted small">{about}</p> : null}
      </li>
    ))}
  </ul>
)
