import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const here = import.meta.dirname
const named = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []))

/** What no domain answers: shapes that all share, what the console calls, the published description, the simulated world. */
const NO_DOMAIN = ['core', 'operator', 'reference', 'sandbox']
/** Areas named after the records that the wire calls so, and the wider domain that answers them. */
const ANSWERED_BY: Record<string, string> = { orders: 'purchases' }

test('every folder of the contract is named as the domain that answers it, or as its records are called on the wire', () => {
  const domains = named(join(here, '../server/domains'))
  const answered = (area: string) => domains.includes(ANSWERED_BY[area] ?? area)
  expect(named(here).filter((area) => !NO_DOMAIN.includes(area) && !answered(area))).toEqual([])
})

test('no file of the contract that people write is longer than 400 lines', () => {
  const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.includes('.generated.'),
  )
  const long = files.filter((path) => readFileSync(join(here, path), 'utf8').split('\n').length > 401)
  expect(long).toEqual([])
})
