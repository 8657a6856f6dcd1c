import { readFile } from 'node:fs/promises'
import { readTextFile } from '#kit/text-file.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { valueText } from './difference.ts'
import { kinds } from './document.ts'
import { type DocumentRowError, type ImportResult, importCatalogue } from './import-catalogue.ts'

type Print = (line: string) => void

const toStdout: Print = (line) => void process.stdout.write(`${line}\n`)

/**
 * `posy catalogue import FILE [--dry-run]`: prints every wrong row, or what was changed.
 * @returns the exit code: 0 when all went in (or would), 1 when nothing did
 */
export async function runCatalogueImport(
  posy: Posy,
  path: string,
  { dryRun = false, print = toStdout }: { dryRun?: boolean; print?: Print } = {},
): Promise<number> {
  const document = await readJson(path, print)
  if (document === undefined) return 1
  const result = await transact(posy, { actor: operatorActor }, (work) => importCatalogue(work, document, { dryRun }))
  for (const warning of result.warnings) print(`warning  ${line(warning)}`)
  for (const error of result.errors) print(`error    ${line(error)}`)
  if (result.errors.length) {
    print(
      `${result.errors.length === 1 ? '1 error' : `${result.errors.length} errors`} in ${path}. Nothing was changed.`,
    )
    return 1
  }
  printSummary(result, print)
  print(dryRun ? 'Dry run: nothing was changed.' : 'The catalogue is up to date.')
  return 0
}

/**
 * `posy catalogue diff FILE`: prints what an import would change, field by field.
 * @returns the exit code: 0 when it could be imported, 1 when it could not
 */
export async function runCatalogueDiff(posy: Posy, path: string, print: Print = toStdout): Promise<number> {
  const document = await readJson(path, print)
  if (document === undefined) return 1
  const { errors, difference, unchanged } = await transact(posy, { actor: operatorActor }, (work) =>
    importCatalogue(work, document, { dryRun: true, compare: true }),
  )
  for (const error of errors) print(`error    ${line(error)}`)
  if (errors.length) return 1
  for (const { change, kind, name, id, fields } of difference) {
    print(`${change.padEnd(9)}${kind}  ${name}  (${id})`)
    for (const { field, before, after } of fields)
      print(`         ${field}: ${change === 'added' ? '' : `${valueText(before)} → `}${valueText(after)}`)
  }
  print(`${difference.length} rows differ, ${unchanged} are as they are. Nothing was changed.`)
  return 0
}

async function readJson(path: string, print: Print): Promise<unknown> {
  try {
    const read = readTextFile(await readFile(path))
    if ('problem' in read) throw new SyntaxError('it is no text')
    return JSON.parse(read.text) as unknown
  } catch (error) {
    const reason =
      error instanceof SyntaxError
        ? `is not valid JSON: ${error.message}`
        : `cannot be read: ${(error as Error).message}`
    print(`${path} ${reason}. Nothing was changed.`)
    return undefined
  }
}

const line = ({ path, message, id }: DocumentRowError) => `${path || 'document'}: ${message}${id ? `  (${id})` : ''}`

function printSummary(result: ImportResult, print: Print): void {
  const row = (
    name: string,
    { created, updated, unchanged }: { created: number; updated: number; unchanged: number },
  ) =>
    print(
      `${name.padEnd(12)}${String(created).padStart(9)}${String(updated).padStart(9)}${String(unchanged).padStart(11)}`,
    )
  print(`${''.padEnd(12)}  created  updated  unchanged`)
  for (const kind of kinds) row(kind, result.kinds[kind])
  row('all', result)
}
