import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'

/** The signing secret: from the environment, or made once in the data folder outside production (config refuses it there). */
export function sessionSecret(config: Config): Uint8Array {
  if (config.sessionSecret) return Buffer.from(config.sessionSecret)
  // An operator's command that signs and seals nothing; those that do ask for it (cli.ts).
  if (config.environment === 'production') return randomBytes(48)
  const path = join(config.dataDir, 'session-secret')
  if (!existsSync(path)) {
    mkdirSync(config.dataDir, { recursive: true })
    writeFileSync(path, randomBytes(48).toString('base64url'), { mode: 0o600 })
  }
  return readFileSync(path)
}
