import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './page-header.module.css'

interface PageHeaderProps {
  title: string
  /** A sentence under the title. */
  lead?: ReactNode
  /** The page this one belongs to. */
  back?: { to: string; label: string } | undefined
  actions?: ReactNode
}

/** The top of a screen: where am I, and what can I do here. Sets the document's title too. */
export function PageHeader({ title, lead, back, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <title>{`${title} · Posy`}</title>
      <div className={styles.words}>
        {back ? <BackLink {...back} /> : null}
        <h1>{title}</h1>
        {lead ? <p className={styles.lead}>{lead}</p> : null}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  )
}

/** The way to the page this one belongs to. */
export const BackLink = ({ to, label }: { to: string; label: string }) => (
  <Link className={styles.back} to={to}>
    <span aria-hidden="true">←</span> {label}
  </Link>
)
