import type { NoteSubject } from '#contract/operator/notes.ts'

export const noteSubjectLabels: Record<NoteSubject, string> = {
  team: 'Customer',
  huggg: 'Gift',
  transaction: 'Purchase',
  document: 'Paper',
  'bank-line': 'Bank line',
}
