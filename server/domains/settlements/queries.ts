import { sql } from 'kysely'
import type { Pence } from '#kit/money.ts'
import { openBalances } from '#server/domains/hugggs/till/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { countWaiting, type Waiting } from '#server/platform/waiting.ts'
import { unsealAccount } from './bank-account.ts'
import { nameInFile } from './payment-file.ts'

/** Anyone who draws for a merchant, corrects it or changes where it is paid holds this until the transaction ends. */
export async function lockMerchant(tx: Tx, brandId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`merchant ${brandId}`}, 0))`.execute(tx)
}

export interface MerchantRow {
  brandId: string
  name: string
  currency: string
  /** Used and on no statement yet, with corrections. */
  openPence: Pence
  /** On statements that are not paid yet, less what earlier ones left it owing us. */
  statedPence: Pence
  /** The account that is paid, by its last digits, and whether a change of it waits for approval. */
  hint: string | null
  proposed: { hint: string; by: string; at: Date } | null
}

/** Every merchant that is or was owed anything, or has bank details: by name. */
export async function merchants(db: Db | Tx, until: Date): Promise<MerchantRow[]> {
  const open = JSON.stringify(await openBalances(db, until))
  const { rows } = await sql<
    Omit<MerchantRow, 'proposed'> & { proposedHint: string | null; proposedBy: string; proposedAt: Date }
  >`
    with owed as (
      select "brandId" as brand_id, currency, "owedPence" as open, 0 as stated from jsonb_to_recordset(${open}::jsonb) as open ("brandId" uuid, currency text, "owedPence" bigint)
      union all
      select brand_id, currency, amount, 0 from merchant_correction as correction
      where not exists (select from merchant_statement_line where correction_id = correction.id)
      union all
      select brand_id, currency, 0, total from merchant_statement as statement
      where transfer_id is null and not exists (select from merchant_statement_line where carried_id = statement.id)
      union all
      select brand_id, 'GBX', 0, 0 from merchant_details where state in ('approved', 'proposed')
    )
    select brand.id as "brandId", brand.name, owed.currency, sum(owed.open)::bigint as "openPence", sum(owed.stated)::bigint as "statedPence",
      max(approved.hint) as hint, max(proposed.hint) as "proposedHint", max(proposed.proposed_by) as "proposedBy", max(proposed.proposed_at) as "proposedAt"
    from owed join brand on brand.id = owed.brand_id
    left join merchant_details as approved on approved.brand_id = brand.id and approved.state = 'approved'
    left join merchant_details as proposed on proposed.brand_id = brand.id and proposed.state = 'proposed'
    group by brand.id, owed.currency order by brand.name, brand.id, owed.currency`.execute(db)
  return rows.map(({ proposedHint, proposedBy, proposedAt, ...row }) => ({
    ...row,
    proposed: proposedHint ? { hint: proposedHint, by: proposedBy, at: proposedAt } : null,
  }))
}

/** Merchants and currencies that a statement up to a moment would be drawn for. */
export async function merchantsToSettle(
  db: Db | Tx,
  until: Date,
): Promise<{ brandId: string; name: string; currency: string }[]> {
  return (await merchants(db, until)).filter(({ openPence }) => openPence !== 0)
}

type StatementState = 'drawn' | 'filed' | 'released' | 'paid' | 'nothing-due'

export interface SettlementRow {
  id: string
  number: string
  brandId: string
  merchant: string
  currency: string
  until: Date
  lines: number
  totalPence: Pence
  state: StatementState
  drawnBy: string
  drawnAt: Date
  fileNumber: string | null
  paidAt: Date | null
  mailedAt: Date | null
  mailRefused: boolean
}

const statementRows = sql<SettlementRow>`
  select statement.id, statement.number, statement.brand_id as "brandId", brand.name as merchant, statement.currency,
    statement.until, statement.lines, statement.total as "totalPence",
    case when statement.transfer_id is not null then 'paid' when file.released_at is not null then 'released'
      when file.id is not null then 'filed' when statement.total <= 0 then 'nothing-due' else 'drawn' end as state,
    statement.drawn_by as "drawnBy", statement.drawn_at as "drawnAt", file.number as "fileNumber", statement.paid_at as "paidAt",
    statement.mailed_at as "mailedAt", statement.mail_refused as "mailRefused"
  from merchant_statement as statement
  join brand on brand.id = statement.brand_id
  left join merchant_payment_file as file on file.id = statement.file_id`

/** Drawn, with something to pay, and in no payment file yet. */
export const statementsToFile = (db: Db): Promise<Waiting> =>
  countWaiting(db, sql`select "drawnAt" as at from (${statementRows}) as statement where state = 'drawn'`)

/** Whose merchant's mail server said no. */
export const refusedStatements = (db: Db): Promise<Waiting> =>
  countWaiting(db, sql`select "drawnAt" as at from (${statementRows}) as statement where "mailRefused"`)

/** Where merchants are to be paid, for a second operator to approve. */
export const waitingBankDetails = (db: Db): Promise<Waiting> =>
  countWaiting(db, sql`select proposed_at as at from merchant_details where state = 'proposed'`)

/** Payment files that were built, for a second operator to release. */
export const waitingPaymentFiles = (db: Db): Promise<Waiting> =>
  countWaiting(
    db,
    sql`select built_at as at from merchant_payment_file where released_at is null and discarded_at is null`,
  )

/** The latest statements, of one merchant or of all. */
export async function statements(
  db: Db | Tx,
  { brandId = null, limit = 100 }: { brandId?: string | null; limit?: number } = {},
): Promise<SettlementRow[]> {
  const { rows } = await sql<SettlementRow>`
    ${statementRows} where ${brandId}::uuid is null or statement.brand_id = ${brandId}::uuid
    order by statement.drawn_at desc, statement.number desc limit ${limit}`.execute(db)
  return rows
}

export async function statementsPage(
  db: Db,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ rows: SettlementRow[]; total: number }> {
  const { total } = await db
    .selectFrom('merchant_statement')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const { rows } = await sql<SettlementRow>`
    ${statementRows} order by statement.drawn_at desc, statement.number desc
    limit ${per_page} offset ${(page - 1) * per_page}`.execute(db)
  return { rows, total }
}

/** What waits for a second operator, sealed. */
export const proposedDetails = async (db: Db | Tx, brandId: string) =>
  (await db
    .selectFrom('merchant_details')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('state', '=', 'proposed')
    .executeTakeFirst()) ?? null

/** The account that waits for a second operator, opened. */
export async function proposedAccount({ db, secret }: Posy, brandId: string) {
  const proposed = await proposedDetails(db, brandId)
  return proposed && { id: proposed.id, ...unsealAccount(secret, proposed.id, proposed.sealed) }
}

export async function statementById(db: Db | Tx, id: string): Promise<SettlementRow | undefined> {
  const { rows } = await sql<SettlementRow>`${statementRows} where statement.id = ${id}`.execute(db)
  return rows[0]
}

export interface SettlementLine {
  ordinal: number
  kind: 'redemption' | 'supplied-code' | 'correction' | 'carried'
  /** Of the redemption, the gift, the correction or the statement. */
  reference: string
  what: string
  place: string | null
  at: Date
  takenPence: Pence
  amountPence: Pence
}

export async function statementLines(
  db: Db | Tx,
  statementId: string,
  { after = 0, limit = 100_000 }: { after?: number; limit?: number } = {},
): Promise<SettlementLine[]> {
  const { rows } = await sql<SettlementLine>`
    select ordinal, kind, coalesce(redemption_id, huggg_id, correction_id, carried_id) as reference, what, place, at,
      taken as "takenPence", amount as "amountPence"
    from merchant_statement_line where statement_id = ${statementId} and ordinal > ${after} order by ordinal limit ${limit}`.execute(
    db,
  )
  return rows
}

/** What a redemption of a merchant brought it, corrections included. */
export async function settledRedemption(
  tx: Tx,
  brandId: string,
  redemptionId: string,
): Promise<{ isSettled: boolean; paidPence: Pence } | undefined> {
  const { rows } = await sql<{ isSettled: boolean; paidPence: Pence }>`
    select redemption.is_settled as "isSettled",
      (coalesce(line.amount, 0) + coalesce((select sum(amount) from merchant_correction where redemption_id = redemption.id), 0))::bigint as "paidPence"
    from redemption left join merchant_statement_line as line on line.redemption_id = redemption.id
    where redemption.id = ${redemptionId} and redemption.brand_id = ${brandId}`.execute(tx)
  return rows[0]
}

export interface PaymentFileRow {
  id: string
  number: string
  format: 'csv' | 'pain.001'
  payments: number
  totalPence: Pence
  currency: string
  payOn: string
  sha256: string
  builtBy: string
  builtAt: Date
  releasedBy: string | null
  releasedAt: Date | null
  releasedAlone: boolean
  discardedAt: Date | null
}

const paymentFileRows = sql<PaymentFileRow>`
    select id, number, format, payments, total as "totalPence", currency, pay_on as "payOn", sha256, built_by as "builtBy", built_at as "builtAt",
      released_by as "releasedBy", released_at as "releasedAt", released_alone as "releasedAlone", discarded_at as "discardedAt"
    from merchant_payment_file`

/** The latest, or the one of an id or a number. */
export async function paymentFiles(
  db: Db | Tx,
  { id = null, number = null, limit = 100 }: { id?: string | null; number?: string | null; limit?: number } = {},
): Promise<PaymentFileRow[]> {
  const { rows } = await sql<PaymentFileRow>`
    ${paymentFileRows} where (${number}::text is null or number = ${number}) and (${id}::uuid is null or id = ${id}::uuid)
    order by built_at desc, number desc limit ${limit}`.execute(db)
  return rows
}

/** Those that wait for their release come before all others. */
export async function paymentFilesPage(
  db: Db,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ rows: PaymentFileRow[]; total: number }> {
  const { total } = await db
    .selectFrom('merchant_payment_file')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const { rows } = await sql<PaymentFileRow>`
    ${paymentFileRows} order by released_at is null and discarded_at is null desc, built_at desc, number desc
    limit ${per_page} offset ${(page - 1) * per_page}`.execute(db)
  return { rows, total }
}

export interface FilePayee {
  merchant: { id: string; name: string }
  statement: { id: string; number: string }
  payee: string
  sortCode: string
  accountNumber: string
  amountPence: Pence
}

/** Who is paid by each file that waits for its release, by the file's id: as it stands in the file. */
export async function payeesOfWaitingFiles(
  { secret }: Posy,
  db: Db | Tx,
  files: readonly PaymentFileRow[],
): Promise<Map<string, FilePayee[]>> {
  const waiting = files.filter(({ releasedAt, discardedAt }) => !releasedAt && !discardedAt)
  const payees = new Map<string, FilePayee[]>(waiting.map(({ id }) => [id, []]))
  if (waiting.length === 0) return payees
  const rows = await db
    .selectFrom('merchant_statement as statement')
    .innerJoin('merchant_details as details', 'details.id', 'statement.details_id')
    .innerJoin('brand', 'brand.id', 'statement.brand_id')
    .select(['statement.id', 'statement.number', 'statement.total', 'statement.file_id as fileId'])
    .select(['details.id as detailsId', 'details.sealed', 'brand.id as brandId', 'brand.name'])
    .where('statement.file_id', 'in', [...payees.keys()])
    .orderBy('statement.number')
    .execute()
  for (const row of rows) {
    const { accountName, sortCode, accountNumber } = unsealAccount(secret, row.detailsId, row.sealed)
    const { format } = waiting.find(({ id }) => id === row.fileId)!
    payees.get(row.fileId!)!.push({
      merchant: { id: row.brandId, name: row.name },
      statement: { id: row.id, number: row.number },
      payee: nameInFile(format, accountName),
      sortCode,
      accountNumber,
      amountPence: row.total,
    })
  }
  return payees
}
