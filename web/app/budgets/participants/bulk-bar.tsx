import { Form } from 'react-router'
import { Button } from '#web/ui/kit/button.tsx'
import styles from '../detail.module.css'
import type { BulkKind } from './bulk.ts'
import type { ParticipantQuery } from './load-participants.server.ts'

const kinds: { kind: BulkKind; label: string }[] = [
  { kind: 'invite', label: 'Invite again' },
  { kind: 'pause', label: 'Pause' },
  { kind: 'resume', label: 'Resume' },
  { kind: 'amount', label: 'Set amount' },
  { kind: 'remove', label: 'Remove' },
]

interface BulkBarProps {
  /** The ticks of the list belong to this form. */
  formId: string
  query: ParticipantQuery
  isVariable: boolean
  /** Before the start no one has been invited: there is no one to pause or to remind. */
  hasBegun: boolean
  /** There are further pages. */
  hasMore: boolean
}

/** What to do with those who are ticked, or with everybody the list shows on all its pages. Leads to a question first. */
export const BulkBar = ({ formId, query, isVariable, hasBegun, hasMore }: BulkBarProps) => (
  <Form method="get" id={formId} className={styles.bulk} preventScrollReset>
    {query.q ? <input type="hidden" name="q" value={query.q} /> : null}
    {query.status ? <input type="hidden" name="status" value={query.status} /> : null}
    <label>
      <input type="checkbox" name="who" value="all" />
      {query.q || query.status ? 'All that fit' : 'Everyone'}
      {hasMore ? ', on all pages' : ''}
    </label>
    <span className={styles.acts}>
      {kinds
        .filter(({ kind }) => (kind === 'amount' ? isVariable : hasBegun || kind === 'remove'))
        .map(({ kind, label }) => (
          <Button key={kind} type="submit" look="quiet" size="small" name="confirm" value={kind}>
            {label}
          </Button>
        ))}
    </span>
  </Form>
)
