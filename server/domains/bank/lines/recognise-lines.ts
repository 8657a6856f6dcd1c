import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { type BankStatementLine, fingerprints, type LineKeys } from '../statements/statement-line.ts'
import { namedTargets } from './matchers.ts'

/** A line of a file, held against the lines that are kept. */
export interface SeenLine extends BankStatementLine {
  fingerprint: string
  isNew: boolean
  /** Whether it may be a kept line in other words. */
  mayBeKnown: boolean
}

/** Says of each line of a file whether it is kept already, and of a new one why it must wait for a person, if it must. */
export async function recogniseLines(
  posy: Posy,
  db: Db | Tx,
  lines: readonly BankStatementLine[],
): Promise<SeenLine[]> {
  const keys = fingerprints(lines)
  const everyKey = keys.flatMap(listKeys)
  const known = await findKnownKeys(db, everyKey)
  const fresh = lines.filter((_, index) => !listKeys(keys[index]!).some((key) => known.has(key)))
  const unsaid = Map.groupBy(
    (await unsaidLines(db, fresh, everyKey)).flatMap((line) =>
      describeLineVariants(line).map((way) => ({ way, line })),
    ),
    ({ way }) => way,
  )
  const held = new Map<BankStatementLine, string>()
  for (const line of fresh) {
    const alike = describeLineVariants(line).flatMap((way) => unsaid.get(way) ?? [])
    const twin = await findTwin(posy, db, line, [...new Set(alike.map((each) => each.line))])
    if (twin) held.set(line, `It may be the line of ${twin.date} in other words: ${twin.text.slice(0, 200)}`)
  }
  const isNew = new Set(fresh)
  return lines.map((line, index) => ({
    ...line,
    ...(held.has(line) && { held: held.get(line)! }),
    fingerprint: keys[index]!.fingerprint,
    isNew: isNew.has(line),
    mayBeKnown: held.has(line),
  }))
}

const listKeys = ({ fingerprint, byWords, asWhole }: LineKeys): string[] => [
  ...new Set([fingerprint, byWords, ...(asWhole ? [asWhole] : [])]),
]

async function findKnownKeys(db: Db | Tx, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ fingerprint: string }>`
    select fingerprint from bank_line where fingerprint = any(${[...keys]}::text[])`.execute(db)
  return new Set(rows.map(({ fingerprint }) => fingerprint))
}

interface UnsaidLine {
  account: string
  currency: string
  date: string
  amountPence: number
  text: string
  bankReference: string | null
  target: string | null
}

/** Kept lines of the days, or with the references, of new ones, that the file itself no longer says. */
async function unsaidLines(
  db: Db | Tx,
  fresh: readonly BankStatementLine[],
  said: readonly string[],
): Promise<UnsaidLine[]> {
  if (fresh.length === 0) return []
  const references = fresh.flatMap(({ bankReference }) => bankReference ?? [])
  const { rows } = await sql<UnsaidLine>`
    select account, currency, booked_on::text as date, amount as "amountPence", text,
      bank_reference as "bankReference", target_kind || ' ' || target_id as target
    from bank_line
    where account = any(${[...new Set(fresh.map(({ account }) => account))]}::text[])
      and (booked_on = any(${[...new Set(fresh.map(({ date }) => date))]}::date[]) or bank_reference = any(${references}::text[]))
      and fingerprint <> all(${[...said]}::text[])`.execute(db)
  return rows
}

/** In what two lines may be alike: what was paid that day, or the bank's own reference. */
const describeLineVariants = ({
  account,
  currency,
  date,
  amountPence,
  bankReference,
}: Omit<UnsaidLine, 'text' | 'bankReference' | 'target'> & { bankReference?: string | null }): string[] => [
  JSON.stringify([account, currency, date, amountPence]),
  ...(bankReference ? [JSON.stringify([account, bankReference])] : []),
]

/** A kept line that a new one may say again. */
async function findTwin(
  posy: Posy,
  db: Db | Tx,
  line: BankStatementLine,
  alike: readonly UnsaidLine[],
): Promise<UnsaidLine | undefined> {
  for (const other of alike) {
    // Two references are two payments; one reference with two amounts is looked at.
    if (line.bankReference && other.bankReference) {
      if (line.bankReference === other.bankReference) return other
    } else if (!(await nameDifferent(posy, db, line, other))) return other
  }
  return undefined
}

/** Two payments of one amount and day that name different things are two. */
async function nameDifferent(posy: Posy, db: Db | Tx, line: BankStatementLine, other: UnsaidLine): Promise<boolean> {
  const listNamedTargets = async ({ text }: { text: string }) =>
    (await namedTargets(posy, db, { text, amount: line.amountPence })).map(({ kind, id }) => `${kind} ${id}`)
  const [its, others] = [await listNamedTargets(line), await listNamedTargets(other)]
  if (other.target) others.push(other.target)
  return its.length > 0 && others.length > 0 && !its.some((name) => others.includes(name))
}
