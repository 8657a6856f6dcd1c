import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/database/database.ts'
import { retiredSecrets } from '#server/platform/retired-secrets.ts'
import type { Secret } from '#server/platform/sealing.ts'
import { StartError } from './start-error.ts'

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

/** The present one with those before it. @throws StartError where it is itself one of those before */
export async function openSecret(config: Config, db: Db): Promise<Secret> {
  const current = sessionSecret(config)
  if (config.environment === 'production' && !config.sessionSecret) return { current, retired: [] }
  const retired = await retiredSecrets(db, current)
  if (!retired)
    throw new StartError('SESSION_SECRET is not the one that posy keys rotate was told of last (NEW_SESSION_SECRET).')
  return { current, retired }
}
