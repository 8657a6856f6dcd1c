import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'posy-backups-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const DAY_MS = 86_400_000
/** A backup as `deploy/backup` leaves one. */
function makeBackup(daysAgo: number, name?: string): string {
  const at = new Date(Date.now() - daysAgo * DAY_MS)
  const called = name ?? at.toISOString().replace(/:|\.\d+/g, '')
  const path = join(folder, called)
  mkdirSync(path)
  const dump = `dump of ${called}`
  writeFileSync(join(path, 'posy.dump'), dump)
  writeFileSync(join(path, 'SHA256SUMS'), `${createHash('sha256').update(dump).digest('hex')}  posy.dump\n`)
  utimesSync(path, at, at)
  return called
}
const rotate = () => execFileSync('sh', ['deploy/rotate-backups', folder, '14'], { stdio: 'pipe' }).toString()

test('old backups are removed but never the newest, none while that is not whole, and nothing else in the folder', () => {
  expect(rotate).toThrow('no backup')
  const [, old, kept] = [makeBackup(90), makeBackup(16), makeBackup(13)]
  makeBackup(90, 'by hand')
  const damaged = makeBackup(0)
  writeFileSync(join(folder, damaged, 'posy.dump'), 'half')
  expect(rotate).toThrow()
  expect(readdirSync(folder)).toHaveLength(5)
  writeFileSync(join(folder, damaged, 'posy.dump'), `dump of ${damaged}`)
  expect(rotate()).toContain(`removed ${join(folder, old!)}`)
  expect(readdirSync(folder).sort()).toEqual([kept, damaged, 'by hand'].sort())
})

test('the newest backup stays, however old', () => {
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
  const only = makeBackup(400)
  rotate()
  expect(readdirSync(folder)).toEqual([only])
})

test('the nightly backup may do no more on its machine than the API, and writes to its own folder alone', () => {
  const hardening = (unit: string) =>
    readFileSync(`deploy/systemd/${unit}.service`, 'utf8')
      .split('\n')
      .slice(readFileSync(`deploy/systemd/${unit}.service`, 'utf8').split('\n').indexOf('NoNewPrivileges=true'))
      .filter((line) => /^[A-Z]\w+=/.test(line) && !line.startsWith('WantedBy'))
  const [api, backup] = [hardening('posy-api@'), hardening('posy-backup')]
  expect(backup).toEqual(api.map((line) => line.replace('/var/lib/posy', '/var/backups/posy')))
})
