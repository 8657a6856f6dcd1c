import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { PhoneFailure } from '#contract/sandbox/phone.ts'
import { newId } from '#kit/ids.ts'
import { toDate } from '#kit/time.ts'
import type { BusinessClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/log.ts'
import { drop, type Sandbox, serveApp } from '#server/providers/sandbox/sandbox.ts'
import { type Callbacks, openCallbacks } from './callbacks.ts'
import { isUndelivered, openFailures, type PhoneFailures, specialNumbers, undeliveredCodes } from './failures.ts'
import { phoneRoutes } from './routes.ts'

/** A phone network of our own that speaks Twilio's HTTP, and the ways in which real ones fail. */
export interface TwilioSandbox extends Sandbox {
  /** How the client reaches it. */
  settings: typeof ACCOUNT & { baseUrl: string }
  failures: PhoneFailures
  callbacks: Callbacks
  /** Someone texts the installation's number. */
  reply(from: string, text: string): void
}

/** Well known, and good for nothing but the sandbox. The reply number is one that Ofcom keeps for examples. */
const ACCOUNT = {
  accountSid: 'ACposysandboxposysandboxposysandbo',
  authToken: 'posy-sandbox-twilio-token',
  senderName: 'Posy',
  replyNumber: '+447700900000',
}
const MESSAGES_PATH = `/2010-04-01/Accounts/${ACCOUNT.accountSid}/Messages.json`

export async function openTwilioSandbox({
  db,
  clock,
  log,
  publicUrl,
}: {
  db: Db
  clock: BusinessClock
  log: Logger
  publicUrl: string
}): Promise<TwilioSandbox> {
  const failures = openFailures()
  const callbacks = openCallbacks({ log, token: ACCOUNT.authToken })
  const network: Network = { db, clock, failures, callbacks }
  const app = new Hono()
  app.onError((error, context) => {
    log.error({ err: error }, 'sandbox: the phone network failed')
    return context.json({ code: 20500, message: 'Internal error', status: 500 }, 500)
  })
  app.post(MESSAGES_PATH, (context) => receive(network, context))
  const socket = await serveApp(app)
  const reply = (from: string, text: string) =>
    callbacks.queue({
      url: `${publicUrl}/webhooks/twilio/replies`,
      fields: {
        AccountSid: ACCOUNT.accountSid,
        MessageSid: newSid(),
        From: from,
        To: ACCOUNT.replyNumber,
        Body: text,
        NumMedia: '0',
      },
    })
  return {
    settings: { ...ACCOUNT, baseUrl: socket.url },
    failures,
    callbacks,
    deliverTo: callbacks.deliverTo,
    routes: phoneRoutes(failures, reply),
    reply,
    close: async () => {
      await callbacks.idle()
      await socket.close()
    },
  }
}

interface Network {
  db: Db
  clock: BusinessClock
  failures: PhoneFailures
  callbacks: Callbacks
}

const newSid = () => `SM${randomBytes(16).toString('hex')}`

const CREDENTIALS = `Basic ${Buffer.from(`${ACCOUNT.accountSid}:${ACCOUNT.authToken}`).toString('base64')}`

const refuse = (context: Context, status: 400 | 401 | 429 | 500, code: number) =>
  context.json(
    { code, message: `Error ${code}`, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
    status,
  )

/** Takes a text as Twilio does, and tells a moment later what happened to it. */
async function receive(network: Network, context: Context): Promise<Response> {
  if (context.req.header('authorization') !== CREDENTIALS) return refuse(context, 401, 20003)
  const { To: to = '', From: from = '', Body: text = '', StatusCallback: statusUrl } = await readForm(context)
  const failure = network.failures.take() ?? specialNumbers[to] ?? null
  if (failure === 'error') return refuse(context, 500, 20500)
  if (failure === 'throttled') return refuse(context, 429, 20429)
  if (failure === 'drop-before') return drop(context)
  if (failure === 'rejected' || !/^\+\d{7,15}$/.test(to)) return refuse(context, 400, 21211)
  if (!text || text.length > 1600) return refuse(context, 400, text ? 21617 : 21602)
  const sid = newSid()
  await store(network, { sid, to, text })
  if (statusUrl) reportStatuses(network, { url: statusUrl, sid, to, from, failure })
  if (failure === 'drop-after') return drop(context)
  const created = { sid, account_sid: ACCOUNT.accountSid, to, from, body: text, status: 'queued', error_code: null }
  return context.json({ ...created, direction: 'outbound-api', api_version: '2010-04-01' }, 201)
}

const readForm = async (context: Context): Promise<Record<string, string | undefined>> =>
  Object.fromEntries(new URLSearchParams(await context.req.text()))

async function store({ db, clock }: Network, { sid, to, text }: { sid: string; to: string; text: string }) {
  await clock.refresh()
  await db
    .insertInto('sandbox_message')
    .values({
      id: newId(),
      channel: 'sms',
      recipient: to,
      body_text: text,
      message_id: sid,
      sent_at: toDate(clock.now()),
    })
    .execute()
}

function reportStatuses(
  { callbacks }: Network,
  text: { url: string; sid: string; to: string; from: string; failure: PhoneFailure | null },
): void {
  const isLost = text.failure !== null && isUndelivered(text.failure)
  for (const status of ['sent', isLost ? 'undelivered' : 'delivered']) {
    callbacks.queue({
      url: text.url,
      fields: {
        AccountSid: ACCOUNT.accountSid,
        ApiVersion: '2010-04-01',
        From: text.from,
        MessageSid: text.sid,
        MessageStatus: status,
        SmsSid: text.sid,
        SmsStatus: status,
        To: text.to,
        ...(status === 'undelivered' && text.failure && isUndelivered(text.failure)
          ? { ErrorCode: String(undeliveredCodes[text.failure]) }
          : {}),
      },
    })
  }
}
