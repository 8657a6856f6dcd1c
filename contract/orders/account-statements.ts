import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { seesBills } from '../core/permissions.ts'
import { civilDate, currency, data, id } from '../core/shapes.ts'

/** What a team bought by invoice, had credited and paid between two days, from what the ledger holds. */
export const AccountStatement = z.object({
  teamId: z.string(),
  currency: z.string(),
  from: z.string(),
  until: z.string(),
  /** Pence that the team owed before the first day; negative stands in its favour. */
  opening: z.int(),
  lines: z.array(
    z.object({
      date: z.string(),
      kind: z.enum(['invoice', 'credit', 'payment', 'other']),
      /** Of the invoice or credit note, once it has been issued. */
      number: z.string().nullable(),
      /** The invoice that it is, credits or pays. */
      invoiceId: z.string().nullable(),
      description: z.string(),
      /** Pence; negative lessens what is owed. */
      amount: z.int(),
      /** What is owed afterwards. */
      balance: z.int(),
    }),
  ),
  /** The closing balance is the opening one with what was invoiced and `other`, less what was credited and paid. */
  invoiced: z.int(),
  credited: z.int(),
  paid: z.int(),
  /** Card payments charged back, and what was moved to a wallet. */
  other: z.int(),
  closing: z.int(),
})
export type AccountStatement = z.infer<typeof AccountStatement>

export const MAX_STATEMENT_LINES = 10_000

/** Whether a team gets a statement of account by email each month. */
export const StatementEmails = z.object({
  teamId: z.string(),
  monthly: z.boolean(),
  /** When the next one leaves: on the first weekday of a month, of the month before. */
  next: z.string().nullable(),
  /** Who gets it, or would: those who may manage billing. */
  people: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type StatementEmails = z.infer<typeof StatementEmails>

const base = {
  tag: 'Invoices',
  access: 'session',
  params: z.object({ id: id('team') }),
  errors: ['not_found'],
} as const

const query = z.object({
  /** The first day, and the last; from the beginning to today unless told. */
  from: civilDate().optional(),
  until: civilDate().optional(),
  currency: currency().default('GBX'),
})

export const getAccountStatement = endpoint({
  ...base,
  id: 'getAccountStatement',
  method: 'GET',
  path: '/v3/teams/{id}/account-statement',
  permission: seesBills,
  summary: 'Statement of account: what the team owed, was invoiced, credited and paid between two days (London).',
  query,
  response: data(AccountStatement),
})

export const getAccountStatementPdf = endpoint({
  ...base,
  id: 'getAccountStatementPdf',
  method: 'GET',
  path: '/v3/teams/{id}/account-statement/pdf',
  permission: seesBills,
  summary: 'The same statement of account as a PDF.',
  query,
  response: data(z.object({ fileName: z.string(), contentType: z.string(), base64: z.string() })),
  errors: ['not_found', 'unavailable'],
})

export const getStatementEmails = endpoint({
  ...base,
  id: 'getStatementEmails',
  method: 'GET',
  path: '/v3/teams/{id}/statement-emails',
  permission: seesBills,
  summary: 'Whether the team gets a statement of account by email each month, and who it goes to.',
  response: data(StatementEmails),
})

export const putStatementEmails = endpoint({
  ...base,
  id: 'putStatementEmails',
  method: 'PUT',
  path: '/v3/teams/{id}/statement-emails',
  permission: 'manage-billing',
  summary: 'Switches the monthly statement of account by email on or off.',
  body: z.object({ monthly: z.boolean() }),
  response: data(StatementEmails),
})

export const accountStatementEndpoints = {
  getAccountStatement,
  getAccountStatementPdf,
  getStatementEmails,
  putStatementEmails,
}
