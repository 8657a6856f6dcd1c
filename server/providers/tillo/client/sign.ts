import { createHmac } from 'node:crypto'

/** What a request of ours says it is about: the parts that its signature covers, in Tillo's order. */
export interface TilloSignedRequest {
  method: string
  /** The path with hyphens, for example `digital-issue`. */
  endpoint: string
  /** Client request id, brand and, where the form asks for them, currency and amount. */
  parts: readonly string[]
  timestampMs: number
}

/** HMAC-SHA256 in hex over `key-METHOD-endpoint-part-…-timestamp`. */
export const signRequest = (
  apiKey: string,
  secret: string,
  { method, endpoint, parts, timestampMs }: TilloSignedRequest,
) =>
  createHmac('sha256', secret)
    .update([apiKey, method, endpoint, ...parts, String(timestampMs)].join('-'))
    .digest('hex')
