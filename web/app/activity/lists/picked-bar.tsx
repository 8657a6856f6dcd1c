import { useEffect, useState } from 'react'
import { Form, Link } from 'react-router'
import type { HugggHit } from '#contract/search/search.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { formatCount, plural } from '#web/ui/format.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import type { TableColumn } from '#web/ui/kit/data-table.tsx'
import { CheckField, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import styles from '../activity.module.css'
import { recipientName } from '../labels.ts'
import { MAX_PICKED_GIFTS, messagesToOffer, PICKED_FORM, type PickedAnswer, pickedPermissions } from './picked.ts'

const isOver = ({ status }: HugggHit): boolean => status === 'Cancelled' || status === 'Expired'

/** A tick for each gift, until it is over; they belong to the bar's form. A gift that has changed is no longer ticked. */
export const pickColumn: TableColumn<HugggHit> = {
  key: 'pick',
  header: 'Pick',
  cell: (hit) =>
    isOver(hit) ? null : (
      <input
        key={hit.status}
        type="checkbox"
        name="hugggId"
        value={hit.huggg.id}
        form={PICKED_FORM}
        aria-label={`Pick the gift for ${recipientName(hit)}`}
      />
    ),
}

/** Whether the reader can do something with gifts that are ticked. */
export function useMayPick(): boolean {
  const can = useCan()
  return Object.values(pickedPermissions).some((permission) => can(permission))
}

interface PickedBarProps {
  attempt: string
  /** Gifts on this page. */
  hits: readonly HugggHit[]
  /** In the whole list. */
  total: number
}

/** What to do with the gifts that are ticked, or with all of the list. */
export function PickedBar({ attempt, hits, total }: PickedBarProps) {
  const can = useCan()
  const offered = messagesToOffer(hits)
  const most = Math.min(total, MAX_PICKED_GIFTS)
  return (
    <Form method="post" id={PICKED_FORM} className={styles.picked} preventScrollReset aria-label="Selected gifts">
      <input type="hidden" name="attempt" value={attempt} />
      <PickedCount />
      {total > hits.length ? (
        <CheckField
          name="all"
          label={
            most < total
              ? `The first ${formatCount(most)} of all ${formatCount(total)}`
              : `All ${formatCount(total)}, on every page`
          }
        />
      ) : null}
      {offered.remind && can(pickedPermissions.remind) ? (
        <Button type="submit" look="quiet" size="small" name="do" value="remind">
          Remind
        </Button>
      ) : null}
      {offered.resend && can(pickedPermissions.resend) ? (
        <Button type="submit" look="quiet" size="small" name="do" value="resend">
          Send again
        </Button>
      ) : null}
      {can(pickedPermissions.cancel) ? (
        <Button type="submit" look="danger" size="small" name="do" value="cancel">
          Cancel
        </Button>
      ) : null}
      {can(pickedPermissions.dates) ? (
        <span className={styles.pickedDay}>
          <TextField name="expiry" type="date" label="New last day of selected gifts" />
          <Button type="submit" look="quiet" size="small" name="do" value="dates">
            Change last day
          </Button>
        </span>
      ) : null}
    </Form>
  )
}

interface PickedOutcomeProps {
  answer: PickedAnswer | null
  /** The list's own address, with its filters. */
  here: string
}

/** What pressing came to: a question, or what could not be done. The list may be empty by now. */
export function PickedOutcome({ answer, here }: PickedOutcomeProps) {
  return (
    <>
      {answer && 'refused' in answer ? <Refused answer={answer} /> : null}
      {answer && 'question' in answer ? (
        <ConfirmDialog
          title={answer.question.title}
          confirm={answer.question.confirm}
          fields={answer.question.fields}
          closeTo={here}
          danger={answer.question.danger}
        >
          {answer.question.text}
        </ConfirmDialog>
      ) : null}
    </>
  )
}

/** How many are ticked, and a tick for all: both only with scripts. */
function PickedCount() {
  const [picked, setPicked] = useState<number | null>(null)
  const boxes = () => [...document.querySelectorAll<HTMLInputElement>(`input[name=hugggId][form=${PICKED_FORM}]`)]
  useEffect(() => {
    const count = () => setPicked(boxes().filter(({ checked }) => checked).length)
    count()
    document.addEventListener('change', count)
    return () => document.removeEventListener('change', count)
  })
  return (
    <>
      <span className="muted small" role="status">
        {picked ? `${plural(picked, 'gift')} selected:` : 'Selected gifts:'}
      </span>
      {picked === null ? null : (
        <Button
          type="button"
          look="plain"
          size="small"
          onClick={() => {
            const all = boxes()
            const isWhole = all.every(({ checked }) => checked)
            for (const box of all) box.checked = !isWhole
            setPicked(isWhole ? 0 : all.length)
          }}
        >
          Select this page
        </Button>
      )}
    </>
  )
}

/** What could not be done, gift by gift. */
const Refused = ({ answer: { text, refused } }: { answer: Extract<PickedAnswer, { refused: unknown }> }) => (
  <Notice tone="warning" title={text} role="alert">
    {plural(refused.length, 'gift was', 'gifts were')} left as {refused.length === 1 ? 'it was' : 'they were'}:
    <ul>
      {refused.map(({ id, name, reason }) => (
        <li key={id}>
          <Link to={paths.sentGift(id)}>{name}</Link>: {reason}
        </li>
      ))}
    </ul>
  </Notice>
)
