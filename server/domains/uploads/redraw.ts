import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { UploadKind } from '#contract/uploads.ts'
import { Problem } from '#server/kit/problem.ts'
import { detectFormat, keptAs, type PictureFault, type PictureFormat, plainSvg } from './picture.ts'

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
/** A process that grows past this draws something that is no logo. */
export const MAX_PROCESS_BYTES = 700 * 1024 * 1024
const LIMIT_MS = 15_000
const AT_A_TIME = 2
const MOST_WAITING = 20

let running = 0
const waiting: (() => void)[] = []

/** Waits for a place. @throws unavailable (503) where too many wait already */
async function takePlace(): Promise<() => void> {
  if (running >= AT_A_TIME) {
    if (waiting.length >= MOST_WAITING)
      throw new Problem('unavailable', 'Too many pictures are being uploaded just now.', { retryAfterSeconds: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  return () => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/**
 * The picture as we keep it: decoded, fitted, turned upright and encoded anew, with nothing of the file it came in.
 * It happens in a process that knows no secret, is watched and ends with it.
 */
export async function redraw(
  bytes: Uint8Array,
  kind: UploadKind,
  { limitMs = LIMIT_MS }: { limitMs?: number } = {},
): Promise<Redrawn | { fault: PictureFault }> {
  const input = detectFormat(bytes)
  if (!input) return { fault: 'wrong-type' }
  const safe = input === 'svg' ? plainSvg(bytes) : bytes
  if (!safe) return { fault: 'svg-active' }
  const leave = await takePlace()
  try {
    return await draw(safe, { input, ...keptAs[kind] }, limitMs)
  } finally {
    leave()
  }
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
