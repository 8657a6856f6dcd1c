import { userInfo } from 'node:os'
import { resolve, sep } from 'node:path'
import { databaseErrorText, isUnavailable } from '#server/platform/database/errors.ts'

type Environment = Record<string, string | undefined>

/** What errors carry: of Node, of PostgreSQL, and (by number alone) of the embedded database's own file system. */
interface Trouble {
  code?: string
  errno?: number
  syscall?: string
  path?: string
  port?: number
  message?: string
}

/** Errors of the embedded database's file system have no code but a number of WASI's. */
const EMBEDDED_CODES: Record<number, string> = { 2: 'EACCES', 19: 'EDQUOT', 51: 'ENOSPC', 69: 'EROFS' }

/**
 * What stands against starting on this machine, as one sentence that says what to do; null for what no one foresaw.
 * @param env the settings that the process was started with
 */
export function startTrouble(error: unknown, env: Environment): string | null {
  if (typeof error !== 'object' || error === null) return null
  const trouble = error as Trouble & { name?: string }
  const code = trouble.name === 'ErrnoError' ? EMBEDDED_CODES[trouble.errno ?? 0] : trouble.code
  if (code === undefined && !isUnavailable(error)) return null
  return portTrouble(code, trouble, env) ?? folderTrouble(code, trouble, env) ?? databaseTrouble(code, error, env)
}

function portTrouble(code: string | undefined, { syscall, port }: Trouble, env: Environment): string | null {
  if (syscall !== 'listen') return null
  const setting = String(port) === env.HEALTH_PORT && String(port) !== env.PORT ? 'HEALTH_PORT' : 'PORT'
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop what listens there, or choose another by the setting ${setting} (${setting}=3001 npm start).`
  if (code === 'EACCES')
    return `This user may not listen at port ${port}: choose one above 1023 by the setting ${setting} (${setting}=3001 npm start).`
  return null
}

function folderTrouble(code: string | undefined, { name, path }: Trouble & { name?: string }, env: Environment) {
  const data = resolve(env.DATA_DIR || '.posy')
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || (code === '53100' && !env.DATABASE_URL)
  if (isFull) return `The disk is full: free some space where ${data} is (the setting DATA_DIR), then start again.`
  const isOurs = name === 'ErrnoError' || path === data || path?.startsWith(data + sep)
  if (!isOurs || !code) return null
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return `The user ${userInfo().username} may not write in ${data}: give them the right to, or set DATA_DIR to another folder.`
  if (['ENOTDIR', 'ENOENT', 'EEXIST'].includes(code))
    return `No folder can be made at ${data}: set DATA_DIR to one where this user may write.`
  return null
}

/** Of TLS, as OpenSSL names them. */
const UNKNOWN_AUTHORITY = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
])

function databaseTrouble(code: string | undefined, error: unknown, env: Environment): string | null {
  const { place, user, name } = databaseNamed(env.DATABASE_URL)
  const said = databaseErrorText(error)
  if (code === '53100') return `The disk of the database is full (${said}): free some space there, then start again.`
  if (code === '28P01' || code === '28000')
    return `The database at ${place} refuses the user ${user} (${said}): correct DATABASE_URL, or let that user in.`
  if (code === '3D000')
    return `There is no database ${name} at ${place}: make it (createdb ${name}), or correct DATABASE_URL.`
  if (code === '42501')
    return `The user ${user} may not do in the database ${name} what a start needs (${said}): make that user its owner.`
  if (code === '25006')
    return `The database at ${place} is a replica that takes no writes: lead DATABASE_URL to the primary.`
  if (code && UNKNOWN_AUTHORITY.has(code))
    return `The database at ${place} shows a certificate of an authority that is not known here (${said}): name that authority's file in DATABASE_URL (?sslmode=verify-full&sslrootcert=FILE).`
  if (isUnavailable(error))
    return `The database at ${place} does not answer (${said}): start it, or correct DATABASE_URL.`
  return null
}

/** Never its password. */
function databaseNamed(url: string | undefined): { place: string; user: string; name: string } {
  const { host, username, pathname } = URL.canParse(url ?? '')
    ? new URL(url!)
    : { host: '', username: '', pathname: '' }
  const user = decodeURIComponent(username)
  return { place: host || 'DATABASE_URL', user, name: decodeURIComponent(pathname.slice(1)) || user }
}
