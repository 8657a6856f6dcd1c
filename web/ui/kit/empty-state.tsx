import type { ReactNode } from 'react'
import { botanicals } from './botanicals.tsx'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  /** None where nothing is to be celebrated. */
  picture?: keyof typeof botanicals | null
  title: string
  /** What to do next. */
  children?: ReactNode
  action?: ReactNode
  /** Of the heading: 1 where it is the page's only one. */
  level?: 1 | 2
}

/** Nothing here yet, said kindly. */
export function EmptyState({ picture = 'posy', title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.empty}>
      {picture ? (
        <svg viewBox="-80 -80 160 160" width="128" height="128" aria-hidden="true">
          {botanicals[picture]}
        </svg>
      ) : null}
      <Heading className={styles.title}>{title}</Heading>
      {children ? <p>{children}</p> : null}
      {action}
    </div>
  )
}
