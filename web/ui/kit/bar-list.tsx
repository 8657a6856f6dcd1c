import styles from './charts.module.css'

export interface Bar {
  key: string
  label: string
  value: number
  /** The figure in words, beside the bar. */
  text: string
}

/** Figures to compare, the largest first: each with its name and its number in words, so that the bar only repeats them. */
export function BarList({ bars, tone = 'accent' }: { bars: readonly Bar[]; tone?: 'accent' | 'success' }) {
  const most = Math.max(...bars.map(({ value }) => value), 1)
  return (
    <ol className={styles.bars}>
      {bars.map(({ key, label, value, text }) => (
        <li key={key}>
          <span className={styles.name}>{label}</span>
          <span className="tabular">{text}</span>
          <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" className={styles[tone]}>
            <rect className={styles.track} width="100" height="6" />
            <rect width={(100 * Math.max(0, value)) / most} height="6" />
          </svg>
        </li>
      ))}
    </ol>
  )
}
