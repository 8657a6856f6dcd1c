import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Documents } from '#server/providers/customer-servers/types.ts'
import { type GuardOptions, guardAddresses } from './guarded-address.ts'

const TIMEOUT_MS = 10_000

/** Reads from addresses that customers gave, as webhooks are sent to them. */
export function openDocuments({ timeoutMs = TIMEOUT_MS, ...guard }: GuardOptions & { timeoutMs?: number }): Documents {
  const { refusal, lookup } = guardAddresses(guard)
  return {
    read: async (url, maxBytes) => {
      const why = refusal(url)
      if (why) return { error: why }
      return new Promise((answered) => {
        const failed = (error: string) => answered({ error })
        const send = url.startsWith('https:') ? requestHttps : requestHttp
        const outgoing = send(
          url,
          { lookup, signal: AbortSignal.timeout(timeoutMs), agent: false, headers: { accept: '*/*' } },
          (response) => {
            if (response.statusCode !== 200) {
              response.destroy()
              return failed(`answered ${response.statusCode}`)
            }
            readAll(response, maxBytes).then(
              (text) => (text === null ? failed('is larger than we read') : answered({ text })),
              () => failed('broke off'),
            )
          },
        )
        outgoing.on('error', ({ name }) =>
          failed(name === 'TimeoutError' || name === 'AbortError' ? 'gave no answer in time' : 'cannot be reached'),
        )
        outgoing.end()
      })
    },
  }
}

/** @returns null for more than is read */
async function readAll(response: IncomingMessage, maxBytes: number): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length
    if (bytes > maxBytes) {
      response.destroy()
      return null
    }
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}
