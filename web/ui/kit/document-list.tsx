import { IconFileDownload } from '@tabler/icons-react'
import type { DocumentFile } from '#contract/orders/invoices.ts'
import { LinkButton } from './button.tsx'

/** PDFs, each by a link that lasts an hour. */
export const PaperList = ({ files }: { files: readonly DocumentFile[] }) => (
  <ul className="stack">
    {files.map(({ fileName, url }) => (
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
      </li>
    ))}
  </ul>
)
