import { readFile } from 'node:fs/promises'
import { type Config, ConfigError } from '#server/platform/config.ts'

interface LegalTexts {
  operator: string | null
  privacy: string | null
  terms: string | null
}

/** The operator's texts, read once at start: a file that is not there stops it. @throws ConfigError */
export async function loadLegalTexts({
  legalFiles,
  seller,
}: Pick<Config, 'legalFiles' | 'seller'>): Promise<LegalTexts> {
  return {
    operator: seller?.name ?? null,
    privacy: await read('PRIVACY_FILE', legalFiles.privacy),
    terms: await read('TERMS_FILE', legalFiles.terms),
  }
}

async function read(setting: string, path: string | null): Promise<string | null> {
  if (path === null) return null
  try {
    return await readFile(path, 'utf8')
  } catch {
    throw new ConfigError(`${setting}: ${path} cannot be read`)
  }
}
