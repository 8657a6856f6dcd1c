import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { operatorMay, operatorRoles } from '#contract/core/operators.ts'
import {
  answerOperatorNote,
  leaveOperatorNote,
  type NoteSubject,
  noteSubjectKinds,
  noteSubjects,
  type OperatorNote,
} from '#contract/operator/notes.ts'
import { choice, exactText, readForm, text, ticked } from '#web/http/read-form.ts'
import { roleLabels } from '#web/operator/labels.ts'
import { type ActFailure, runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { subjectPath } from '#web/operator/subjects.ts'
import { paths } from '#web/paths.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ActionForm, CheckField, SelectField, TextAreaField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { noteSubjectLabels } from './labels.ts'
import { NoteText } from './note-text.tsx'
import { notesAbout } from './notes-about.server.ts'

const readKind = (typed: string | undefined): NoteSubject => {
  const kind = noteSubjectKinds.find((each) => each === typed)
  if (!kind) throw data(null, { status: 404 })
  return kind
}

export async function loader({ params, context }: LoaderFunctionArgs) {
  const kind = readKind(params.kind)
  const about = params.id!
  return { kind, about, notes: await notesAbout(getOperatorSession(context), kind, about) }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const [kind, about] = [readKind(params.kind), params.id!]
  const form = await request.formData()
  const { note, reason } = readForm(form, { note: text, reason: exactText })
  const asked = { form, page: paths.operatorNotesAbout(kind, about) }
  if (note) {
    const { closes } = readForm(form, { closes: ticked })
    return runAct(
      session,
      asked,
      () => session.call(answerOperatorNote, { params: { id: note }, body: { closes, reason } }),
      ({ data: { waitsFor } }) => (waitsFor ? `It waits for ${roleLabels[waitsFor]} now.` : 'The note is closed.'),
    )
  }
  const { to } = readForm(form, { to: choice(...operatorRoles) })
  if (!to) throw data(null, { status: 400 })
  return runAct(
    session,
    asked,
    () => session.call(leaveOperatorNote, { body: { kind, about, to, reason } }),
    () => `It waits on the first screen of ${roleLabels[to]}.`,
  )
}

const LENGTH = { minLength: 3, maxLength: 500, rows: 3, required: true } as const

function Answer({ note, failure }: { note: OperatorNote; failure: ActFailure | undefined }) {
  return (
    <ActionForm failure={failure?.intent === note.id ? failure : null}>
      <input type="hidden" name="intent" value={note.id} />
      <input type="hidden" name="note" value={note.id} />
      <TextAreaField name="reason" label="Answer" {...LENGTH} />
      <CheckField name="closes" label="That settles it: close the note" />
      <div>
        <SubmitButton>Answer</SubmitButton>
      </div>
    </ActionForm>
  )
}

/** Notes about one thing, with room for answers and for another note. */
export default function NotesAbout() {
  const { kind, about, notes } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const page = subjectPath({ kind, id: about })
  const groups = operatorRoles.filter((role) => operatorMay(role, noteSubjects[kind]))
  return (
    <>
      <PageHeader
        title="Notes"
        lead="What operators leave for one another. Customers do not see them."
        {...(page && { back: { to: page, label: noteSubjectLabels[kind] } })}
      />
      {notes.map((note) => (
        <Card key={note.id}>
          <NoteText note={note} about={about} />
          {note.waitsFor ? <Answer note={note} failure={failure} /> : null}
        </Card>
      ))}
      <Card title="Leave a note">
        <ActionForm failure={failure?.intent === 'leave' ? failure : null}>
          <input type="hidden" name="intent" value="leave" />
          <SelectField
            name="to"
            label="For"
            description="It waits on their first screen, and on that of owners, until it is closed."
            data={groups.map((role) => ({ value: role, label: roleLabels[role] }))}
            {...(groups.includes('finance') && { defaultValue: 'finance' })}
          />
          <TextAreaField
            name="reason"
            label="Note"
            description="Kept in the record, beside your name. No codes, no passwords."
            {...LENGTH}
          />
          <div>
            <SubmitButton>Leave the note</SubmitButton>
          </div>
        </ActionForm>
      </Card>
    </>
  )
}
