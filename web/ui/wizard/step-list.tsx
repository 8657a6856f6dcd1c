import { IconCircleCheck } from '@tabler/icons-react'
import { NavLink } from 'react-router'
import styles from './wizard.module.css'

export interface WizardStep {
  label: string
  /** Where it is; null before there is a draft. */
  path: string | null
  isDone: boolean
}

/** Where in a wizard this is. Every step is an address, and open once there is a draft. */
export const StepList = ({ steps }: { steps: readonly WizardStep[] }) => (
  <nav aria-label="Steps">
    <ol className={styles.steps}>
      {steps.map(({ label, path, isDone }, index) => {
        const words = (
          <>
            {isDone ? <IconCircleCheck size={18} stroke={1.75} aria-label="done" /> : `${index + 1}.`} {label}
          </>
        )
        return (
          <li key={label}>
            {path ? (
              <NavLink to={path} prefetch="intent" className={isDone ? styles.done : undefined}>
                {words}
              </NavLink>
            ) : (
              <span aria-current={index === 0 ? 'step' : undefined}>{words}</span>
            )}
          </li>
        )
      })}
    </ol>
  </nav>
)
