/**
 * Names that databases, queues and sealed rows hold already: renaming one orphans what is stored under it, and a renamed
 * endpoint id would buy twice (idempotency is keyed by it). `npm run generate` adds new ones to the list and takes none away.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '#contract/index.ts'
import { operatorContract } from '#contract/operator/index.ts'

const root = join(import.meta.dirname, '..')
const STORED_NAMES = join(import.meta.dirname, 'stored-names.json')

export type StoredNames = Record<string, string[]>

/** What the code stores names in: each pattern's first group is the name. */
const patterns: Record<string, RegExp[]> = {
  events: [/\beventType(?:<[^()]*>)?\(\s*'([^']+)'/g],
  queues: [/\.define(?:<[^()]*>)?\(\{\s*name: '([^']+)'/g, /\b[A-Z_]+_(?:JOB|QUEUE) = '([^']+)'/g],
  subscribers: [/\.subscribe\(\s*\w+,\s*'([^']+)'/g],
  auditKinds: [/\baudit\(\s*(?:\w+,\s*)*['`]([^'`$]+)['`]/g, /^ {2}"[a-z]+": "([^"]+)"/gm],
  operatorActs: [/\bact: '([^']+)'/g],
  referenceKinds: [/\breference: \{ kind: '([^']+)'/g],
  sealingPurposes: [/\b(?:PURPOSE|purpose)\w*(?: =|:) '(posy [^']+)'/g, /\bkeyFor\([^()'\n]*'([^']+)'/g],
  uploadPurposes: [/\bpurpose: '([a-z]+-(?:logo|cover|pattern))'/g],
}

/** @param code the server's text, without its tests */
export function collectStoredNames(code: string, endpoints: Record<string, readonly string[]>): StoredNames {
  const found: StoredNames = Object.fromEntries(
    Object.entries(endpoints).map(([kind, names]) => [kind, names.toSorted()]),
  )
  for (const [kind, expressions] of Object.entries(patterns)) {
    const names = expressions.flatMap((expression) => [...code.matchAll(expression)].map(([, name]) => name!))
    found[kind] = [...new Set(names)].sort()
  }
  return found
}

export function currentStoredNames(): StoredNames {
  const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  const code = files
    .filter(
      (path) =>
        /(?:\.ts|audit-kinds\.json)$/.test(path) &&
        !path.endsWith('.test.ts') &&
        !/^(?:testing|sandbox)[/\\]/.test(path),
    )
    .sort()
    .map((path) => readFileSync(join(root, 'server', path), 'utf8'))
  return collectStoredNames(code.join('\n'), {
    endpoints: Object.keys(contract),
    operatorEndpoints: Object.keys(operatorContract),
  })
}

export const listedStoredNames = (): StoredNames => JSON.parse(readFileSync(STORED_NAMES, 'utf8'))

/** The list as it should be: what it holds already, and what the code has added since. */
export function storedNamesJson(listed: string): string {
  const before: StoredNames = JSON.parse(listed || '{}')
  const merged = Object.entries(currentStoredNames()).map(
    ([kind, names]) => [kind, [...new Set([...(before[kind] ?? []), ...names])].sort()] as const,
  )
  return `${JSON.stringify(Object.fromEntries(merged), null, 2)}\n`
}
