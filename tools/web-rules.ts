/**
 * `npm run web-rules`: in web/, every address comes from web/paths.ts, no import climbs more than two folders
 * (`#web/…` reads better), and no element has a style attribute, which the policy of our pages refuses. Tests type what they
 * like: they say what an address is.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { sourceFiles } from './imports.ts'

/** What may type an address: the tables of them, and what only builds or tests the pages. */
const EXEMPT = /\.test\.tsx?$|^web\/(paths|routes)\.ts$|^web\/(recipient|till)\/routes\.tsx$|^web\/(tooling|testing)\//
const CLIMBS_HIGH = /^(\.\.\/){3}/
/** `/wallets`, or `/budgets/` before an expression. A lone `/` and `/${…}` are parts of something else. */
const ADDRESS = /^\/[a-z]/
/** After an expression: `${here}/papers`. */
const TAIL = /^\/[a-z]/

/** Everything in web/ that breaks these rules, one message each. */
export function webViolations(root: string): string[] {
  return sourceFiles(root, ['web'])
    .filter((path) => !EXEMPT.test(path))
    .flatMap((path) => violationsIn(path, readFileSync(join(root, path), 'utf8')))
}

export function violationsIn(path: string, source: string): string[] {
  const { program, module, errors } = parseSync(path, source)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const found: string[] = []
  const report = (start: number, what: string) =>
    found.push(`${path}:${source.slice(0, start).split('\n').length} ${what}`)
  const imported = new Set<number>()
  for (const { moduleRequest } of module.staticImports) {
    imported.add(moduleRequest.start)
    if (CLIMBS_HIGH.test(moduleRequest.value))
      report(moduleRequest.start, `climbs to ${moduleRequest.value}: say #web/…`)
  }
  new Visitor({
    Literal({ value, start }) {
      if (typeof value !== 'string' || imported.has(start)) return
      if (ADDRESS.test(value)) report(start, `types the address ${value}: take it from web/paths.ts`)
    },
    JSXAttribute({ name, start }) {
      if (name.name === 'style') report(start, 'writes a style attribute: the policy of our pages refuses it')
    },
    TemplateLiteral({ quasis, start }) {
      const [first, ...others] = quasis.map(({ value }) => value.raw)
      const typed = [first ?? ''].filter((text) => ADDRESS.test(text)).concat(others.filter((text) => TAIL.test(text)))
      if (typed[0]) report(start, `types the address ${typed[0]}: take it from web/paths.ts`)
    },
  }).visit(program)
  return found
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = webViolations(join(import.meta.dirname, '..'))
  for (const message of found) console.error(message)
  console.log(found.length === 0 ? 'The web app keeps to its rules.' : `${found.length} lines of web/ break its rules.`)
  process.exitCode = found.length === 0 ? 0 : 1
}
