import { readFile } from 'node:fs/promises'
import { readTextFile } from '#kit/text-file.ts'
import { isUuid } from '#kit/uuid.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { notCodes } from './code-file.ts'
import { type CodeImport, importCodes } from './import-codes.ts'
import { codeStock } from './queries.ts'

type Print = (line: string) => void

const toStdout: Print = (line) => void process.stdout.write(`${line}\n`)
const SHOWN = 50

/**
 * `posy codes import PRODUCT_ID FILE.csv [--dry-run]`: prints every wrong line, or how many codes went in.
 * @returns the exit code: 0 when all went in (or would), 1 when nothing did
 */
export async function runCodeImport(
  posy: Posy,
  { productId, path, dryRun = false }: { productId: string; path: string; dryRun?: boolean },
  print: Print = toStdout,
): Promise<number> {
  let result: CodeImport
  try {
    const file = readTextFile(await readFile(path))
    if ('problem' in file) throw new Problem('invalid_fields', `${path} ${notCodes[file.problem]}.`)
    const { text } = file
    if (!isUuid(productId)) throw new Problem('not_found', 'No such product.')
    result = await transact(posy, { actor: operatorActor }, (work) => importCodes(work, { productId, text, dryRun }))
  } catch (error) {
    if (!(error instanceof Problem) && (error as NodeJS.ErrnoException).syscall === undefined) throw error
    print(`${(error as Error).message} Nothing was changed.`)
    return 1
  }
  for (const { line, message } of result.errors.slice(0, SHOWN)) print(`error    line ${line}: ${message}`)
  if (result.errors.length) {
    print(
      `${result.errors.length === 1 ? '1 error' : `${result.errors.length} errors`} in ${path}. Nothing was changed.`,
    )
    return 1
  }
  print(
    dryRun
      ? `${result.imported} codes would go in; ${result.inStock} are in stock. Dry run: nothing was changed.`
      : `${result.imported} codes went in; ${result.inStock} are in stock.`,
  )
  return 0
}

/** `posy codes stock`: what is left of every pool, the emptiest first. */
export async function printCodeStock(posy: Posy, print: Print = toStdout): Promise<number> {
  const stock = await codeStock(posy.db, new Date(posy.clock.now().epochMilliseconds))
  for (const { productId, name, free, taken, expired } of stock)
    print(
      `${productId}  ${String(free).padStart(7)} free ${String(taken).padStart(7)} taken ${String(expired).padStart(7)} out of date  ${name}`,
    )
  if (stock.length === 0) print('No product has supplied codes.')
  return 0
}
