import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Example } from '#contract/reference/recorded-examples.ts'

/** What imports them all. */
export const EXAMPLES_INDEX = 'contract/reference/recorded-examples.generated.ts'
/** How wrong fields are refused: of all endpoints, and of none. */
export const REFUSAL = 'refusal'
const REFUSAL_FILE = 'contract/core/examples/refusal.json'

/** Each recorded example by its name: `contract/<area>/examples/<endpoint>.json`, sorted. */
export function exampleFiles(root: string): [name: string, path: string][] {
  const paths = globSync('contract/*/examples/*.json', { cwd: root })
  return paths
    .map((path): [string, string] => [basename(path, '.json'), path])
    .sort(([one], [other]) => (one < other ? -1 : 1))
}

export const readExamples = (root: string): Record<string, Example> =>
  Object.fromEntries(
    exampleFiles(root).map(([name, path]) => [name, JSON.parse(readFileSync(join(root, path), 'utf8'))]),
  )

/** The same for the same examples, to the byte. */
export const printExample = (example: Example): string => `${JSON.stringify(example, null, 2)}\n`

/** The folder of each endpoint, by the file that declares it. */
function declaredIn(root: string): Map<string, string> {
  const declared = globSync('contract/*/*.ts', { cwd: root }).flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/^export const (\w+) = endpoint\(/gm)].map(
      ([, name]): [string, string] => [name!, dirname(path)],
    ),
  )
  return new Map(declared)
}

/** Where the examples of these belong: beside what declares them. */
export function placeExamples(root: string, names: readonly string[]): string[] {
  const folders = declaredIn(root)
  return names.map((name) => {
    if (name === REFUSAL) return REFUSAL_FILE
    const folder = folders.get(name)
    if (!folder) throw new Error(`No file of contract/ declares the endpoint ${name}.`)
    return `${folder}/examples/${name}.json`
  })
}

/** Writes these and takes every other away, with what imports them. */
export function writeExamples(root: string, examples: Record<string, Example>): void {
  for (const [, path] of exampleFiles(root)) rmSync(join(root, path))
  const paths = placeExamples(root, Object.keys(examples))
  for (const [index, example] of Object.values(examples).entries()) {
    const path = join(root, paths[index]!)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, printExample(example))
  }
  for (const folder of globSync('contract/*/examples', { cwd: root }))
    if (readdirSync(join(root, folder)).length === 0) rmSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, EXAMPLES_INDEX), examplesIndex(root))
}

/** Imports every example by its name. */
export function examplesIndex(root: string): string {
  const files = exampleFiles(root)
  const imports = files.map(
    ([name, path]) => `import ${name} from '${path.replace('contract/', '../')}' with { type: 'json' }\n`,
  )
  return [
    '// Written by `npm run generate` from contract/<area>/examples: one file an endpoint.\n',
    ...imports,
    `\nexport const recorded = {\n${files.map(([name]) => `  ${name},\n`).join('')}}\n`,
  ].join('')
}
