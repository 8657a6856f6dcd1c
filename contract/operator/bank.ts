import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { data, freeText, id, page } from '../core/shapes.ts'
import { waits } from './waiting-acts.ts'

/** Of the console's form; the command line takes more. */
const MAX_STATEMENT_FILE_BYTES = 4 * 1024 * 1024
const MOST_PENCE = 100_000_000_000

export const statementLayouts = [
  'auto',
  'barclays',
  'lloyds',
  'natwest',
  'hsbc',
  'monzo',
  'starling',
  'revolut',
  'revolut-business',
  'camt053',
  'mt940',
] as const
const bankLineStates = ['new', 'booked', 'parked', 'outgoing', 'set-aside'] as const

export const BankLine = z.object({
  id: z.string(),
  /** YYYY-MM-DD, the bank's own day. */
  date: z.string(),
  account: z.string(),
  currency: z.string(),
  /** Below zero: it went out. */
  amountPence: z.int(),
  text: z.string(),
  state: z.enum(bankLineStates),
  /** Why it waits, or why it was set aside. */
  note: z.string().nullable(),
  /** What it is booked to: a reference or a number. */
  target: z.object({ kind: z.string(), id: z.string(), label: z.string() }).nullable(),
})
export type BankLine = z.infer<typeof BankLine>

/** What was done about a line; who it was is Posy itself where it was matched. */
export const BankLineAct = z.object({
  act: z.string(),
  operator: z.string(),
  reason: z.string().nullable(),
  at: z.string(),
})
export type BankLineAct = z.infer<typeof BankLineAct>

const bank = { tag: 'Operator', access: 'operator' } as const

