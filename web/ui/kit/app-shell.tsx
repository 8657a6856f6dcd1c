import { IconChevronDown, IconMenu2, IconSearch, IconX } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link, NavLink, useLocation, useNavigation } from 'react-router'
import { paths } from '#web/paths.ts'
import styles from './app-shell.module.css'
import type { PalettePlace, ShellSearch } from './command-palette.tsx'
import { useHotkey } from './use-hotkey.ts'

const CommandPalette = lazy(() => import('./command-palette.tsx'))

export interface NavigationItem extends PalettePlace {
  icon: ReactNode
  end?: boolean
}

const customersSearch: ShellSearch = {
  page: paths.browse,
  results: paths.search,
  suggestions: (q) => paths.suggestions({ q }),
  placeholder: 'People, gifts, purchases, budgets, settings',
}

interface AppShellProps {
  /** Where to go, as far as the reader may. */
  items: readonly NavigationItem[]
  /** Further places that only the palette offers. */
  places?: readonly PalettePlace[]
  /** Where the wordmark leads. */
  home?: string
  search?: ShellSearch | null
  /** Above the list: which team this is. */
  top?: ReactNode
  /** The one thing people come for. */
  action?: ReactNode
  /** Below the list: who this is. */
  bottom: ReactNode
  /** Words of the page before, once. */
  notice?: ReactNode
  children: ReactNode
}

/** The frame of every screen: navigation beside it (behind a button on a phone), and a palette over it (⌘K). */
export function AppShell({
  items,
  places = [],
  home = paths.home,
  search = customersSearch,
  top,
  action,
  bottom,
  notice,
  children,
}: AppShellProps) {
  const [paletteIsOpen, setPaletteIsOpen] = useState(false)
  useHotkey('k', () => setPaletteIsOpen((isOpen) => search !== null && !isOpen))
  useClosedOnNavigation()
  const openPalette = (event: { preventDefault(): void }) => {
    event.preventDefault()
    setPaletteIsOpen(true)
  }
  return (
    <div className={`app ${styles.shell}`}>
      <Progress />
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <header className={styles.bar}>
        <button type="button" className={styles.iconButton} popoverTarget="navigation" aria-label="Menu">
          <IconMenu2 size={22} stroke={1.75} aria-hidden="true" />
        </button>
        <Wordmark to={home} />
        {search ? (
          <Link to={search.page} className={styles.iconButton} onClick={openPalette} aria-label="Search">
            <IconSearch size={22} stroke={1.75} aria-hidden="true" />
          </Link>
        ) : (
          <span className={styles.iconButton} />
        )}
      </header>
      {/* A popover on a phone, so that it opens before scripts do; a column beside the page on wider screens. */}
      <nav id="navigation" popover="auto" className={styles.side} aria-label="Main">
        <div className={styles.sideHead}>
          <Wordmark to={home} />
          <button
            type="button"
            className={`${styles.iconButton} ${styles.narrow}`}
            popoverTarget="navigation"
            popoverTargetAction="hide"
            aria-label="Close the menu"
          >
            <IconX size={22} stroke={1.75} aria-hidden="true" />
          </button>
        </div>
        {top}
        {action}
        {search ? (
          <Link to={search.page} className={styles.search} onClick={openPalette}>
            <IconSearch size={18} stroke={1.75} aria-hidden="true" />
            <span>Search</span>
            <span className={styles.key} aria-hidden="true">
              ⌘K
            </span>
          </Link>
        ) : null}
        <ul className={styles.items}>
          {items.map(({ to, label, icon, end = false }) => (
            <li key={to}>
              <NavLink to={to} end={end} prefetch="intent">
                {icon}
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        <div className={styles.bottom}>{bottom}</div>
      </nav>
      <main id="main" className={styles.main} tabIndex={-1}>
        {notice}
        {children}
      </main>
      {search && paletteIsOpen ? (
        <Suspense>
          <CommandPalette search={search} places={[...items, ...places]} onClose={() => setPaletteIsOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

const Wordmark = ({ to }: { to: string }) => (
  <Link to={to} className={styles.wordmark}>
    <img src={paths.icon} alt="" width="28" height="28" />
    Posy
  </Link>
)

interface MenuProps {
  id: string
  /** What the button shows. */
  label: ReactNode
  /** What the button is for, read out after what it shows: who speaks to a page says what they see. */
  purpose: string
  above?: boolean
  children: ReactNode
}

/** A button that opens a small sheet: a native popover, which closes on Escape and works before scripts do. */
export function ShellMenu({ id, label, purpose, above = false, children }: MenuProps) {
  return (
    <div className={styles.menuPlace}>
      <button type="button" className={styles.menuButton} popoverTarget={id}>
        {label}
        <span className="visually-hidden">{purpose}</span>
        <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
      </button>
      <div id={id} popover="auto" className={`${styles.menu} ${above ? styles.above : ''}`}>
        {children}
      </div>
    </div>
  )
}

/** What was opened belongs to the page it was opened on. */
function useClosedOnNavigation() {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the page is another one
  useEffect(() => {
    for (const open of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) open.hidePopover()
  }, [key])
}

/** A line at the top while the next page is on its way, unless it is there at once. For the eye only: the new page is announced. */
function Progress() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className={styles.progress} aria-hidden="true" />
}
