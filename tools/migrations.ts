/** `npm run migrations`: holds migrations against docs/operations/upgrades.md: none may stop a release that is running. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS_FOLDER, readMigrations } from '#server/platform/database/migrate.ts'

interface Rule {
  /** What a statement must not be, on a table that was there before this migration. `table` names the group. */
  pattern: RegExp
  why: string
  /** A comment that allows it. */
  unless?: RegExp
}

const TABLE = '(?:only )?(?:if exists )?(?<table>[a-z_."]+)'
const alter = (change: string) => new RegExp(`^alter table ${TABLE}.*?\\b${change}`)

const rules: Rule[] = [
  { pattern: alter('alter (?:column )?\\S+ (?:set data )?type\\b'), why: 'rewrites the table' },
  { pattern: alter('add (?:column )?(?!constraint)\\S+ [^,]*generated always as'), why: 'rewrites the table' },
  {
    pattern: alter('add (?:column )?(?!constraint)\\S+ [^,]*default [a-z_]+\\('),
    why: 'works the default out for every row',
  },
  {
    pattern: alter('add (?:column )?(?!constraint|check|foreign|unique|primary)\\S+ (?!.*default)[^,]*\\bnot null'),
    why: 'the release before inserts without it',
  },
  { pattern: alter('alter (?:column )?\\S+ set not null'), why: 'reads the whole table under its lock' },
  {
    pattern: alter('add (?:constraint \\S+ )?(?:foreign key|check)\\b(?!.*not valid)'),
    why: 'reads the whole table under its lock; add it not valid',
  },
  {
    pattern: alter('add (?:column )?(?!constraint)\\S+ [^,]*\\breferences\\b'),
    why: 'locks both tables; add the constraint not valid',
  },
  {
    pattern: alter('add (?:constraint \\S+ )?(?:unique|primary key)(?! using index)\\b'),
    why: 'builds an index under its lock',
  },
  {
    pattern: new RegExp(`^create (?:unique )?index (?!concurrently)(?:if not exists )?\\S+ on ${TABLE}`),
    why: 'stops writes while it is built; build it concurrently',
  },
  { pattern: alter('(?:drop column|rename)'), why: 'the release before may read it', unless: /^-- unused since \d{4}/ },
  {
    pattern: new RegExp(`^drop table ${TABLE}`),
    why: 'the release before may read it',
    unless: /^-- unused since \d{4}/,
  },
  {
    pattern: new RegExp(`^(?:update|delete from) ${TABLE}(?!.*\\bwhere\\b)`),
    why: 'changes a whole table in one transaction',
  },
  { pattern: new RegExp(`^(?:lock(?: table)?|cluster|reindex table|vacuum full) ${TABLE}`), why: 'locks the table' },
]

interface Statement {
  sql: string
  /** The comment lines right before it. */
  comments: string[]
}

/** Statements with their comments; bodies of functions are left whole. */
export function statementsIn(text: string): Statement[] {
  const found: Statement[] = []
  let comments: string[] = []
  let open: string[] = []
  let isInBody = false
  for (const line of text.split('\n')) {
    if (!open.length && /^\s*--/.test(line)) {
      comments.push(line.trim())
      continue
    }
    const code = line.replace(/--.*$/, '').trim()
    if (!code) continue
    open.push(code)
    if ((code.match(/\$\w*\$/g)?.length ?? 0) % 2) isInBody = !isInBody
    if (isInBody || !code.endsWith(';')) continue
    found.push({ sql: open.join(' ').replace(/\s+/g, ' ').toLowerCase(), comments })
    comments = []
    open = []
  }
  return found
}

/** The parts of a migration that would stop, or break, a release that is running. */
export function lintMigration(text: string): string[] {
  const statements = statementsIn(text)
  const created = new Set(
    statements.flatMap(({ sql }) => sql.match(/^create (?:unlogged )?table (?:if not exists )?([a-z_."]+)/)?.[1] ?? []),
  )
  const found: string[] = []
  for (const { sql, comments } of statements) {
    if (comments.some((comment) => /^-- lint: \S/.test(comment))) continue
    for (const { pattern, why, unless } of rules) {
      const table = sql.match(pattern)?.groups?.table
      if (!table || created.has(table)) continue
      if (unless && comments.some((comment) => unless.test(comment))) continue
      found.push(`${sql.slice(0, 100)}: ${why}`)
    }
  }
  const isOutside = text.startsWith('-- outside a transaction')
  const isConcurrent = statements.some(({ sql }) => /\bconcurrently\b/.test(sql))
  // What is filled in step by step ends a transaction with each.
  const isInSteps = statements.some(({ sql }) => /^do \$\w*\$.*\bcommit;/.test(sql))
  if ((isConcurrent || isInSteps) !== isOutside)
    found.push('what is built concurrently or commits stands in a file that begins "-- outside a transaction"')
  if (isOutside && statements.length !== 1) found.push('outside a transaction a migration is one statement')
  return found
}

if (import.meta.filename === process.argv[1]) {
  // The first release's schema stood before anyone ran it.
  const { baseline } = JSON.parse(readFileSync(join(MIGRATIONS_FOLDER, 'old-line/release.json'), 'utf8'))
  const held = readMigrations().filter(({ name }) => name > baseline)
  const found = held.flatMap(({ name }) =>
    lintMigration(readFileSync(join(MIGRATIONS_FOLDER, name), 'utf8')).map((finding) => `${name}: ${finding}`),
  )
  const misnamed = readdirSync(MIGRATIONS_FOLDER).filter((name) => name.endsWith('.sql') && !/^\d{4}-/.test(name))
  found.push(...misnamed.map((name) => `${name}: no migration runs whose name is not NNNN-name.sql`))
  for (const finding of found) console.error(finding)
  if (found.length) process.exit(1)
  console.log(`${held.length} migrations may run beside the release before.`)
}