export const listBankLines = endpoint({
  ...bank,
  id: 'listBankLines',
  method: 'GET',
  path: '/v3/operator/bank/lines',
  summary: 'Lines of the bank: those that wait for someone, the oldest first, or all others, the newest first.',
  operator: { permission: 'view-bank' },
  query: z.object({
    show: z.enum(['waiting', 'settled']).default('waiting'),
    /** An amount as people write it, or a part of what the bank says or of a reference. */
    q: freeText(200).optional(),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    per_page: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: page(BankLine),
})

export const getBankLine = endpoint({
  ...bank,
  id: 'getBankLine',
  method: 'GET',
  path: '/v3/operator/bank/lines/{id}',
  summary: 'One line, and what was done about it; with a reference also what that names, and whose it is.',
  operator: { permission: 'view-bank' },
  params: z.object({ id: id('bankLine') }),
  query: z.object({ reference: freeText(60).optional() }),
  response: data(
    BankLine.extend({
      acts: z.array(BankLineAct),
      /** Of one that is not booked: payments of its amount that customers announced and that have not arrived. */
      announced: z.array(
        z.object({
          id: z.string(),
          at: z.string(),
          amountPence: z.int(),
          currency: z.string(),
          by: z.string().nullable(),
          team: z.string(),
          wallet: z.string(),
          reference: z.string(),
        }),
      ),
      /** What the reference names that this line could be booked to: one thing, or it cannot. Null without a reference. */
      named: z.array(z.object({ kind: z.string(), label: z.string(), owner: z.string() })).nullable(),
    }),
  ),
  errors: ['not_found'],
})

export const stageBankStatement = endpoint({
  ...bank,
  id: 'stageBankStatement',
  method: 'POST',
  path: '/v3/operator/bank/statements',
  summary: 'Uploads a statement file for review. It is stored for a day, and nothing of it is used yet.',
  operator: { permission: 'manage-bank', needsReason: true },
  bodyKind: 'multipart',
  bodyLimitBytes: MAX_STATEMENT_FILE_BYTES + 16 * 1024,
  body: z.object({
    file: z
      .file()
      .min(1, 'must not be empty')
      .max(MAX_STATEMENT_FILE_BYTES, 'must be at most 4 MB; larger ones by posy bank import'),
    layout: z.enum(statementLayouts).default('auto'),
    /** Where the file does not say whose account it is: sort code and account number. */
    account: freeText(40).optional(),
    reason: reason(),
  }),
  response: data(z.object({ id: z.string() })),
})

export const StatementPreview = z.object({
  id: z.string(),
  fileName: z.string(),
  layout: z.string(),
  sha256: z.string(),
  /** Everything that stands against it; then nothing of it can be used. */
  problems: z.array(z.object({ row: z.int().nullable(), message: z.string() })),
  lines: z.int(),
  /** Lines that are not known yet, the first 500 of them with what they name. */
  newLines: z.int(),
  fresh: z.array(
    z.object({
      row: z.int(),
      date: z.string(),
      currency: z.string(),
      amountPence: z.int(),
      text: z.string(),
      names: z.array(z.string()),
      /** Why it waits for a person, whatever it names. */
      held: z.string().nullable(),
    }),
  ),
  /** Accounts of a file that does not tell what they hold after it: it has to be typed. */
  untold: z.array(z.string()),
  /** Where it does not continue what was proven of its account before. */
  breaks: z.array(z.string()),
  /** Why another operator must confirm it, if any must. */
  needs: z.array(z.string()),
  /** Who asked to import it, where it waits for another operator. */
  asked: z
    .object({
      by: z.string(),
      at: z.string(),
      reason: z.string(),
      closingPence: z.int().nullable(),
      begins: z.boolean(),
    })
    .nullable(),
})
export type StatementPreview = z.infer<typeof StatementPreview>

export const getBankStatement = endpoint({
  ...bank,
  id: 'getBankStatement',
  method: 'GET',
  path: '/v3/operator/bank/statements/{id}',
  summary: 'What would happen to each line of a file that was uploaded for review.',
  operator: { permission: 'manage-bank' },
  params: z.object({ id: id('bankStatement') }),
  response: data(StatementPreview),
  errors: ['not_found'],
})

export const importBankStatement = endpoint({
  ...bank,
  id: 'importBankStatement',
  method: 'POST',
  path: '/v3/operator/bank/statements/{id}/import',
  summary:
    'Keeps the new lines of a file, all or none, and has them booked by what they name. One that takes two operators waits for another.',
  operator: { permission: 'manage-bank', needsReason: true },
  params: z.object({ id: id('bankStatement') }),
  body: z.object({
    /** What the account holds after it, where the file does not tell. */
    closingPence: z.int().min(-MOST_PENCE).max(MOST_PENCE).optional(),
    /** The file does not continue what was proven before, and its balance is to hold from now on. */
    begins: z.boolean().default(false),
    reason: reason(),
  }),
  response: data(
    z.object({
      lines: z.int(),
      newLines: z.int(),
      /** Nothing is kept yet: another operator confirms it. */
      waits: z.boolean(),
    }),
  ),
  errors: ['not_found', 'wrong_state'],
})

export const WaitingStatement = z.object({
  id: z.string(),
  fileName: z.string(),
  askedBy: z.string(),
  askedAt: z.string(),
  reason: z.string(),
  why: z.array(z.string()),
})
export type WaitingStatement = z.infer<typeof WaitingStatement>

export const listBankStatements = endpoint({
  ...bank,
  id: 'listBankStatements',
  method: 'GET',
  path: '/v3/operator/bank/statements',
  summary: 'Files that wait for another operator to confirm them, the oldest first. Each waits for two weeks.',
  operator: { permission: 'view-bank' },
  response: data(z.array(WaitingStatement)),
})

export const confirmBankStatement = endpoint({
  ...bank,
  id: 'confirmBankStatement',
  method: 'POST',
  path: '/v3/operator/bank/statements/{id}/confirm',
  summary: 'Imports a file that another operator asked to import.',
  operator: { permission: 'manage-bank', needsReason: true },
  params: z.object({ id: id('bankStatement') }),
  body: z.object({
    /** SHA-256 of the file that was looked at. */
    seen: freeText(64).min(1, 'is needed'),
    reason: reason(),
  }),
  response: data(z.object({ lines: z.int(), newLines: z.int() })),
  errors: ['not_found', 'wrong_state'],
})

export const refuseBankStatement = endpoint({
  ...bank,
  id: 'refuseBankStatement',
  method: 'POST',
  path: '/v3/operator/bank/statements/{id}/refuse',
  summary: 'Takes away a file that waits for another operator. Nothing of it is used.',
  operator: { permission: 'manage-bank', needsReason: true },
  params: z.object({ id: id('bankStatement') }),
  body: z.object({ reason: reason() }),
  response: data(z.object({ id: z.string() })),
  errors: ['not_found', 'wrong_state'],
})

const onLine = { ...bank, method: 'POST', params: z.object({ id: id('bankLine') }), response: data(BankLine) } as const

export const allocateBankLine = endpoint({
  ...onLine,
  id: 'allocateBankLine',
  path: '/v3/operator/bank/lines/{id}/allocate',
  summary:
    'Books a line that waits to a wallet (HG…), an invoice (INV-…) or a payout (PO…). Above an amount it waits for another operator.',
  operator: { permission: 'manage-bank', needsReason: true },
  body: z.object({ reference: freeText(60).min(1, 'is needed'), reason: reason() }),
  response: data(BankLine.extend({ waits: waits() })),
  errors: ['not_found', 'wrong_state', 'insufficient_funds'],
})

export const undoBankLine = endpoint({
  ...onLine,
  id: 'undoBankLine',
  path: '/v3/operator/bank/lines/{id}/undo',
  summary: 'Takes the booking of a line back by a reversing transfer, or takes up one that was set aside.',
  operator: { permission: 'manage-bank', needsReason: true },
  body: z.object({ reason: reason() }),
  errors: ['not_found', 'wrong_state', 'insufficient_funds'],
})

export const setBankLineAside = endpoint({
  ...onLine,
  id: 'setBankLineAside',
  path: '/v3/operator/bank/lines/{id}/set-aside',
  summary: 'Says that a line is none of the customers’ money, such as interest or a fee.',
  operator: { permission: 'manage-bank', needsReason: true },
  body: z.object({ reason: reason() }),
  errors: ['not_found', 'wrong_state'],
})

export const bankEndpoints = {
  listBankLines,
  getBankLine,
  stageBankStatement,
  getBankStatement,
  importBankStatement,
  listBankStatements,
  confirmBankStatement,
  refuseBankStatement,
  allocateBankLine,
  undoBankLine,
  setBankLineAside,
}
