import { BUSINESS_ZONE, iso, londonDate, Temporal, toDate, toInstant } from '#kit/time.ts'
import { merchantStatementEmail } from '#server/domains/delivery/index.ts'
import { documentSeller, drawDocument } from '#server/domains/documents/index.ts'
import { jobRecord } from '#server/platform/job-record.ts'
import { asSystem, type Posy } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'
import { MailRefused } from '#server/providers/smtp/types.ts'
import { type BankAccount, unsealAccount } from './bank-account.ts'
import { paymentReference } from './numbers.ts'
import { paymentFiles, type SettlementLine, type SettlementRow, statementById, statementLines } from './queries.ts'
import { statementContent, statementCsv } from './statement-document.ts'

interface Statement extends SettlementRow {
  rows: SettlementLine[]
}

async function load(posy: Posy, id: string): Promise<Statement> {
  const row = found(await statementById(posy.db, id), 'merchant statement')
  return { ...row, rows: await statementLines(posy.db, id) }
}

/** Where a merchant is mailed now. */
async function merchantBankAccount(posy: Posy, brandId: string): Promise<(BankAccount & { hint: string }) | null> {
  const details = await posy.db
    .selectFrom('merchant_details')
    .select(['id', 'sealed', 'hint'])
    .where('brand_id', '=', brandId)
    .where('state', '=', 'approved')
    .executeTakeFirst()
  return details ? { ...unsealAccount(posy.secret, details.id, details.sealed), hint: details.hint } : null
}

/** A statement as a PDF. The first one drawn is kept. @throws not_found; unavailable (503) where no seller is set */
export async function statementPdf(posy: Posy, id: string): Promise<Buffer> {
  const { object_key: kept } = await posy.db
    .selectFrom('merchant_statement')
    .select('object_key')
    .where('id', '=', id)
    .executeTakeFirst()
    .then((row) => found(row, 'merchant statement'))
  const stored = kept ? await posy.providers.files.read(kept) : null
  if (stored) return Buffer.from(await new Response(stored.stream()).arrayBuffer())
  const statement = await load(posy, id)
  const accountHint = (await merchantBankAccount(posy, statement.brandId))?.hint ?? null
  const content = statementContent(statement, {
    lines: statement.rows,
    seller: documentSeller(posy.config),
    accountHint,
  })
  const pdf = await drawDocument({
    kind: 'merchant-statement',
    number: statement.number,
    issuedAt: statement.drawnAt,
    content,
    logo: null,
  })
  if (statement.state === 'drawn' || statement.state === 'filed') return pdf
  const key = `merchant-statements/${iso(statement.drawnAt).slice(0, 7)}/${id}.pdf`
  await posy.providers.files.put(key, pdf)
  await asSystem(posy, async ({ tx }) => {
    await tx.updateTable('merchant_statement').set({ object_key: key }).where('id', '=', id).execute()
  })
  return pdf
}

/**
 * Mails a statement to its merchant with its papers, under one Message-ID however often it is tried. One whose address is
 * not known yet, or takes no mail, is marked.
 */
export async function mailStatement(posy: Posy, id: string): Promise<void> {
  const row = jobRecord(await statementById(posy.db, id), 'merchant statement')
  if (row.mailedAt || row.mailRefused) return
  const account = await merchantBankAccount(posy, row.brandId)
  if (!account) return
  const pdf = await statementPdf(posy, id)
  const statement = { ...row, rows: await statementLines(posy.db, id) }
  const isRefused = await send(posy, statement, { to: account.email, pdf }).then(
    () => false,
    (error: unknown) => {
      if (error instanceof MailRefused) return true
      throw error
    },
  )
  await asSystem(posy, async (work) => {
    await work.tx
      .updateTable('merchant_statement')
      .set(isRefused ? { mail_refused: true } : { mailed_at: work.at })
      .where('id', '=', id)
      .execute()
  })
}

async function send(posy: Posy, statement: Statement, { to, pdf }: { to: string; pdf: Buffer }): Promise<void> {
  const { id, number, merchant, currency, totalPence, until, fileNumber, rows } = statement
  const file = fileNumber ? (await paymentFiles(posy.db, { number: fileNumber }))[0] : undefined
  const content = merchantStatementEmail({
    number,
    merchant,
    currency,
    totalPence,
    lastDay: toDate(londonDate(toInstant(until)).subtract({ days: 1 }).toZonedDateTime(BUSINESS_ZONE).toInstant()),
    payment: file
      ? {
          on: toDate(Temporal.PlainDate.from(file.payOn).toZonedDateTime(BUSINESS_ZONE).toInstant()),
          reference: paymentReference(number),
        }
      : null,
  })
  await posy.providers.mailer.send({
    ...content,
    to,
    messageId: `<${id}@${new URL(posy.config.publicUrl).hostname}>`,
    attachments: [
      { fileName: `${number}.pdf`, contentType: 'application/pdf', content: pdf },
      { fileName: `${number}.csv`, contentType: 'text/csv; charset=utf-8', content: Buffer.from(statementCsv(rows)) },
    ],
  })
}
