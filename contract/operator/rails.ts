import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { awardRailNames, railNames } from '../core/rails.ts'
import { data, id, innerPage, innerPageQuery, text } from '../core/shapes.ts'

const MAX_SETTLEMENT_FILE_BYTES = 4 * 1024 * 1024

const rail = z.enum(railNames)

/** matched: it agrees with what is known of its code · the others say why not. */
export const SettlementVerdict = z.enum([
  'matched',
  'unknown',
  'not-given-out',
  'too-much',
  'wrong-rest',
  'after-its-end',
  'not-booked',
])
export type SettlementVerdict = z.infer<typeof SettlementVerdict>

const RailFile = z.object({
  id: z.string(),
  rail,
  name: z.string(),
  day: z.string(),
  lines: z.int(),
  amountPence: z.int(),
  /** Lines that an earlier file had told, and that count once. */
  repeated: z.int(),
  takenInAt: z.string(),
  takenInBy: z.string(),
  /** Lines that do not agree with what is known. */
  unmatched: z.int(),
})
export type RailFile = z.infer<typeof RailFile>

export const Rail = z.object({
  rail,
  label: z.string(),
  connection: z.enum(['connected', 'sandbox', 'none']),
  settlement: z.enum(['onFetch', 'onCash']),
  leastPence: z.int(),
  mostPence: z.int(),
  stepPence: z.int(),
  validDays: z.int(),
  isCancellable: z.boolean(),
  /** Whether it says what happened to one code when it is asked. */
  tellsStatus: z.boolean(),
  /** As its latest answer said. */
  floatPence: z.int().nullable(),
  givenOut: z.int(),
  givenOutPence: z.int(),
  cashedPence: z.int(),
  /** What its codes ended with and never paid out. */
  endedPence: z.int(),
  unmatched: z.int(),
  /** Codes that are over for a week, and of which no file has said anything. */
  untold: z.int(),
})
export type Rail = z.infer<typeof Rail>

export const RailLine = z.object({
  line: z.int(),
  entry: z.string(),
  reference: z.string(),
  event: z.enum(['cashed', 'expired', 'cancelled']),
  amountPence: z.int(),
  day: z.string(),
  verdict: SettlementVerdict,
  /** The purchase that the code belongs to. */
  purchaseId: z.string().nullable(),
})
export type RailLine = z.infer<typeof RailLine>

/** A code of an award that its rail was asked for an hour or longer, and has neither made nor refused. */
const OverdueCode = z.object({
  reference: z.string(),
  rail: z.enum(awardRailNames),
  amountPence: z.int(),
  teamName: z.string(),
  askedAt: z.string(),
  tries: z.int(),
  /** Of the latest try: a code of ours or the rail’s. */
  lastReason: z.string().nullable(),
})
export type OverdueCode = z.infer<typeof OverdueCode>

const base = { tag: 'Operator', access: 'operator' } as const

export const listRails = endpoint({
  ...base,
  id: 'listRails',
  method: 'GET',
  path: '/v3/operator/rails',
  summary:
    'The ways to pay out: connection, limits and figures of each, settlement files page by page, the latest first, and codes that rails have owed for an hour or longer.',
  operator: { permission: 'view-settlements' },
  query: z.object(innerPageQuery),
  response: data(
    z.object({ rails: z.array(Rail), files: z.array(RailFile), pages: innerPage, overdue: z.array(OverdueCode) }),
  ),
})

export const getRailFile = endpoint({
  ...base,
  id: 'getRailFile',
  method: 'GET',
  path: '/v3/operator/rails/files/{id}',
  summary:
    'What a settlement file said, and whether each line agrees with what is known: what does not comes first, page by page.',
  operator: { permission: 'view-settlements' },
  params: z.object({ id: id('railFile') }),
  query: z.object(innerPageQuery),
  response: data(RailFile.extend({ entries: z.array(RailLine), pages: innerPage })),
  errors: ['not_found'],
})

export const takeSettlementFile = endpoint({
  ...base,
  id: 'takeSettlementFile',
  method: 'POST',
  path: '/v3/operator/rails/{rail}/files',
  summary:
    'Takes a rail’s settlement file in, once and whole: an altered file, another rail’s, or one that was taken in before is refused.',
  operator: { permission: 'manage-settlements', needsReason: true },
  params: z.object({ rail }),
  bodyKind: 'multipart',
  bodyLimitBytes: MAX_SETTLEMENT_FILE_BYTES + 16 * 1024,
  body: z.object({
    file: z.file().min(1, 'must not be empty').max(MAX_SETTLEMENT_FILE_BYTES, 'must be at most 4 MB'),
    reason: reason(),
  }),
  response: data(z.object({ id: z.string(), lines: z.int(), repeated: z.int(), unmatched: z.int() })),
  errors: ['conflict', 'unavailable'],
})

export const askRail = endpoint({
  ...base,
  id: 'askRail',
  method: 'POST',
  path: '/v3/operator/rails/{rail}/codes',
  summary:
    'Asks a rail what happened to one code, or to stop it. No money moves: what a stopped code did not pay out comes back with the rail’s settlement file.',
  operator: { permission: 'manage-settlements', needsReason: true },
  params: z.object({ rail }),
  body: z.object({
    what: z.enum(['status', 'cancel']),
    /** What the code was asked for under. */
    codeReference: text(60).min(1, 'is needed'),
    /** To cancel, where the rail knows its codes by nothing else. */
    code: text(60).optional(),
    reason: reason(),
  }),
  response: data(z.object({ state: z.string(), cashedPence: z.int().nullable() })),
  errors: ['wrong_state', 'unavailable'],
})

export const endOverdueCode = endpoint({
  ...base,
  id: 'endOverdueCode',
  method: 'POST',
  path: '/v3/operator/rails/overdue',
  summary:
    'Ends an award whose code its rail has neither made nor refused for an hour: its money goes back to its grant, once. A code that the rail makes all the same is given to no one, and stopped where it can be.',
  operator: { permission: 'manage-settlements', needsReason: true },
  body: z.object({
    /** What the code was asked for under. */
    codeReference: text(60).min(1, 'is needed'),
    reason: reason(),
  }),
  response: data(z.object({ awardId: z.string(), amountPence: z.int() })),
  errors: ['not_found', 'wrong_state'],
})

export const railEndpoints = { listRails, getRailFile, takeSettlementFile, askRail, endOverdueCode }
