import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig, readEnvironment } from './config.ts'

describe('A setting in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'posy-settings-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const inFile = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const secret = 's'.repeat(40)

  test('is read from the path in NAME_FILE, without the end of its line', () => {
    for (const text of [secret, `${secret}\n`, `${secret}\r\n`]) {
      const env = readEnvironment({ SANDBOX: 'true', SESSION_SECRET_FILE: inFile('secret', text) })
      expect(readConfig(env).sessionSecret).toBe(secret)
    }
  })

  test('is refused by its name where it cannot be read, is empty, or is given both ways', () => {
    const missing = join(folder, 'missing')
    expect(() => readEnvironment({ SESSION_SECRET_FILE: missing })).toThrow(
      new ConfigError(`SESSION_SECRET_FILE: ${missing} cannot be read (ENOENT)`),
    )
    expect(() => readEnvironment({ DATABASE_URL_FILE: folder })).toThrow(/^DATABASE_URL_FILE: .*EISDIR/)
    const empty = inFile('empty', '\n')
    expect(() => readEnvironment({ SESSION_SECRET_FILE: empty })).toThrow(/^SESSION_SECRET_FILE: .* is empty$/)
    const both = { SESSION_SECRET: secret, SESSION_SECRET_FILE: inFile('secret', secret) }
    expect(() => readEnvironment(both)).toThrow(/^SESSION_SECRET_FILE: SESSION_SECRET is set too/)
  })

  test('leaves alone what is no setting of ours, and settings that are files themselves', () => {
    const env = { PRIVACY_FILE: '/etc/posy/privacy.md', SSL_CERT_FILE: '/etc/ssl/cert.pem', SESSION_SECRET_FILE: '' }
    expect(readEnvironment(env)).toEqual(env)
  })
})
