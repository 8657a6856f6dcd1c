import { lookup as resolve } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { WebhookAnswer, WebhookRequest, WebhookSender } from '#server/ports/webhooks.ts'

const TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 1024

type Address = { address: string; family: number }
export interface SenderOptions {
  /** The sandbox's own receiver lives on this machine; nothing else may. */
  allowPrivate: boolean
  timeoutMs?: number
  resolve?: (host: string) => Promise<Address[]>
}

/** Reached over the public Internet: not this machine, not a network of ours, not an address that stands for another. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  return ipaddr.process(address).range() === 'unicast'
}

/** Brackets of an IPv6 host are its spelling in an address only. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/**
 * Sends to addresses that customers gave. The name is looked up once, here, and the connection goes to what was looked
 * at: a name that answers differently the second time gains nothing.
 */
export function openWebhookSender(options: SenderOptions): WebhookSender {
  const {
    allowPrivate,
    timeoutMs = TIMEOUT_MS,
    resolve: addressesOf = (host) => resolve(host, { all: true }),
  } = options
  const refusal = (text: string): string | null => {
    const url = URL.parse(text)
    if (!url || !['http:', 'https:'].includes(url.protocol)) return 'must be an http or https address'
    if (url.username || url.password) return 'must not carry a user name or password'
    if (allowPrivate) return null
    if (url.protocol !== 'https:') return 'must begin with https://'
    const host = hostOf(url)
    if (ipaddr.isValid(host) && !isPublicAddress(host)) return 'must be reachable from the public Internet'
    if (host === 'localhost' || host.endsWith('.localhost') || host.endsWith('.internal') || !/[.:]/.test(host))
      return 'must be reachable from the public Internet'
    return null
  }
  const checkedLookup: LookupFunction = (host, { all }, done) => {
    addressesOf(host).then(
      (found) => {
        const allowed = allowPrivate ? found : found.filter(({ address }) => isPublicAddress(address))
        const [first] = allowed
        if (!first || allowed.length < found.length) done(new Error('the name leads to a private address'), '', 0)
        else if (all) done(null, allowed)
        else done(null, first.address, first.family)
      },
      (error: Error) => done(error as NodeJS.ErrnoException, '', 0),
    )
  }
  const post = ({ url, headers, body }: WebhookRequest): Promise<WebhookAnswer> =>
    new Promise((answered) => {
      const failed = (error: string) => answered({ status: null, error, text: '' })
      const why = refusal(url)
      if (why) return failed(`the address ${why}`)
      const send = url.startsWith('https:') ? requestHttps : requestHttp
      const outgoing = send(
        url,
        {
          method: 'POST',
          headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
          lookup: checkedLookup,
          signal: AbortSignal.timeout(timeoutMs),
          agent: false,
        },
        (response) =>
          readStart(response).then((text) => answered({ status: response.statusCode ?? 0, error: null, text })),
      )
      outgoing.on('error', (error) =>
        failed(error.name === 'TimeoutError' || error.name === 'AbortError' ? 'no answer in time' : error.message),
      )
      outgoing.end(body)
    })
  return { refusal, post }
}

/** The first kilobyte; the rest is not waited for. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk as Buffer)
      bytes += (chunk as Buffer).length
      if (bytes >= MAX_ANSWER_BYTES) break
    }
  } catch {
    // What came until then is what there is to show.
  }
  response.destroy()
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString('utf8').replaceAll('\u0000', '')
}
