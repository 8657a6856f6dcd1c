import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useLocation } from 'react-router'
import { LinkButton } from './button.tsx'
import styles from './pagination.module.css'

interface PaginationProps {
  /** 1 is the first. */
  page: number
  lastPage: number
  /** What is listed, for who cannot see it. */
  label: string
  /** The query parameter that holds the page. */
  parameter?: string
}

/** Page by page, in the address. Nothing where everything fits on one. */
export function Pagination({ page, lastPage, label, parameter = 'page' }: PaginationProps) {
  const addressWith = useAddress()
  if (lastPage <= 1) return null
  return (
    <nav aria-label={`Pages of ${label}`} className={styles.pages}>
      {page > 1 ? (
        <LinkButton
          look="quiet"
          size="small"
          rel="prev"
          to={addressWith({ [parameter]: page === 2 ? null : `${page - 1}` })}
        >
          <IconChevronLeft size={16} aria-hidden="true" /> Previous
        </LinkButton>
      ) : null}
      <span className="muted small">
        Page {page} of {lastPage}
      </span>
      {page < lastPage ? (
        <LinkButton look="quiet" size="small" rel="next" to={addressWith({ [parameter]: `${page + 1}` })}>
          Next <IconChevronRight size={16} aria-hidden="true" />
        </LinkButton>
      ) : null}
    </nav>
  )
}

/** Lists that only lead on: to the older, and back to the newest; or in another order, under other names. */
export function CursorPagination({
  next,
  label,
  parameter = 'next',
  words = { first: 'Newest', next: 'Older' },
}: {
  next: string | null
  label: string
  parameter?: string
  words?: { first: string; next: string }
}) {
  const addressWith = useAddress()
  const { search } = useLocation()
  const isFirst = !new URLSearchParams(search).has(parameter)
  if (isFirst && !next) return null
  return (
    <nav aria-label={`Pages of ${label}`} className={styles.pages}>
      {isFirst ? null : (
        <LinkButton look="quiet" size="small" to={addressWith({ [parameter]: null })}>
          <IconChevronLeft size={16} aria-hidden="true" /> {words.first}
        </LinkButton>
      )}
      {next ? (
        <LinkButton look="quiet" size="small" rel="next" to={addressWith({ [parameter]: next })}>
          {words.next} <IconChevronRight size={16} aria-hidden="true" />
        </LinkButton>
      ) : null}
    </nav>
  )
}

/** This address with other query parameters; null takes one away. */
export function useAddress(): (changes: Record<string, string | null>) => string {
  const { pathname, search } = useLocation()
  return (changes) => {
    const parameters = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) parameters.delete(name)
      else parameters.set(name, value)
    }
    const text = parameters.toString()
    return text ? `${pathname}?${text}` : pathname
  }
}
