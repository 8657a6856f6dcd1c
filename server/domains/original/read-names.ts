import type { Endpoint } from '#contract/core/endpoint.ts'
import { fieldNames, type KeptKind, keptKind } from '#contract/core/sent-back.ts'
import type { RequestCheck } from '#contract/original/original.ts'
import type { Read } from '#server/platform/http/request.ts'
import type { PastedRequest } from './pasted-request.ts'

type Names = RequestCheck['names']

const NOTHING = 'nothing: it changes nothing here'

/** What is read of a name that is part of the record, and cannot be set by this request. */
const readOfRecord: Record<KeptKind, string> = {
  identity: 'whose or which record it is: another one than it has is refused',
  status: 'its state: another one than it has is refused',
  version: 'what was read: refused where it was changed since',
  derived: 'nothing: Posy works it out',
}

/**
 * The names of a request that are read otherwise than they are written: words of other kinds of paging, the other name of a
 * period’s end, and names of the record, of which only some count.
 */
export function readNames(pasted: PastedRequest, endpoint: Endpoint | null, input: Read | null): Names {
  if (!endpoint || !input) return []
  const sentBack = endpoint.sentBack
  const kept = Object.keys(input.kept).map((name) => ({
    sent: `${sentBack?.at ? `${sentBack.at.replace('[]', '')}.` : ''}${name}`,
    read: readOfRecord[keptKind(name, sentBack ?? {})],
  }))
  return [...queryNames(pasted, endpoint, input), ...kept]
}

function queryNames({ address }: PastedRequest, { query: schema }: Endpoint, { query, words }: Read): Names {
  const own = fieldNames(schema)
  const values = (query ?? {}) as Record<string, unknown>
  const is = (name: string) => `${name}=${values[name]}`
  const found = new Map<string, string>()
  for (const [sent, value] of new URLSearchParams(address.split('?')[1] ?? '')) {
    const name = sent.match(/^pagination\[(\w+)\]$/)?.[1] ?? sent.split('[')[0]!
    if (own.has(sent.split('[')[0]!)) continue
    const read = own.has(name) ? is(name) : readOther(name, own, is, words)
    if (read) found.set(`${sent}=${value}`, read)
  }
  return [...found].map(([sent, read]) => ({ sent, read }))
}

function readOther(
  name: string,
  own: ReadonlySet<string>,
  is: (name: string) => string,
  words: Read['words'],
): string | null {
  if (name === 'limit' && own.has('per_page')) return is('per_page')
  if (name === 'per_page' && own.has('limit')) return is('limit')
  if (name === 'offset' && own.has('page')) return is('page')
  if (name === 'to' && own.has('until')) return is('until')
  if (name === 'until' && own.has('to')) return is('to')
  if (name === 'filter' && words.ids) return 'only the records with these ids'
  if (name === 'limit' || name === 'per_page')
    return words.limit === null ? null : `the first ${words.limit} of the rest`
  if (name === 'page' || name === 'offset') return words.skip === 0 ? NOTHING : `${words.skip} rows are passed over`
  return ['embed', 'platform', '_'].includes(name) ? NOTHING : null
}
