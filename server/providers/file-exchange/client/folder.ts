import { setTimeout as pause } from 'node:timers/promises'
import type { RailName } from '#contract/core/rails.ts'
import { readSignedCsv, writeSignedCsv } from '#server/platform/sheets/signed-csv.ts'
import { type RailAction, requestColumns, resultColumns } from '../types.ts'

export interface FileExchangeSettings {
  rail: Extract<RailName, 'post-office' | 'pin'>
  /** A folder that we and the rail share, such as its SFTP folder behind an HTTP gateway. */
  baseUrl: string
  /** NAME:PASSWORD */
  login: string
  /** Signs the files of both sides. */
  key: string
  /** For a whole exchange; 9 s unless told. */
  timeoutMs?: number
}

export type Result = Record<(typeof resultColumns)[number], string>
/** not-yet: our request is there, and no answer so far · unreachable: it may be there. `reason` holds our own words. */
type Exchanged = { result: Result } | { failed: 'not-yet' | 'unreachable' | 'altered'; reason: string }

interface Ask {
  action: RailAction
  reference: string
  /** Names the pair of files; the same name is the same request. */
  name: string
  product?: string
  amountPence?: number
  currency?: string
}

const TIMEOUT_MS = 9000
/** Answers to what is asked while someone waits are looked for so often. */
const LOOK_EVERY_MS = 250
/** Larger answers are none of a rail's. */
const LONGEST_ANSWER = 100_000

/**
 * Puts a request into the folder, under its own name and with the same bytes however often, and waits a little for the
 * result of that name. What was answered before is read, not asked again.
 */
export async function exchange(settings: FileExchangeSettings, ask: Ask): Promise<Exchanged> {
  const deadline = AbortSignal.timeout(settings.timeoutMs ?? TIMEOUT_MS)
  try {
    const before = await look(settings, ask, deadline)
    if (before) return before
    const put = await call(settings, 'PUT', `requests/${ask.name}.csv`, deadline, request(settings, ask))
    if (!put.ok && put.status !== 409 && put.status !== 412)
      return { failed: 'unreachable', reason: `HTTP ${put.status} to a request` }
  } catch (error) {
    return { failed: 'unreachable', reason: errorName(error) }
  }
  try {
    for (;;) {
      const found = await look(settings, ask, deadline)
      if (found) return found
      await pause(LOOK_EVERY_MS, undefined, { signal: deadline })
    }
  } catch {
    return { failed: 'not-yet', reason: 'no result yet' }
  }
}

/** Looks for a result that no one asked for. @throws unless the folder says that it is not there */
export async function checkFolder(settings: FileExchangeSettings): Promise<void> {
  const { status } = await call(settings, 'GET', 'results/none.csv', AbortSignal.timeout(TIMEOUT_MS))
  if (status !== 404) throw new Error(`HTTP ${status} where no file is`)
}

const errorName = (error: unknown) => (error instanceof Error ? error.name : 'no answer')

const request = (
  { rail, key }: FileExchangeSettings,
  { action, reference, name, product = '', amountPence = 0, currency = '' }: Ask,
): string =>
  writeSignedCsv(key, {
    about: ['request', rail, name],
    columns: requestColumns,
    rows: [{ action, reference, product, amountPence: String(amountPence), currency }],
    sum: 'amountPence',
  })

async function look(settings: FileExchangeSettings, ask: Ask, signal: AbortSignal): Promise<Exchanged | undefined> {
  const answer = await call(settings, 'GET', `results/${ask.name}.csv`, signal)
  if (answer.status === 404) return undefined
  if (!answer.ok) throw new Error(`HTTP ${answer.status} to a result`)
  const { rail, key } = settings
  const file = readSignedCsv(key, answer.text, { columns: resultColumns, sum: 'amountPence' })
  const [row] = 'problem' in file ? [] : file.rows
  if ('problem' in file || !row || file.rows.length > 1)
    return { failed: 'altered', reason: 'a result that is not whole' }
  const isOurs = file.about.join() === ['result', rail, ask.name].join() && row.cells.reference === ask.reference
  return isOurs ? { result: row.cells } : { failed: 'altered', reason: 'a result of something else' }
}

async function call(
  { baseUrl, login }: FileExchangeSettings,
  method: 'GET' | 'PUT',
  path: string,
  signal: AbortSignal,
  body?: string,
): Promise<{ status: number; ok: boolean; text: string }> {
  const { status, ok, ...response } = await fetchText(`${baseUrl}/${path}`, {
    method,
    headers: {
      Authorization: `Basic ${Buffer.from(login).toString('base64')}`,
      ...(body === undefined ? {} : { 'Content-Type': 'text/csv' }),
    },
    ...(body === undefined ? {} : { body }),
    redirect: 'error',
    signal,
  })
  return { status, ok, text: response.text.length > LONGEST_ANSWER ? '' : response.text }
}

async function fetchText(url: string, init: RequestInit) {
  const response = await fetch(url, init)
  return { status: response.status, ok: response.ok, text: await response.text() }
}
