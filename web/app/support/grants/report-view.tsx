import { Form } from 'react-router'
import type { GrantReport } from '#contract/awards/grants.ts'
import { paths } from '#web/paths.ts'
import { formatDay } from '#web/ui/format.ts'
import { Button, LinkButton } from '#web/ui/kit/button.tsx'
import { Folded } from '#web/ui/kit/folded.tsx'
import { TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import styles from '../support.module.css'
import { Divided } from './report-divided.tsx'
import { Made, PaidBy } from './report-made.tsx'
import { Months, ReportMoney } from './report-money.tsx'

interface ReportViewProps {
  report: GrantReport
  /** The days that were asked for. */
  query: { from?: string; until?: string }
}

/** A grant’s report: its money first, then how it went month by month and to whom. What each plot is of is folded below it. */
export const ReportView = ({ report, query }: ReportViewProps) => (
  <>
    <PageHeader
      title="Report"
      lead={`${report.grantName}, ${daysInWords(query)}`}
      back={{ to: paths.grant(report.grantId), label: report.grantName }}
      actions={
        <LinkButton look="quiet" reloadDocument to={paths.grantReportCsv(report.grantId, query)}>
          Download CSV
        </LinkButton>
      }
    />
    <div className="stack">
      <ReportMoney report={report} />
      <Days query={query} />
      {report.months.length ? <Months report={report} /> : null}
      {report.states.length || report.paidBy.length ? (
        <>
          <Made report={report} />
          <div className={styles.cards}>
            <PaidBy report={report} />
            {report.reasons.length ? <Divided report={report} /> : null}
          </div>
        </>
      ) : null}
    </div>
  </>
)

function daysInWords({ from, until }: ReportViewProps['query']): string {
  const day = (typed: string) => formatDay(typed, 'UTC')
  if (from && until) return `${day(from)} to ${day(until)}`
  if (from) return `from ${day(from)} on`
  return until ? `up to ${day(until)}` : 'from its beginning until now'
}

const Days = ({ query }: Pick<ReportViewProps, 'query'>) => (
  <div className={styles.days}>
    <Folded summary="Choose other days">
      <Form method="get" className={styles.filters} key={JSON.stringify(query)}>
        <TextField name="from" type="date" label="From" defaultValue={query.from} />
        <TextField name="until" type="date" label="To" defaultValue={query.until} />
        <Button type="submit" look="quiet">
          Show
        </Button>
      </Form>
    </Folded>
  </div>
)
