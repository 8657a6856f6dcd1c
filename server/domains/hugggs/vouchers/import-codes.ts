import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import { productById } from '#server/domains/catalogue/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'
import { type CodeFileError, type CodeRow, readCodeFile } from './code-file.ts'
import { codeFingerprint, sealVoucher } from './voucher.ts'

export interface CodeImport {
  /** How many went in, or would. */
  imported: number
  /** Free codes of the product afterwards, or as they are. */
  inStock: number
  /** Nothing goes in while there is one. */
  errors: CodeFileError[]
}

/** So many rows a statement: few round trips, and no statement that stops an embedded database for long. */
const BATCH = 1000

/**
 * Adds a merchant's codes to a product's pool: all of the file or nothing. From then on the product hands out these codes
 * and none of our own making.
 * @throws not_found for a product there is not
 */
export async function importCodes(
  work: Work,
  { productId, text, dryRun = false }: { productId: string; text: string; dryRun?: boolean },
): Promise<CodeImport> {
  const product = found(await productById(work.tx, productId), 'product')
  const { rows, errors } = readCodeFile(text)
  if (product.kind !== 'single' || product.voucherType !== 'own')
    errors.unshift({ line: 1, message: `the codes of ${product.name} do not come from a file` })
  for (const { line, expiresAt } of rows)
    if (expiresAt && expiresAt < work.at) errors.push({ line, message: 'expiry: has passed' })
  const prints = rows.map((row) => codeFingerprint(work.posy.secret, product.brandId, row.code))
  const known = await knownAmong(work, prints)
  rows.forEach((row, index) => {
    if (known.has(prints[index]!.toString('hex'))) errors.push({ line: row.line, message: 'was imported before' })
  })
  errors.sort((a, b) => a.line - b.line)
  if (errors.length === 0 && !dryRun) {
    await openPool(work, productId)
    for (let start = 0; start < rows.length; start += BATCH)
      await insertCodes(work, productId, rows.slice(start, start + BATCH), prints.slice(start, start + BATCH))
    await work.audit('codes.imported', { kind: 'product', id: productId }, { detail: { count: rows.length } })
  }
  return { imported: errors.length ? 0 : rows.length, inStock: await freeCodes(work, productId), errors }
}

async function knownAmong(work: Work, prints: Buffer[]): Promise<Set<string>> {
  const { rows } = await sql<{ print: string }>`
    select encode(fingerprint, 'hex') as print from supplied_code
    where fingerprint in (select decode(given, 'hex') from unnest(${prints.map((print) => print.toString('hex'))}::text[]) as given)`.execute(
    work.tx,
  )
  return new Set(rows.map((row) => row.print))
}

async function openPool(work: Work, productId: string): Promise<void> {
  await work.tx
    .insertInto('code_pool')
    .values({ product_id: productId, created_at: work.at })
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet({ exhausted_at: null }))
    .execute()
}

async function insertCodes(work: Work, productId: string, rows: CodeRow[], prints: Buffer[]): Promise<void> {
  await work.tx
    .insertInto('supplied_code')
    .values(
      rows.map(({ code, pin, url, expiresAt }, index) => {
        const id = newId()
        return {
          id,
          product_id: productId,
          fingerprint: prints[index]!,
          sealed: sealVoucher(work.posy.secret, id, { code, pin, url, barcode: null }),
          expires_at: expiresAt,
          created_at: work.at,
        }
      }),
    )
    .execute()
}

async function freeCodes(work: Work, productId: string): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    select count(*)::int as free from supplied_code
    where product_id = ${productId} and huggg_id is null and (expires_at is null or expires_at > ${work.at}::timestamptz)`.execute(
    work.tx,
  )
  return rows[0]!.free
}
