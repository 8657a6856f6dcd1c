import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Card } from '#web/ui/kit/card.tsx'
import type { FirstStep } from './first-steps.ts'
import styles from './home.module.css'

/** Shown until the first gift has been sent. */
export const FirstStepsCard = ({ steps }: { steps: readonly FirstStep[] }) => (
  <Card title="Your first gift">
    <ol className={styles.steps}>
      {steps.map(({ title, isDone, to }) => (
        <li key={title}>
          {isDone ? (
            <IconCircleCheck size={22} stroke={1.75} aria-hidden="true" />
          ) : (
            <IconCircle size={22} stroke={1.75} aria-hidden="true" />
          )}
          {isDone ? (
            <span className="muted">
              {title} <span className="visually-hidden">(done)</span>
            </span>
          ) : (
            <Link to={to}>{title}</Link>
          )}
        </li>
      ))}
    </ol>
  </Card>
)
