import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** One import as written in the code. `to` is a file of ours, or a package when `isPackage`; `names` are those it takes, `*` for all. */
export type Import = { from: string; to: string; isPackage: boolean; typeOnly: boolean; line: number; names: string[] }

const sourceFile = /\.(ts|tsx|mts|mjs|js)$/
const generated = /(^|\/)\+types\//

/** Every source file below the given folders, as paths from `root`, in a stable order. */
export function sourceFiles(root: string, folders: string[]): string[] {
  const below = (path: string): string[] => {
    if (!existsSync(join(root, path))) return []
    if (!statSync(join(root, path)).isDirectory()) return sourceFile.test(path) ? [path] : []
    return readdirSync(join(root, path))
      .filter((name) => name !== 'node_modules' && !name.startsWith('.'))
      .sort()
      .flatMap((name) => below(`${path}/${name}`))
  }
  return folders.flatMap(below)
}

/** What one file imports: values, types, re-exports, `import()` with a literal, and `import('…').Type`. */
export function readImports(root: string, from: string): Import[] {
  const source = readFileSync(join(root, from), 'utf8')
  const parsed = parseSync(from, source)
  const { module, errors } = parsed
  if (errors[0]) throw new Error(`${from}: ${errors[0].message}`)

  const found: { specifier: string; typeOnly: boolean; start: number; names: string[] }[] = []
  for (const { moduleRequest, entries } of module.staticImports) {
    const typeOnly = entries.length > 0 && entries.every((entry) => entry.isType)
    const names = entries.map(({ importName }) => importName.name ?? '*')
    found.push({ specifier: moduleRequest.value, typeOnly, start: moduleRequest.start, names })
  }
  for (const { entries } of module.staticExports) {
    const typeOnly = entries.every((entry) => entry.isType)
    const request = entries.find((entry) => entry.moduleRequest)?.moduleRequest
    const names = entries.map(({ importName }) => importName.name ?? '*')
    if (request) found.push({ specifier: request.value, typeOnly, start: request.start, names })
  }
  // The whole tree of a file takes most of the time: it is read where its code may import within itself.
  const visitor = new Visitor({
    ImportExpression({ source: target }) {
      if (target.type === 'Literal')
        found.push({ specifier: String(target.value), typeOnly: false, start: target.start, names: ['*'] })
    },
    TSImportType({ source: target }) {
      found.push({ specifier: target.value, typeOnly: true, start: target.start, names: ['*'] })
    },
  })
  if (/\bimport\s*[(/]/.test(source)) visitor.visit(parsed.program)

  return found
    .filter(({ specifier }) => !generated.test(specifier))
    .map(({ specifier, typeOnly, start, names }) => {
      const line = source.slice(0, start).split('\n').length
      const path = ownPath(from, specifier)
      return { from, to: path ?? specifier, isPackage: path === undefined, typeOnly, line, names }
    })
}

/** The names that a file exports, those of other files included. */
export function exportedNames(root: string, path: string): string[] {
  const { module } = parseSync(path, readFileSync(join(root, path), 'utf8'))
  return module.staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => exportName.name ?? '*'))
}

/** The path from the root that a specifier means, or undefined for a package. `#folder/…` is package.json's "imports". */
function ownPath(from: string, specifier: string): string | undefined {
  const [path = ''] = specifier.split('?')
  if (path.startsWith('#')) return path.slice(1)
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path)
  return undefined
}
