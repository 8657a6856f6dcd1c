import type { ReactNode } from 'react'
import styles from './card.module.css'

interface CardProps {
  title?: ReactNode
  /** A link or a button beside the title. */
  action?: ReactNode
  /** Tables run to the edges. */
  flush?: boolean
  children: ReactNode
  id?: string
}

/** A sheet of paper with something on it. With a title it is a section that screen readers can jump to. */
export function Card({ title, action, flush = false, children, id }: CardProps) {
  const head = title ? (
    <div className={styles.head}>
      <h2>{title}</h2>
      {action}
    </div>
  ) : null
  return (
    <section id={id} className={`card ${styles.card} ${flush ? styles.flush : ''}`}>
      {head}
      {children}
    </section>
  )
}
