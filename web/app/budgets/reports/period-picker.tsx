import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { Button } from '#web/ui/kit/button.tsx'
import { TextField } from '#web/ui/kit/form.tsx'
import budgetStyles from '../budgets.module.css'
import { periodLabel, type ReportRange, rangeLabels, type ShownPeriod } from './period.ts'
import styles from './reports.module.css'

interface PeriodPickerProps {
  period: ShownPeriod
  /** The last one is what the address means without any. */
  ranges: readonly ReportRange[]
  /** What else the address says, and says in the links too. */
  keep?: Readonly<Record<string, string>>
  /** Further fields of the form. */
  children?: ReactNode
}

/** Which days the reports are about: usual ones as links, any others as a form. */
export const PeriodPicker = ({ period, ranges, keep = {}, children }: PeriodPickerProps) => (
  <section className={`card panel ${styles.picker}`} aria-labelledby="period">
    <h2 id="period">{periodLabel(period)}</h2>
    <nav aria-label="Period">
      <ul className={budgetStyles.filters}>
        {ranges.map((range) => (
          <li key={range}>
            <Link
              to={`?${new URLSearchParams({ ...(range === ranges.at(-1) ? {} : { range }), ...keep })}`}
              preventScrollReset
              aria-current={range === period.range ? 'page' : undefined}
            >
              {rangeLabels[range]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
    <Form method="get" preventScrollReset className={styles.dates} key={`${period.first} ${period.last}`}>
      <TextField name="from" type="date" label="From" defaultValue={period.first} />
      <TextField name="to" type="date" label="To, that day included" defaultValue={period.last} />
      {children}
      <Button type="submit" look="quiet">
        Show
      </Button>
    </Form>
    {period.isTurned ? (
      <p role="status">The first day was after the last one: they are shown the other way round.</p>
    ) : null}
    <p className="muted small">Days are in London time.</p>
  </section>
)
