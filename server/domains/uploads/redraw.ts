import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { UploadKind } from '#contract/uploads/uploads.ts'
import { detectFormat, keptAs, type PictureFault, type PictureFormat, plainSvg } from './picture.ts'
import { drawsTooMuch } from './svg-weight.ts'
import { TeamPlaces } from './team-places.ts'

/** What the drawing process is told. */
export interface RedrawOrder {
  input: PictureFormat
  format: 'png' | 'jpeg'
  maxSidePx: number
}
/** What it answers beside the picture. */
export type RedrawFacts = { width: number; height: number } | { fault: PictureFault }

export interface Redrawn {
  content: Buffer
  contentType: 'image/png' | 'image/jpeg'
  width: number
  height: number
}

export const FACTS_CHANNEL = 3
/** A process that grows past this, or works for longer, draws something that is no logo. */
export const MAX_PROCESS_BYTES = 512 * 1024 * 1024
export const MAX_PROCESS_CPU_MS = 5_000
/** However little it was given to work with: the machine may be busy. */
const LIMIT_MS = 15_000

const places = new TeamPlaces({ atATime: 2, mostWaitingOfTeam: 4, mostWaiting: 40 })

/**
 * The picture as we keep it: decoded, fitted, turned upright and encoded again, with nothing of the file it came in.
 * It happens in a process that knows no secret, is watched and ends with it.
 */
export async function redraw(
  bytes: Uint8Array,
  kind: UploadKind,
  { teamId, limitMs = LIMIT_MS }: { teamId: string; limitMs?: number },
): Promise<Redrawn | { fault: PictureFault }> {
  const input = detectFormat(bytes)
  if (!input) return { fault: 'wrong-type' }
  const safe = input === 'svg' ? plainSvg(bytes) : bytes
  if (!safe) return { fault: 'svg-active' }
  if (input === 'svg' && drawsTooMuch(safe.toString())) return { fault: 'too-complex' }
  return places.run(teamId, () => draw(safe, { input, ...keptAs[kind] }, limitMs))
}

async function draw(
  bytes: Uint8Array,
  order: RedrawOrder,
  limitMs: number,
): Promise<Redrawn | { fault: PictureFault }> {
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=128', join(import.meta.dirname, 'redraw-process.ts'), JSON.stringify(order)],
    // Nothing of our environment: no secret is where a hostile picture is decoded.
    { env: { NODE_ENV: 'production' }, stdio: ['pipe', 'pipe', 'ignore', 'pipe'] },
  )
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
  try {
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(bytes)
    const [content, told] = await Promise.all([readAll(child.stdout!), readAll(child.stdio[FACTS_CHANNEL] as Readable)])
    await ended(child)
    if (told.length === 0) return { fault: 'too-complex' }
    const facts = JSON.parse(told.toString()) as RedrawFacts
    if ('fault' in facts) return facts
    return { ...facts, content, contentType: `image/${order.format}` }
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()))
