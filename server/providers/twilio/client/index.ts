import { type SignedRequest, type Sms, TextRefused, type TextReport } from '#server/providers/twilio/types.ts'
import { ServerAway } from '#server/providers/types.ts'
import { failureStatus, isRefusal } from './statuses.ts'

export interface TwilioSettings {
  accountSid: string
  authToken: string
  /** A name of at most 11 letters and digits that texts seem to come from, where there is no reply number. */
  senderName: string
  replyNumber: string | null
  /** Of another region, or of the sandbox; Twilio's own in the United States unless told. */
  baseUrl?: string | undefined
}

const TWILIO_URL = 'https://api.twilio.com'
/** Senders hold a message for longer than this. */
const TIMEOUT_MS = 15_000

/** Texts through Twilio's SDK, which is loaded when the first text leaves. */
export function openTwilio(settings: TwilioSettings): Sms {
  let client: Promise<Awaited<ReturnType<typeof openClient>>> | undefined
  const connected = () => {
    client ??= openClient(settings)
    return client
  }
  return {
    replyNumber: settings.replyNumber,
    send: async ({ to, text, statusUrl }) => {
      const { messages } = await connected()
      const from = settings.replyNumber ?? settings.senderName
      const sent = await messages
        .create({ to, from, body: text, statusCallback: statusUrl })
        .catch((error: unknown): never => {
          throw explain(error)
        })
      return { providerId: sent.sid }
    },
    readReport: async (request) => {
      const fields = await readSigned(settings, request)
      return fields ? parseTextReport(fields) : 'forged'
    },
    readReply: async (request) => {
      const fields = await readSigned(settings, request)
      return fields ? { from: fields.From ?? '', text: fields.Body ?? '' } : 'forged'
    },
  }
}

async function openClient({ accountSid, authToken, baseUrl }: TwilioSettings) {
  const { default: twilio } = await import('twilio')
  const http = new twilio.RequestClient({ timeout: TIMEOUT_MS })
  if (baseUrl) {
    const request = http.request.bind(http)
    http.request = (options) => request({ ...options, uri: options.uri.replace(TWILIO_URL, baseUrl) })
  }
  return twilio(accountSid, authToken, { httpClient: http })
}

/** The fields of a request that Twilio signed, or null. */
async function readSigned(
  { authToken }: TwilioSettings,
  { url, rawBody, signature }: SignedRequest,
): Promise<Record<string, string> | null> {
  const { default: twilio } = await import('twilio')
  const fields = Object.fromEntries(new URLSearchParams(rawBody))
  return signature && twilio.validateRequest(authToken, signature, url, fields) ? fields : null
}

function parseTextReport(fields: Record<string, string>): TextReport | null {
  const { MessageSid: providerId = '', MessageStatus: status, ErrorCode: reason = null } = fields
  if (status === 'sent' || status === 'delivered') return { providerId, status, reason: null }
  if (status === 'undelivered' || status === 'failed') return { providerId, status: failureStatus(reason), reason }
  return null
}

/** Codes only: Twilio's words repeat the number. */
function explain(error: unknown): Error {
  const { code, status } = error as { code?: number | string; status?: number }
  if (typeof code === 'number' && isRefusal(code)) return new TextRefused(`Twilio ${code}`, failureStatus(String(code)))
  // No answer, its servers' trouble, our credentials, or more than it takes at a time: none of it about this text.
  const isAway = status === undefined || status >= 500 || status === 401 || status === 403 || status === 429
  return new (isAway ? ServerAway : Error)(`Twilio ${code ?? status ?? 'did not answer'}`)
}
