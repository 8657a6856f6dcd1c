import { IconFileTypePdf } from '@tabler/icons-react'
import type { DocumentFile, Invoice } from '#contract/orders/invoices.ts'
import styles from './invoices.module.css'

const kinds = [
  { key: 'invoices', label: 'Invoice' },
  { key: 'creditNotes', label: 'Credit note' },
  { key: 'periodReports', label: 'Report' },
] as const

/** The PDFs of an invoice, by what they are. */
export function Papers({ files, of }: { files: Invoice['files']; of: string }) {
  const papers = kinds.flatMap(({ key, label }) =>
    // Of several, each says which it is.
    files[key].map((file) => ({ ...file, label, number: files[key].length > 1 ? documentNumber(file) : '' })),
  )
  if (papers.length === 0) return <span className="muted">Being made</span>
  return (
    <ul className={styles.papers}>
      {papers.map((paper) => (
        <li key={paper.fileName}>
          <Paper {...paper} of={of} />
        </li>
      ))}
    </ul>
  )
}

const documentNumber = ({ fileName }: DocumentFile) => fileName.replace('.pdf', '')

const Paper = ({ label, number, of, ...file }: DocumentFile & { label: string; number: string; of: string }) => (
  <a
    href={file.url}
    download={file.fileName}
    aria-label={`${number ? `${label} ${number}` : label} of ${of}, PDF ${documentNumber(file)}`}
  >
    <IconFileTypePdf size={18} stroke={1.75} aria-hidden="true" />
    {label} {number}
  </a>
)
