import { Link } from 'react-router'
import type { NoteSubject, OperatorNote } from '#contract/operator/notes.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { roleLabels } from '#web/operator/labels.ts'
import { subjectPath } from '#web/operator/subjects.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { noteSubjectLabels } from './labels.ts'

export const NoteState = ({ note: { waitsFor } }: { note: OperatorNote }) => (
  <StatusBadge
    status={waitsFor ? `Waits for ${roleLabels[waitsFor]}` : 'Closed'}
    tone={waitsFor ? 'warning' : 'plain'}
  />
)

/** A note with its answers, as they were written. On the page of what it is about, that is not named again. */
export function NoteText({ note, about }: { note: OperatorNote; about: string }) {
  const { subject, from, to, entries } = note
  const page = subjectPath(subject)
  return (
    <>
      <p>
        <strong>
          {roleLabels[from]} to {roleLabels[to]}
        </strong>{' '}
        <NoteState note={note} />
        {subject.id !== about && page ? (
          <>
            {' '}
            <Link to={page}>
              {noteSubjectLabels[subject.kind]}: {subject.name}
            </Link>
          </>
        ) : null}
      </p>
      {entries.map(({ at, by, text }) => (
        <p key={`${at} ${text}`}>
          {text}
          <span className="muted small">
            {' '}
            {by}, <time dateTime={at}>{formatMoment(at, BUSINESS_ZONE)}</time>
          </span>
        </p>
      ))}
    </>
  )
}

/** What operators left for one another about something, on its page. */
export const NotesCard = ({
  notes,
  kind,
  about,
}: {
  notes: readonly OperatorNote[]
  kind: NoteSubject
  about: string
}) => (
  <Card
    title="Notes"
    action={
      <Link to={paths.operatorNotesAbout(kind, about)}>{notes.length ? 'Answer or leave a note' : 'Leave a note'}</Link>
    }
  >
    {notes.map((note) => (
      <NoteText key={note.id} note={note} about={about} />
    ))}
    {notes.length ? null : <p className="muted">None. A note waits on the first screen of the operators it is for.</p>}
  </Card>
)
