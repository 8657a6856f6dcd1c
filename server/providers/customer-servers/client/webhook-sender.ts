import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { WebhookAnswer, WebhookDeliveryRequest, WebhookSender } from '#server/providers/customer-servers/types.ts'
import { type GuardOptions, guardAddresses } from './guarded-address.ts'

const TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 1024

export interface SenderOptions extends GuardOptions {
  timeoutMs?: number
}

/** Sends to addresses that customers gave. */
export function openWebhookSender(options: SenderOptions): WebhookSender {
  const { timeoutMs = TIMEOUT_MS } = options
  const { refusal, lookup } = guardAddresses(options)
  const post = ({ url, headers, body }: WebhookDeliveryRequest): Promise<WebhookAnswer> =>
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
          lookup,
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
