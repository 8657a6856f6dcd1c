import { fileAnswer } from '#server/platform/http/file-answer.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { notFound } from '#server/platform/problem/problem.ts'
import { readClaims, signClaims } from '#server/platform/signed-claims.ts'
import { type Asker, isStillThere, toAsker } from './asker.ts'

const PURPOSE = 'own file'
const AN_HOUR = 3600

interface LinkedFile {
  key: string
  fileName: string
  contentType: string
}
interface Claims extends LinkedFile {
  asker: Asker
  until: number
}

/**
 * An address of a file for who asked: while they are signed in and are in that team what they were. A program's is for
 * anyone who has it, until it expires (decision 486).
 */
export async function linkToFile(
  posy: Posy,
  caller: Principal,
  { key, ...file }: LinkedFile,
  expiresInSeconds = AN_HOUR,
): Promise<string> {
  const asker = toAsker(caller)
  if (!asker) return posy.providers.files.link(key, { ...file, expiresInSeconds })
  const until = Math.floor(posy.wall.nowMs() / 1000) + expiresInSeconds
  const claims: Claims = { key, ...file, asker, until }
  return `${posy.config.publicUrl}/files/own/${signClaims(posy.secret.current, PURPOSE, claims)}`
}

/** The file behind a link that was made for someone. @throws not_found (404) also once it is no longer theirs */
export async function serveLinkedFile(posy: Posy, token: string): Promise<Response> {
  const claims = readClaims<Claims>(posy.secret.current, PURPOSE, token)
  const isTheirs = claims && posy.wall.nowMs() / 1000 < claims.until && (await isStillThere(posy, claims.asker))
  const file = isTheirs ? await posy.providers.files.read(claims.key) : null
  if (!claims || !file) throw notFound('file')
  return fileAnswer(file, claims)
}
