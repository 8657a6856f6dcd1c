import { listOperatorNotes, type NoteSubject, type OperatorNote } from '#contract/operator/notes.ts'
import type { OperatorSession } from '#web/operator/session.ts'

const MOST = 100

/** Of something that the operator looks at. */
export const notesAbout = async (session: OperatorSession, kind: NoteSubject, about: string): Promise<OperatorNote[]> =>
  session.unwrap(await session.call(listOperatorNotes, { query: { kind, about, limit: MOST } })).data
