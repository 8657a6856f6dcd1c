import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MIGRATIONS_FOLDER, readMigrations } from './migrate.ts'

const checksum = (text: string) => createHash('sha256').update(text).digest('hex')

describe('a migration whose comments were reworded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reworded-'))
  const released = '-- Nothing yet.\nselect 1;\n'
  const now = '-- Nothing so far.\nselect 1;\n'
  const write = (text: string) => writeFileSync(join(folder, '0001_first.sql'), text)
  writeFileSync(
    join(folder, 'reworded.json'),
    JSON.stringify({ '0001_first.sql': { released: checksum(released), now: checksum(now) } }),
  )

  test('keeps the checksum that databases hold', () => {
    write(now)
    expect(readMigrations(folder)).toEqual([{ name: '0001_first.sql', text: now, checksum: checksum(released) }])
  })

  test('is noticed as changed once anything else in it is', () => {
    const changed = now.replace('select 1', 'select 2')
    write(changed)
    expect(readMigrations(folder)[0]!.checksum).toBe(checksum(changed))
  })
})

test('each migration of the list of reworded ones is as the list says', () => {
  const list: Record<string, { now: string }> = JSON.parse(
    readFileSync(join(MIGRATIONS_FOLDER, 'reworded.json'), 'utf8'),
  )
  for (const [name, { now }] of Object.entries(list))
    expect(checksum(readFileSync(join(MIGRATIONS_FOLDER, name), 'utf8')), name).toBe(now)
})
