import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, id, innerPage, innerPageQuery } from '../core/shapes.ts'
import { AwardLanguageName } from './award-language.ts'

/** So many letters are in one file at most. */
export const MOST_LETTERS = 100

/** An award by letter whose link is in no letter yet. */
const DueLetter = z.object({
  awardId: z.uuid(),
  caseReference: z.string(),
  personName: z.string(),
  language: AwardLanguageName,
  grantName: z.string(),
  dateCreated: z.string(),
})
export type DueLetter = z.infer<typeof DueLetter>

/** Letters that were printed together. */
const LetterRun = z.object({
  id: z.uuid(),
  madeBy: z.string(),
  dateMade: z.string(),
  letters: z.int(),
  /** Of them, those whose link still leads to an award: a new file holds these. */
  live: z.int(),
})
export type LetterRun = z.infer<typeof LetterRun>

const base = { tag: 'Payouts', access: 'session', permission: 'make-awards' } as const

export const listAwardLetters = endpoint({
  ...base,
  id: 'listAwardLetters',
  method: 'GET',
  path: '/v3/award-letters',
  summary:
    'Letters to people that are to be printed, the longest wait first, a hundred at most; and the runs that were, page by page, the latest first.',
  query: z.object(innerPageQuery),
  response: data(z.object({ due: z.array(DueLetter), count: z.int(), runs: z.array(LetterRun), pages: innerPage })),
})

export const printAwardLetters = endpoint({
  ...base,
  id: 'printAwardLetters',
  scope: 'send',
  method: 'POST',
  path: '/v3/award-letters',
  summary:
    'Prints the letters of awards: they are in one PDF, and count as printed, with by whom and when in their timelines. A link is printed once; one that was issued again since has a letter of its own.',
  body: z.object({ awardIds: z.array(id('award')).min(1).max(MOST_LETTERS) }),
  idempotent: true,
  status: 201,
  errors: ['not_found', 'wrong_state', 'conflict', 'idempotency_key_reused'],
  response: data(LetterRun),
})

export const getAwardLettersPdf = endpoint({
  ...base,
  id: 'getAwardLettersPdf',
  // It holds what opens awards.
  impersonation: 'never',
  scope: 'send',
  method: 'GET',
  path: '/v3/award-letters/{id}/pdf',
  summary: 'The letters of a run, in large type for window envelopes, without those whose link leads nowhere by now.',
  params: z.object({ id: id('letterRun') }),
  errors: ['not_found', 'wrong_state'],
  response: data(z.object({ fileName: z.string(), contentType: z.string(), base64: z.string() })),
})

export const letterEndpoints = { listAwardLetters, printAwardLetters, getAwardLettersPdf }
