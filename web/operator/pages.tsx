import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { LinkButton } from '#web/ui/kit/button.tsx'
import styles from '#web/ui/kit/pagination.module.css'
import { useAddress } from '#web/ui/kit/pagination.tsx'

interface Cursors {
  next: string | null
  previous: string | null
}

interface ListPagesProps extends Cursors {
  /** What is listed, for who cannot see it. */
  label: string
  /** As `readCursor` reads it; a second list of a page has a name of its own. */
  name?: string
  /** Of lists that are in another order. */
  words?: { first: string; before: string; after: string }
}

const back = (name: string) => `${name}-before`

/** Where in a list an address is: after something, before something, or at its beginning. */
export function readCursor(search: URLSearchParams, name = 'next'): { next?: string; previous?: string } {
  const [next, previous] = [search.get(name), search.get(back(name))]
  if (previous) return { previous }
  return next ? { next } : {}
}

/** The newest, the newer and the older of a list; one step back leads where one step on came from. */
export function ListPages({
  next,
  previous,
  label,
  name = 'next',
  words = { first: 'Newest', before: 'Newer', after: 'Older' },
}: ListPagesProps) {
  const addressWith = useAddress()
  if (!next && !previous) return null
  return (
    <nav aria-label={`Pages of ${label}`} className={styles.pages}>
      {previous ? (
        <>
          <LinkButton look="quiet" size="small" to={addressWith({ [name]: null, [back(name)]: null })}>
            {words.first}
          </LinkButton>
          <LinkButton look="quiet" size="small" rel="prev" to={addressWith({ [name]: null, [back(name)]: previous })}>
            <IconChevronLeft size={16} aria-hidden="true" /> {words.before}
          </LinkButton>
        </>
      ) : null}
      {next ? (
        <LinkButton look="quiet" size="small" rel="next" to={addressWith({ [name]: next, [back(name)]: null })}>
          {words.after} <IconChevronRight size={16} aria-hidden="true" />
        </LinkButton>
      ) : null}
    </nav>
  )
}
