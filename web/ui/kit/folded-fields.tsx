import type { ReactNode } from 'react'
import styles from './folded-fields.module.css'

interface FoldedFieldsProps {
  /** One of them is in use: what narrows a list is never hidden. */
  isInUse: boolean
  children: ReactNode
}

/** Fields of a search beside its words: folded away where there is little room, else in the form's own grid, always open. */
export function FoldedFields({ isInUse, children }: FoldedFieldsProps) {
  return (
    <details className={styles.folded} open={isInUse}>
      <summary>Filter and sort</summary>
      <div>{children}</div>
    </details>
  )
}
