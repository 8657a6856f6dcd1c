/** `npm run generate` writes every generated file; with `--check` it only tells which are out of date. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { printDocument, starterCatalogue } from './catalogue/starter.ts'
import { readFloors } from './floors.ts'
import { withDiagram } from './floors-diagram.ts'
import { EXAMPLES_INDEX, examplesIndex } from './recorded-examples.ts'
import { storedNamesJson } from './stored-names.ts'
import { databaseTypes } from './types.ts'

const root = join(import.meta.dirname, '..')
const checkOnly = process.argv.includes('--check')

/** Each gets the file as it is and returns it as it should be. */
const generators: Record<string, (current: string) => string | Promise<string>> = {
  'ARCHITECTURE.md': (current) => withDiagram(current, readFloors(root)),
  'tools/stored-names.json': storedNamesJson,
  [EXAMPLES_INDEX]: () => examplesIndex(root),
  'seeds/catalogue.json': () => printDocument(starterCatalogue(join(root, 'seeds/catalogue'))),
  'server/platform/database/schema.ts': schemaTypes,
}

try {
  const outdated = await regenerate()
  if (outdated.length === 0) console.log('Generated files are up to date.')
  else if (!checkOnly) console.log(`Wrote ${outdated.join(', ')}.`)
  else throw new Error(`Out of date: ${outdated.join(', ')}. Run \`npm run generate\` and commit the result.`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function schemaTypes(): Promise<string> {
  const engine = await PGlite.create()
  try {
    return await databaseTypes(join(root, 'migrations'), engine)
  } finally {
    await engine.close()
  }
}

async function regenerate(): Promise<string[]> {
  const outdated: string[] = []
  for (const [path, generate] of Object.entries(generators)) {
    const file = join(root, path)
    const current = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const wanted = await generate(current)
    if (wanted === current) continue
    outdated.push(path)
    if (!checkOnly) writeFileSync(file, wanted)
  }
  return outdated
}
