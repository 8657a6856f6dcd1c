import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { requireFreeSpace } from './free-space.ts'
import { startTrouble } from './start-trouble.ts'

const folder = mkdtempSync(join(tmpdir(), 'start-trouble-'))
afterAll(() => rmSync(folder, { recursive: true }))

const like = (fields: object) => Object.assign(new Error('as it came'), fields)

test('the error for a port in use names the port and the setting', async () => {
  const server = createServer()
  const port = await new Promise<number>((done) =>
    server.listen(0, () => done((server.address() as { port: number }).port)),
  )
  const error = await new Promise<Error>((fail) => createServer().once('error', fail).listen(port))
  server.close()
  expect(startTrouble(error, { PORT: String(port) })).toBe(
    `Port ${port} is in use: stop what listens there, or choose another by the setting PORT (PORT=3001 npm start).`,
  )
  expect(startTrouble(error, { PORT: '1', HEALTH_PORT: String(port) })).toContain('HEALTH_PORT=3001')
})

test('the error for a folder that cannot be made names it and the setting', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const data = join(file, 'data')
  let error: unknown
  try {
    mkdirSync(join(data, 'database'), { recursive: true })
  } catch (caught) {
    error = caught
  }
  expect(startTrouble(error, { DATA_DIR: data })).toBe(
    `No folder can be made at ${data}: set DATA_DIR to one where this user may write.`,
  )
})

test.each([
  [
    like({ code: 'EACCES', syscall: 'mkdir', path: '/srv/data/database' }),
    'may not write in /srv/data: give them the right to',
  ],
  [{ name: 'ErrnoError', errno: 2 }, 'may not write in /srv/data: give them the right to'],
  [like({ code: 'ENOSPC', syscall: 'write' }), 'The disk is full: free some space where /srv/data is'],
  [like({ code: '53100' }), 'The disk is full: free some space where /srv/data is'],
  [{ name: 'ErrnoError', errno: 51 }, 'The disk is full: free some space where /srv/data is'],
])('the error for a folder that may not be written, or a full disk, says which: %o', (error, sentence) => {
  expect(startTrouble(error, { DATA_DIR: '/srv/data' })).toContain(sentence)
})

test.each([
  [
    '28P01',
    'The database at db.example:5432 refuses the user posy (as it came): correct DATABASE_URL, or let that user in.',
  ],
  ['3D000', 'There is no database gifts at db.example:5432: make it (createdb gifts), or correct DATABASE_URL.'],
  [
    '42501',
    'The user posy may not do in the database gifts what a start needs (as it came): make that user its owner.',
  ],
  ['25006', 'The database at db.example:5432 is a replica that takes no writes: lead DATABASE_URL to the primary.'],
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    "The database at db.example:5432 shows a certificate of an authority that is not known here (as it came): name that authority's file in DATABASE_URL (?sslmode=verify-full&sslrootcert=FILE).",
  ],
  ['53100', 'The disk of the database is full (as it came): free some space there, then start again.'],
  ['ECONNREFUSED', 'The database at db.example:5432 does not answer (as it came): start it, or correct DATABASE_URL.'],
])('the error of a database that refuses with %s says so, and never its password', (code, sentence) => {
  expect(startTrouble(like({ code }), { DATABASE_URL: 'postgres://posy:secret@db.example:5432/gifts' })).toBe(sentence)
})

test('a disk with too little left for the embedded database stops the start before it is opened', () => {
  const disk =
    (freeMb: number, blocks = 1000) =>
    () => ({ bavail: freeMb, bsize: 1024 * 1024, blocks })
  expect(() => requireFreeSpace('/srv/data', disk(60))).toThrow(
    'The disk is full: 60 MB are free where /srv/data is (the setting DATA_DIR), and Posy needs 100. Free some space, then start again.',
  )
  for (const enough of [disk(100), disk(0, 0)]) expect(() => requireFreeSpace('/srv/data', enough)).not.toThrow()
  expect(() => requireFreeSpace(folder)).not.toThrow()
})

test('an unforeseen error keeps its stack', () => {
  expect(startTrouble(new TypeError('a bug'), {})).toBeNull()
  expect(startTrouble(like({ code: 'ENOENT', path: '/elsewhere' }), { DATA_DIR: '/srv/data' })).toBeNull()
  expect(startTrouble(like({ code: '42P01' }), {})).toBeNull()
})
