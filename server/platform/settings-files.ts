import { readFileSync } from 'node:fs'

type Settings = Record<string, string | undefined>

/**
 * Settings that are given as the path of a file that holds them, by the name with `_FILE` after it: how vaults, Docker and
 * Kubernetes lay secrets out. One line's end after the value is no part of it.
 * @param names the settings there are; any other `…_FILE` is left alone
 * @throws Error naming the variable where its file cannot be read or is empty, or the setting is given both ways
 */
export function readSettingsFiles(env: Settings, names: readonly string[]): Settings {
  const known = new Set(names)
  const fromFiles = names.flatMap((name) => {
    const variable = `${name}_FILE`
    const path = env[variable]
    if (!path || known.has(variable)) return []
    if (env[name]) throw new Error(`${variable}: ${name} is set too; set one of the two`)
    return [[name, readValue(variable, path)]]
  })
  return { ...env, ...Object.fromEntries(fromFiles) }
}

function readValue(variable: string, path: string): string {
  let value: string
  try {
    value = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new Error(`${variable}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error })
  }
  if (!value) throw new Error(`${variable}: ${path} is empty`)
  return value
}
