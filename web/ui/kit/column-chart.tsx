import styles from './charts.module.css'
import { axisLabelVisibility, niceTop } from './scale.ts'

export interface Series {
  label: string
  values: readonly number[]
  tone: 'accent' | 'success'
}

interface ColumnChartProps {
  /** What it shows, for who cannot see it; the table behind says the rest. */
  label: string
  steps: readonly string[]
  /** So many of the last steps are still to come: they are told apart from those in which nothing happened. */
  toCome?: number
  series: readonly Series[]
  format: (value: number) => string
}

const LINES = 4

/** Columns over time, as the server draws them. Words are text of the page, so that they keep their size on a phone. */
export function ColumnChart({ label, steps, toCome = 0, series, format }: ColumnChartProps) {
  const top = niceTop(Math.max(0, ...series.flatMap(({ values }) => values)))
  const lines = Array.from({ length: LINES + 1 }, (_, line) => (top * (LINES - line)) / LINES)
  const labels = axisLabelVisibility(steps.length)
  return (
    <figure className={styles.chart}>
      {series.length > 1 || toCome ? <Legend series={series} hasToCome={toCome > 0} /> : null}
      <div className={styles.plot} role="img" aria-label={label}>
        <div className={styles.scale}>
          {lines.map((value) => (
            <span key={value}>{format(value)}</span>
          ))}
        </div>
        <div className={styles.columns}>
          {steps.map((step, place) => (
            <div key={step} className={styles.step}>
              {place < steps.length - toCome ? (
                <Columns step={step} place={place} series={series} top={top} format={format} />
              ) : (
                <svg viewBox="0 0 100 100" preserveAspectRatio="none">
                  <title>{`${step}: still to come`}</title>
                  <rect className={styles.toCome} width="100" height="100" />
                </svg>
              )}
              <span className={labels[place] === 'always' ? styles.label : styles.wideLabel}>
                {labels[place] === 'never' ? '' : step}
              </span>
            </div>
          ))}
        </div>
      </div>
    </figure>
  )
}

interface ColumnsProps extends Pick<ColumnChartProps, 'series' | 'format'> {
  step: string
  place: number
  top: number
}

function Columns({ step, place, series, top, format }: ColumnsProps) {
  const width = 80 / series.length
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none">
      <title>{`${step}: ${series.map(({ label, values }) => `${label} ${format(values[place]!)}`).join(', ')}`}</title>
      {series.map(({ label, values, tone }, index) => {
        const height = (100 * Math.max(0, values[place]!)) / top
        return (
          <rect
            key={label}
            className={styles[tone]}
            x={10 + width * index}
            y={100 - height}
            width={width}
            height={height}
          />
        )
      })}
    </svg>
  )
}

const Legend = ({ series, hasToCome }: { series: readonly Series[]; hasToCome: boolean }) => (
  <figcaption className={styles.legend}>
    {series.map(({ label, tone }) => (
      <span key={label}>
        <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
          <rect className={styles[tone]} width="12" height="12" rx="3" />
        </svg>
        {label}
      </span>
    ))}
    {hasToCome ? (
      <span>
        <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
          <rect className={styles.toCome} width="12" height="12" rx="3" />
        </svg>
        Still to come
      </span>
    ) : null}
  </figcaption>
)
