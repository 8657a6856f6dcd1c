import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** One table that the code names in a statement, and what it does to it. */
export interface TableUse {
  path: string
  line: number
  table: string
  writes: boolean
}

const writers = new Set(['insertInto', 'replaceInto', 'updateTable', 'deleteFrom', 'mergeInto'])
const readers =
  /^(selectFrom|from|using|(inner|left|right|full|cross)(Join|JoinLateral|ApplyJoin)|(inner|left|right|full|cross)Join)$/

/** The tables that migrations make. */
export function migratedTables(root: string): string[] {
  const folder = join(root, 'migrations')
  const text = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const dropped = new Set([...text.matchAll(/^drop table (?:if exists )?(\w+)/gim)].map(([, name]) => name!))
  const made = [...text.matchAll(/^create (?:unlogged )?table (?:if not exists )?(\w+)/gim)].map(([, name]) => name!)
  return made.filter((name) => !dropped.has(name)).sort()
}

/** Tables that one file's Kysely calls and SQL name: what is not in `tables` is an alias, and left out. */
export function tableUses(root: string, path: string, tables: ReadonlySet<string>): TableUse[] {
  const source = readFileSync(join(root, path), 'utf8')
  const { program, errors } = parseSync(path, source)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const uses: TableUse[] = []
  const add = (start: number, table: string, writes: boolean) => {
    if (tables.has(table)) uses.push({ path, line: source.slice(0, start).split('\n').length, table, writes })
  }
  const addStatement = (start: number, text: string) => {
    for (const { at, table, writes } of tablesInSql(text)) add(start + at, table, writes)
  }
  const tagged = new Set<number>()
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const { name } = callee.property
      const writes = writers.has(name)
      const [first] = given
      if (!first || !(writes || readers.test(name))) return
      for (const each of first.type === 'ArrayExpression' ? first.elements : [first]) {
        if (each?.type === 'Literal' && typeof each.value === 'string')
          add(each.start, each.value.split(/\s+as\s+/i)[0]!, writes)
      }
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return
      tagged.add(quasi.start)
      addStatement(quasi.start, source.slice(quasi.start, quasi.end))
    },
    TemplateLiteral({ start, end }) {
      const text = source.slice(start, end)
      if (!tagged.has(start) && looksLikeSql(text)) addStatement(start, text)
    },
    Literal({ start, value }) {
      if (typeof value === 'string' && looksLikeSql(value)) addStatement(start, value)
    },
  }).visit(program)
  return uses
}

/** Parts of statements that are kept as text: `left join product on …`. Sentences have no such words in a row. */
const looksLikeSql = (text: string): boolean =>
  /\b(join \w+( as)? \w+ on|insert into \w+ \(|delete from \w+ where|update \w+ set|select .+ from) /i.test(text)

/** Tables named in a piece of SQL, where they stand; parts in `${…}` are read separately. */
export function tablesInSql(statement: string): { at: number; table: string; writes: boolean }[] {
  const text = blank(statement)
  const named = new Set(
    [...text.matchAll(/\b(\w+)\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/gi)].map(([, name]) => name!),
  )
  const found: { at: number; table: string; writes: boolean }[] = []
  const clause =
    /\b(insert\s+into|merge\s+into|delete\s+from|(?<!\b(?:for|key|do)\s+)update|from|join|using)\s+(?:only\s+)?(?:lateral\s+)?(\w+)/gi
  for (const match of text.matchAll(clause)) {
    const [whole, verb, table] = match as unknown as [string, string, string]
    const writes = /^(insert|merge|delete|update)/i.test(verb)
    found.push({ at: match.index + whole.length - table.length, table, writes })
    if (/^(from|using)$/i.test(verb)) found.push(...listedAfter(text, match.index + whole.length))
  }
  return found.filter(({ table }) => !named.has(table))
}

/** `from a, b as c, d`: what follows the first. */
function* listedAfter(text: string, from: number) {
  const next = /(?:\s+(?:as\s+)?\w+)?\s*,\s*(?:lateral\s+)?(\w+)/iy
  next.lastIndex = from
  for (let match = next.exec(text); match; match = next.exec(text))
    yield { at: match.index + match[0].length - match[1]!.length, table: match[1]!, writes: false }
}

/** Comments, quoted text and what is filled in, as blanks of the same length. */
function blank(statement: string): string {
  const withoutHoles = [...statement]
  for (let index = 0, depth = 0; index < statement.length; index++) {
    if (statement.startsWith('${', index)) depth++
    if (depth > 0) withoutHoles[index] = statement[index] === '\n' ? '\n' : '?'
    if (depth > 0 && statement[index] === '}') depth--
  }
  return withoutHoles.join('').replace(/--.*|'(?:[^']|'')*'/g, (part) => '?'.repeat(part.length))
}
