import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { type OperatorPermission, operatorRoles, reason } from '../core/operators.ts'
import { cursorPage, cursorQuery, data, id } from '../core/shapes.ts'

/** What a note may be about, and what is needed to see that. */
export const noteSubjects = {
  team: 'view-console',
  huggg: 'view-console',
  transaction: 'view-console',
  document: 'view-console',
  'bank-line': 'view-bank',
} as const satisfies Record<string, OperatorPermission>
export type NoteSubject = keyof typeof noteSubjects
export const noteSubjectKinds = Object.keys(noteSubjects) as NoteSubject[]

/** By what it is one of: looked up among records of that kind alone. */
const subjectId = z.uuid().meta({ free: true })

export const OperatorNote = z.object({
  id: z.string(),
  subject: z.object({ kind: z.enum(noteSubjectKinds), id: z.string(), name: z.string() }),
  /** Whose it is; null of a line of the bank. */
  customer: z.object({ id: z.string(), name: z.string() }).nullable(),
  from: z.enum(operatorRoles),
  to: z.enum(operatorRoles),
  /** Whose turn it is; null once it is closed. */
  waitsFor: z.enum(operatorRoles).nullable(),
  /** Since when it waits, or has been closed. */
  since: z.string(),
  /** What was written, in order. */
  entries: z.array(z.object({ at: z.string(), by: z.string(), text: z.string() })),
})
export type OperatorNote = z.infer<typeof OperatorNote>

const base = { tag: 'Operator', access: 'operator' } as const

export const listOperatorNotes = endpoint({
  ...base,
  id: 'listOperatorNotes',
  method: 'GET',
  path: '/v3/operator/notes',
  summary:
    'Notes that wait for an operator; or all those about one thing, those that are closed too, and about all that is a customer’s. The oldest first.',
  operator: { permission: 'leave-notes' },
  query: z
    .object({ ...cursorQuery, kind: z.enum(noteSubjectKinds).optional(), about: subjectId.optional() })
    .refine(({ kind, about }) => (kind === undefined) === (about === undefined), {
      message: 'give both kind and about, or neither',
      path: ['about'],
    }),
  response: cursorPage(OperatorNote),
})

export const leaveOperatorNote = endpoint({
  ...base,
  id: 'leaveOperatorNote',
  method: 'POST',
  path: '/v3/operator/notes',
  summary: 'Leaves a note for a group of operators, on whose first screen it waits. The same words again are one note.',
  operator: { permission: 'leave-notes', needsReason: true },
  body: z.object({
    kind: z.enum(noteSubjectKinds),
    about: subjectId,
    to: z.enum(operatorRoles),
    /** What it says. */
    reason: reason(),
  }),
  response: data(z.object({ id: z.string() })),
  errors: ['not_found'],
})

export const answerOperatorNote = endpoint({
  ...base,
  id: 'answerOperatorNote',
  method: 'POST',
  path: '/v3/operator/notes/{id}/answer',
  summary:
    'Adds to a note. It then waits for the group of who left it, or, where they add to it, for the other; or it is closed.',
  operator: { permission: 'leave-notes', needsReason: true },
  params: z.object({ id: id('operatorNote') }),
  body: z.object({
    closes: z.boolean().default(false),
    /** What it says. */
    reason: reason(),
  }),
  response: data(z.object({ waitsFor: z.enum(operatorRoles).nullable() })),
  errors: ['not_found', 'wrong_state'],
})

export const operatorNoteEndpoints = { listOperatorNotes, leaveOperatorNote, answerOperatorNote }
