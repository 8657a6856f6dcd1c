import { Link, NavLink, useLocation } from 'react-router'
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
export function Tabs({
  label,
  tabs,
  search = '',
}: {
  label: string
  tabs: readonly Tab[]
  /** What each of them is asked with, as “?from=2026-11-01”. */
  search?: string
}) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={`${tab.to}${search}`} end={tab.end ?? true} prefetch="intent">
          {tab.label}
        </NavLink>
      ))}
    </nav>
  )
}

/** Tabs that belong together, under a tab of their own where they are several. */
export interface TabGroup {
  label: string
  tabs: readonly Tab[]
}

const isWithin = ({ tabs }: TabGroup, pathname: string) =>
  tabs.some(({ to }) => to === pathname || pathname.startsWith(`${to}/`))

/** Two short rows in the place of one long one: a group leads to its first page, its own pages stand below. */
export function GroupedTabs({ label, groups }: { label: string; groups: readonly TabGroup[] }) {
  const { pathname } = useLocation()
  const filled = groups.filter(({ tabs }) => tabs.length > 0)
  const current = filled.find((group) => isWithin(group, pathname))
  return (
    <>
      <nav aria-label={label} className={styles.tabs}>
        {filled.map((group) => (
          <Link
            key={group.label}
            to={group.tabs[0]!.to}
            prefetch="intent"
            aria-current={group === current ? (group.tabs.length > 1 ? 'true' : 'page') : undefined}
          >
            {group.label}
          </Link>
        ))}
      </nav>
      {current && current.tabs.length > 1 ? (
        <nav aria-label={`${label}: ${current.label}`} className={styles.below}>
          {current.tabs.map((tab) => (
            <NavLink key={tab.to} to={tab.to} end={tab.end ?? true} prefetch="intent">
              {tab.label}
            </NavLink>
          ))}
        </nav>
      ) : null}
    </>
  )
}
