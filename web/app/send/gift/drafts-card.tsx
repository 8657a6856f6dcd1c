import { Link, useSearchParams } from 'react-router'
import { useZone } from '#web/app/shell/app-data.ts'
import { paths, withQuery } from '#web/paths.ts'
import { formatMoment } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import styles from '../send.module.css'

interface Draft {
  id: string
  gift: string
  people: string
  startedAt: string
  holds: string
  isWaiting: boolean
  changedAt: string
  /** Its next step. */
  next: string
}

/** Drafts that are not sent yet: to be continued, or discarded. */
export function DraftsCard({ drafts }: { drafts: readonly Draft[] }) {
  const zone = useZone()
  const [search] = useSearchParams()
  if (drafts.length === 0) return null
  /** So that two of one gift are told apart. */
  const title = ({ gift, people, startedAt }: Draft) =>
    people ? `${gift} for ${people}` : `${gift}, started ${formatMoment(startedAt, zone)}`
  const asked = drafts.find(({ id, isWaiting }) => id === search.get('discard') && !isWaiting)
  return (
    <>
      <Card title="Carry on where you were" flush>
        <ul className={styles.drafts}>
          {drafts.map((draft) => (
            <li key={draft.id}>
              <div>
                <Link to={draft.next} prefetch="intent">
                  {title(draft)}
                </Link>
                <span className="muted small">
                  {draft.holds} · changed <time dateTime={draft.changedAt}>{formatMoment(draft.changedAt, zone)}</time>
                </span>
              </div>
              {draft.isWaiting ? null : (
                <LinkButton
                  look="plain"
                  size="small"
                  to={withQuery(paths.send, { discard: draft.id })}
                  preventScrollReset
                  aria-label={`Discard ${title(draft)}`}
                >
                  Discard
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
      </Card>
      {asked ? (
        <ConfirmDialog
          title="Delete this draft?"
          confirm="Delete the draft"
          fields={{ discard: asked.id }}
          closeTo={paths.send}
        >
          “{title(asked)}” is deleted, with the addresses in it. This cannot be undone.
        </ConfirmDialog>
      ) : null}
    </>
  )
}
