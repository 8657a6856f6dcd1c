import type { Compilable, CompiledQuery, RawBuilder } from 'kysely'
import type { Db, Tx } from './database.ts'

/** Stands in a compiled query where a value will be. */
class Blank {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const blanks = new Proxy({}, { get: (_, name) => new Blank(String(name)) })

/**
 * A query that is built and compiled with its first use and afterwards only given its values: for what every page asks, where
 * building its text would cost as much as asking.
 * @param build must hand its values on as they are: it is called once, before they are known
 */
export function compiledOnce<Values extends object, Row>(
  build: (db: Db | Tx, values: Values) => Compilable<Row> | RawBuilder<Row>,
): (db: Db | Tx, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, values) => {
    // A query knows its dialect; a raw one has to be told.
    compiled ??= (build(db, blanks as Values) as RawBuilder<Row>).compile(db)
    const parameters = compiled.parameters.map((one) => (one instanceof Blank ? values[one.name as keyof Values] : one))
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}
