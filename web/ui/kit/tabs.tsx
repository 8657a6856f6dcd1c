import { NavLink } from 'react-router'
import styles from './tabs.module.css'

export interface Tab {
  to: string
  label: string
  /** Only on this very address, not below it. */
  end?: boolean
}

/** The tab that an address belongs to. */
export const currentTab = (tabs: readonly Tab[], pathname: string): Tab | undefined =>
  tabs.find(({ to }) => to === pathname) ?? tabs.find(({ to, end }) => end === false && pathname.startsWith(`${to}/`))

/** Neighbouring pages, as links: they work before scripts do, and can be shared. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end={tab.end ?? true} prefetch="intent">
          {tab.label}
        </NavLink>
      ))}
    </nav>
  )
}
