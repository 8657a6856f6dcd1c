import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { civilDate, data, id, instant } from '../core/shapes.ts'
import { HugggQuery, HugggSort } from './search.ts'

const format = z.enum(['csv', 'xlsx']).default('csv')

/** A list that is being written to a file, or has been. Only its maker sees it. */
export const ExportRequest = z.object({
  id: z.string(),
  /** Gifts, a wallet's statement, everything that a team has, or the papers of a period. */
  kind: z.enum(['hugggs', 'statement', 'team', 'papers']),
  status: z.enum(['created', 'processing', 'completed', 'failed']),
  format: z.enum(['csv', 'xlsx', 'zip']),
  /** As it was asked for; empty once the file is gone. */
  query: z.looseObject({}),
  sort: z.array(z.looseObject({})),
  /** Rows of the list, files of an archive; null until they have been counted. */
  totalHits: z.int().nullable(),
  /** Per cent of the rows that are written. */
  progress: z.int().min(0).max(100),
  /**
   * Opens for 15 minutes; asking for the export again gives another, to anyone who may still see all that is in it
   * (403). Null until completed and when the file is gone.
   */
  fileUrl: z.string().nullable(),
  dateCreated: z.string(),
  dateModified: z.string(),
  /** When the file is deleted. */
  dateExpires: z.string(),
})
export type ExportRequest = z.infer<typeof ExportRequest>

export const createHugggExport = endpoint({
  id: 'createHugggExport',
  method: 'POST',
  path: '/v3/hugggs/exports',
  tag: 'Exports',
  access: 'session',
  permission: 'view-huggg-status',
  scope: 'read',
  status: 201,
  summary: 'Writes all gifts that a search finds, of any number, to a CSV or XLSX file.',
  body: z.strictObject({
    /** As a search takes it; the file has every gift, from the first. */
    query: HugggQuery.prefault({}),
    /** Goes before the query's own. */
    sort: HugggSort.optional(),
    format,
  }),
  response: data(ExportRequest),
  errors: ['not_found'],
})

export const getHugggExport = endpoint({
  id: 'getHugggExport',
  impersonation: 'never',
  method: 'GET',
  path: '/v3/hugggs/exports/{id}',
  tag: 'Exports',
  access: 'session',
  permission: 'view-huggg-status',
  summary: 'How far an export is, and where its file is.',
  params: z.object({ id: id('export') }),
  response: data(ExportRequest),
  errors: ['not_found'],
})

export const createStatementExport = endpoint({
  id: 'createStatementExport',
  method: 'POST',
  path: '/v3/wallets/{id}/statement/exports',
  tag: 'Exports',
  access: 'session',
  permission: 'view-team-transactions',
  scope: 'read',
  status: 201,
  summary: 'Writes a wallet’s movements of a period, newest first, to a CSV or XLSX file.',
  params: z.object({ id: id('wallet') }),
  body: z.strictObject({
    query: z.strictObject({ from: instant().optional(), to: instant().optional() }).default({}),
    format,
  }),
  response: data(ExportRequest),
  errors: ['not_found'],
})

export const getStatementExport = endpoint({
  id: 'getStatementExport',
  impersonation: 'never',
  method: 'GET',
  path: '/v3/wallets/{id}/statement/exports/{exportId}',
  tag: 'Exports',
  access: 'session',
  permission: 'view-team-transactions',
  summary: 'How far an export of a statement is, and where its file is.',
  params: z.object({ id: id('wallet'), exportId: id('export') }),
  response: data(ExportRequest),
  errors: ['not_found'],
})

export const createTeamExport = endpoint({
  id: 'createTeamExport',
  method: 'POST',
  path: '/v3/teams/{id}/exports',
  tag: 'Exports',
  access: 'session',
  permission: 'team-admin',
  scope: 'read',
  status: 201,
  summary:
    'Puts everything that the team and its subteams have into one ZIP archive: gifts, purchases, people, statements by wallet and year, and the PDFs of receipts, invoices and credit notes. Never a link or a code of a gift. Its maker is emailed when it is ready.',
  params: z.object({ id: id('team') }),
  body: z.strictObject({}).default({}),
  response: data(ExportRequest),
  errors: ['not_found'],
})

export const getTeamExport = endpoint({
  id: 'getTeamExport',
  impersonation: 'never',
  method: 'GET',
  path: '/v3/teams/{id}/exports/{exportId}',
  tag: 'Exports',
  access: 'session',
  permission: 'team-admin',
  summary: 'How far an archive of everything is, and where its file is.',
  params: z.object({ id: id('team'), exportId: id('export') }),
  response: data(ExportRequest),
  errors: ['not_found'],
})

export const createPapersExport = endpoint({
  id: 'createPapersExport',
  method: 'POST',
  path: '/v3/teams/{id}/papers-exports',
  tag: 'Exports',
  access: 'session',
  permission: 'view-team-transactions',
  scope: 'read',
  status: 201,
  summary:
    'Puts the papers of a period into one ZIP archive: the PDFs of all that counts for VAT, a list of them that adds up to the VAT summary, the statement of account and of each wallet. A budget’s months that are not published are there for who manages billing.',
  params: z.object({ id: id('team') }),
  body: z.strictObject({
    /** The first day and the last (London), at most a year apart. */
    from: civilDate(),
    until: civilDate(),
  }),
  response: data(ExportRequest),
  errors: ['not_found'],
})

export const getPapersExport = endpoint({
  id: 'getPapersExport',
  impersonation: 'never',
  method: 'GET',
  path: '/v3/teams/{id}/papers-exports/{exportId}',
  tag: 'Exports',
  access: 'session',
  permission: 'view-team-transactions',
  summary: 'How far an archive of a period’s papers is, and where its file is.',
  params: z.object({ id: id('team'), exportId: id('export') }),
  response: data(ExportRequest),
  errors: ['not_found'],
})

export const exportEndpoints = {
  createHugggExport,
  getHugggExport,
  createStatementExport,
  getStatementExport,
  createTeamExport,
  getTeamExport,
  createPapersExport,
  getPapersExport,
}
