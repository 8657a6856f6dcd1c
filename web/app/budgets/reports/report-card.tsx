import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { ReportName } from '#contract/reports/budget-reports.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { useBudget } from '../budget-context.ts'
import styles from './reports.module.css'

interface ReportCardProps {
  title: string
  /** What the files beside the title hold. */
  report: ReportName
  children: ReactNode
  /** The figures of the chart, to read one by one. */
  table?: ReactNode
}

/** One report: a picture, the table behind it, and both as files. */
export const ReportCard = ({ title, report, children, table }: ReportCardProps) => (
  <Card title={title} action={<Downloads report={report} title={title} />}>
    {children}
    {table ? (
      <details className={styles.table}>
        <summary>Show as a table</summary>
        {table}
      </details>
    ) : null}
  </Card>
)

/** Links that bring a file: plain ones, for the browser takes it from there. */
export function Downloads({ report, title }: { report: ReportName; title: string }) {
  const { budget } = useBudget()
  const query = new URLSearchParams(useLocation().search)
  query.delete('people')
  const downloadHref = (format: string) => {
    query.set('format', format)
    return `${paths.budgetReportFile(budget.id, report)}?${query}`
  }
  return (
    <span className={styles.downloads}>
      <IconDownload size={16} aria-hidden="true" />
      {(['csv', 'xlsx'] as const).map((format) => (
        <a key={format} href={downloadHref(format)} download aria-label={`${title} as ${format.toUpperCase()}`}>
          {format.toUpperCase()}
        </a>
      ))}
    </span>
  )
}
