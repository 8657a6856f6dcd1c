import { useEffect, useRef, useState } from 'react'
import { Notice } from '../kit/notice.tsx'
import { LeadButton, Refusal } from '../kit/refusal.tsx'

/** Fields that are named one by one; more of them are a number. */
const FIELDS_NAMED = 5

interface ListNoticesProps {
  /** What is wrong: row by row, and with the list as a whole. */
  shown: { problems: readonly unknown[]; general: readonly string[]; notices: readonly string[] }
  /** What did not happen, where the form was sent and not accepted. */
  refusal: string | null
  isLive: boolean
}

/** What stands against a list, above its rows. */
export function ListNotices({ shown: { problems, general, notices }, refusal, isLive }: ListNoticesProps) {
  return (
    <>
      {refusal && (problems.length || general.length) ? <RefusedList title={refusal} problems={problems} /> : null}
      {general.length && (refusal || isLive) ? (
        <Notice tone="warning" role="status">
          {general.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Notice>
      ) : null}
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

/** Leads to the wrong fields, by the names they have in their rows. */
function RefusedList({ title, problems }: { title: string; problems: readonly unknown[] }) {
  const place = useRef<HTMLDivElement>(null)
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
  return (
    <Refusal ref={place} answer={title} title={title}>
      Fix the highlighted fields, then continue.
      {names.length ? (
        <ul>
          {names.slice(0, FIELDS_NAMED).map((name, index) => (
            <li key={name}>
              <LeadButton label={name ?? ''} onPress={() => lead(index)} />
            </li>
          ))}
          {names.length > FIELDS_NAMED ? <li>and {names.length - FIELDS_NAMED} more</li> : null}
        </ul>
      ) : null}
    </Refusal>
  )
}
