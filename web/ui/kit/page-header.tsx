import type { ReactNode } from 'react'
import { Link, useLocation, useMatches } from 'react-router'
import styles from './page-header.module.css'
import { currentTab, type Tab } from './tabs.tsx'

interface PageHeaderProps {
  title: string
  /** A sentence under the title. */
  lead?: ReactNode
  /** The page this one belongs to. */
  back?: { to: string; label: string } | undefined
  actions?: ReactNode
  /** Pages of one heading, told apart in the document’s title by the tab they are. */
  tabs?: readonly Tab[]
}

/** What a page below a tab exports as `handle`, to be told apart in the document's title from its tab. */
export interface TitleHandle {
  // biome-ignore lint/suspicious/noExplicitAny: each page knows its own loader's data
  title(loaded: any): string | undefined
}

/** The top of a screen: where am I, and what can I do here. Sets the document's title too. */
export function PageHeader({ title, lead, back, actions, tabs = [] }: PageHeaderProps) {
  const { pathname } = useLocation()
  const page = useMatches().at(-1)
  const tab = (page?.handle as TitleHandle | undefined)?.title(page?.loaderData) ?? currentTab(tabs, pathname)?.label
  const documentTitle = tab && tab !== title ? `${tab} · ${title}` : title
  return (
    <header className={styles.header}>
      <title>{`${documentTitle} · Posy`}</title>
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
