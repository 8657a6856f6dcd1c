import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Notice } from '../kit/notice.tsx'
import styles from '../kit/refusal.module.css'
import { LeadButton, Refusal } from '../kit/refusal.tsx'
import { listSummary } from './list-summary.ts'

/** Fields that are named one by one; more of them are a number. */
const FIELDS_NAMED = 5

/** The list was added to or looked at, or was to be saved and was not accepted. */
export type ListOutcome = 'looked' | 'refused' | null

type Problems = readonly { row: number }[]

interface ListNoticesProps {
  /** What is wrong: row by row, and with the list as a whole. */
  shown: { problems: Problems; general: readonly string[]; notices: readonly string[] }
  /** What did not happen, where the form was sent and not accepted. */
  refusal: string | null
  /** How many rows were added and are right, where the list was added to or looked at and nothing more was asked for. */
  added?: number | null
  isLive: boolean
}

/** What stands against a list, above its rows. */
export function ListNotices({
  shown: { problems, general, notices },
  refusal,
  added = null,
  isLive,
}: ListNoticesProps) {
  const place = useRef<HTMLDivElement>(null)
  // With the answer itself: later it would take the focus from a field that someone types into.
  useLayoutEffect(() => {
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'center' })
  }, [])
  const isLooked = added !== null
  const summary = isLooked ? listSummary({ added, problems }) : null
  const warnings =
    general.length && (refusal || isLooked || isLive) ? (
      <Notice tone="warning" role="status">
        {general.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </Notice>
    ) : null
  return (
    <>
      {refusal && (problems.length || general.length) ? <RefusedList title={refusal} problems={problems} /> : null}
      {isLooked && (summary || warnings) ? (
        <div ref={place} tabIndex={-1} className={`stack ${styles.refusal}`}>
          {summary ? (
            <Notice role="status" title={summary}>
              {problems.length ? <WrongFields place={place} problems={problems} /> : null}
            </Notice>
          ) : null}
          {warnings}
        </div>
      ) : (
        warnings
      )}
      {notices.length ? (
        <Notice role="status">
          {notices.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Notice>
      ) : null}
    </>
  )
}

function RefusedList({ title, problems }: { title: string; problems: Problems }) {
  const place = useRef<HTMLDivElement>(null)
  return (
    <Refusal ref={place} answer={title} title={title}>
      Fix the highlighted fields, then continue.
      <WrongFields place={place} problems={problems} />
    </Refusal>
  )
}

/** Leads to the wrong fields of the form around a place, by the names they have in their rows. */
function WrongFields({ place, problems }: { place: RefObject<HTMLDivElement | null>; problems: Problems }) {
  const [names, setNames] = useState<(string | null)[]>([])
  const wrongFields = () => [
    ...(place.current?.closest('form')?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? []),
  ]
  // biome-ignore lint/correctness/useExhaustiveDependencies: which fields are marked follows from the problems
  useEffect(() => setNames(wrongFields().map((field) => field.getAttribute('aria-label'))), [problems])
  const lead = (index: number) => {
    const field = wrongFields()[index]
    field?.focus()
    field?.scrollIntoView({ block: 'center' })
  }
  if (names.length === 0) return null
  return (
    <ul>
      {names.slice(0, FIELDS_NAMED).map((name, index) => (
        <li key={name}>
          <LeadButton label={name ?? ''} onPress={() => lead(index)} />
        </li>
      ))}
      {names.length > FIELDS_NAMED ? <li>and {names.length - FIELDS_NAMED} more</li> : null}
    </ul>
  )
}
