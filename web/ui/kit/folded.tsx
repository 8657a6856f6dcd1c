import type { ReactNode } from 'react'
import styles from './folded.module.css'

interface FoldedProps {
  /** What unfolds it, and says what it is. */
  summary: string
  children: ReactNode
}

/** More of what stands above it: folded away on a phone alone. Where there is room, and on paper, it is always there. */
export const Folded = ({ summary, children }: FoldedProps) => (
  <details className={styles.folded}>
    <summary>{summary}</summary>
    {children}
  </details>
)
