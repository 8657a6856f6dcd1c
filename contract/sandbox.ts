import { z } from 'zod'
import { endpoint } from './core/endpoint.ts'
import { civilDate, data, email, freeText, id, instant, text } from './core/shapes.ts'

/** What the sandbox's mail server or phone network received. */
export const SandboxMessage = z.object({
  id: z.string(),
  channel: z.enum(['email', 'sms']),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** The hrefs of the HTML, then the addresses in the text: each once, in order. */
  links: z.array(z.string()),
  messageId: z.string().nullable(),
  /** By the business clock. */
  sentAt: z.string(),
})
export type SandboxMessage = z.infer<typeof SandboxMessage>

const SandboxClock = z.object({
  now: z.string(),
  /** What the latest move led to, while this process remembers it: the newest first, at most 200. */
  lastMove: z
    .object({ from: z.string(), to: z.string(), ran: z.array(z.object({ at: z.string(), work: z.string() })) })
    .nullable(),
})

/** The authenticator app on the sandbox's phone. */
export const getSandboxAuthenticator = endpoint({
  id: 'getSandboxAuthenticator',
  method: 'GET',
  path: '/sandbox/authenticator',
  tag: 'Sandbox',
  summary: 'The code that an authenticator app shows now for a key.',
  access: 'public',
  query: z.object({
    /** Base32, as two-step sign-in tells it. */
    key: z
      .string()
      .trim()
      .toUpperCase()
      .overwrite((key) => key.replaceAll(' ', ''))
      .max(128)
      .regex(/^[A-Z2-7]{16,}$/, 'must be a key of letters and the figures 2 to 7'),
  }),
  response: data(z.object({ code: z.string(), secondsLeft: z.int() })),
})

/** What is to go wrong next, and how often still. */
const Planned = { failure: z.string(), times: z.int() }

export const cardFailurePlaces = ['payment', 'session', 'capture', 'void', 'refund', 'read'] as const
const cardFailures = ['error', 'drop-before', 'drop-after', 'slow'] as const
const issuerFailures = [
  'error',
  'error-after',
  'drop-before',
  'drop-after',
  'slow',
  'throttled',
  'maintenance',
  'unwell',
] as const

/** How a text fares: most never arrive; `rejected` is refused at once, the rest are failures of the network's own API. */
export const phoneFailures = [
  'landline',
  'unknown',
  'blocked',
  'expired',
  'rejected',
  'spam',
  'dropped',
  'failed',
  'error',
  'throttled',
  'drop-before',
  'drop-after',
] as const
export type PhoneFailure = (typeof phoneFailures)[number]

/** The simulated phone network. */
const SandboxPhone = z.object({
  /** Numbers whose texts always fare so. */
  numbers: z.array(z.object({ number: z.string(), failure: z.enum(phoneFailures) })),
  planned: z.array(z.object(Planned)),
})
export type SandboxPhone = z.infer<typeof SandboxPhone>

/**
 * How a request to the HR provider goes wrong. error: 500 · throttled: 429, for a second · throttled-long: 429, for ten
 * minutes · revoked: the connection was ended there · garbage: 200 and no answer of theirs · drop: the connection is cut
 */
const hrFailures = ['error', 'throttled', 'throttled-long', 'revoked', 'garbage', 'drop'] as const
export type HrFailure = (typeof hrFailures)[number]

/** The simulated HR provider, and the company it tells of. */
export const SandboxHr = z.object({
  people: z.array(
    z.object({
      id: z.string(),
      firstName: z.string(),
      surname: z.string(),
      workEmail: z.string(),
      team: z.string(),
      location: z.string(),
      startDate: z.string(),
      birthday: z.string().nullable(),
      works: z.boolean(),
    }),
  ),
  teams: z.array(z.string()),
  locations: z.array(z.string()),
  /** The systems that are connected, by name. */
  connections: z.array(z.string()),
  planned: z.array(z.object(Planned)),
})
export type SandboxHr = z.infer<typeof SandboxHr>

/** The simulated card provider, as its own dashboard would show it. */
export const SandboxCards = z.object({
  testCards: z.array(z.object({ number: z.string(), scheme: z.string(), challenge: z.boolean(), label: z.string() })),
  payments: z.array(
    z.object({
      id: z.string(),
      reference: z.string(),
      amountPence: z.int(),
      capturedPence: z.int(),
      refundedPence: z.int(),
      currency: z.string(),
      status: z.string(),
      /** What its bank said last. */
      summary: z.string().nullable(),
      scheme: z.string(),
      last4: z.string(),
      requestedAt: z.string(),
    }),
  ),
  planned: z.array(z.object({ at: z.enum(cardFailurePlaces), ...Planned })),
  /** Requests held back until they are let go. */
  waiting: z.int(),
})
export type SandboxCards = z.infer<typeof SandboxCards>

/** The simulated voucher issuer, as its own dashboard would show it. */
export const SandboxIssuer = z.object({
  orders: z.array(
    z.object({
      clientRequestId: z.string(),
      brand: z.string(),
      amountPence: z.int(),
      currency: z.string(),
      /** Null for a gift that is a link. */
      codeEnding: z.string().nullable(),
    }),
  ),
  /** Brands whose cards are counted; of all others there is no end. */
  stock: z.array(z.object({ brand: z.string(), left: z.int() })),
  floatPence: z.int(),
  planned: z.array(z.object(Planned)),
  waiting: z.int(),
})
export type SandboxIssuer = z.infer<typeof SandboxIssuer>

const base = { tag: 'Sandbox', access: 'public' } as const

export const listSandboxMessages = endpoint({
  ...base,
  id: 'listSandboxMessages',
  method: 'GET',
  path: '/sandbox/messages',
  summary: 'What was sent to an address or a phone number, or to anyone; newest first. Exists in the sandbox only.',
  query: z.object({ to: freeText().optional(), limit: z.coerce.number().int().min(1).max(10_000).default(1000) }),
  response: data(z.array(SandboxMessage)),
})

export const getSandboxMessage = endpoint({
  ...base,
  id: 'getSandboxMessage',
  method: 'GET',
  path: '/sandbox/messages/{id}',
  summary: 'One message that was sent. Exists in the sandbox only.',
  params: z.object({ id: id('message') }),
  response: data(SandboxMessage),
  errors: ['not_found'],
})

export const mailEvents = ['delivered', 'bounce', 'blocked', 'dropped', 'spam'] as const
export type SandboxMailEvent = (typeof mailEvents)[number]

export const reportSandboxMessage = endpoint({
  ...base,
  id: 'reportSandboxMessage',
  method: 'POST',
  path: '/sandbox/messages/{id}/events',
  summary: 'Has the simulated email provider report the status of an email. Exists in the sandbox only.',
  params: z.object({ id: id('message') }),
  body: z.strictObject({ event: z.enum(mailEvents) }),
  response: data(SandboxMessage),
  errors: ['not_found'],
})

export const getSandboxClock = endpoint({
  ...base,
  id: 'getSandboxClock',
  method: 'GET',
  path: '/sandbox/clock',
  summary: 'The business time. Exists in the sandbox only.',
  response: data(SandboxClock),
})

export const moveSandboxClock = endpoint({
  ...base,
  id: 'moveSandboxClock',
  method: 'POST',
  path: '/sandbox/clock',
  summary:
    'Moves the business time forward, for everyone who uses this sandbox, and answers when all that fell due on the way has run. Exists in the sandbox only.',
  body: z
    .strictObject({
      /** Counted in the calendar of Europe/London: P1M, P1D, PT30M. */
      advance: z.iso.duration('must be an ISO 8601 duration such as P1D or PT30M').optional(),
      to: instant().optional(),
    })
    .refine(({ advance, to }) => (advance === undefined) !== (to === undefined), {
      message: 'send either advance or to',
      path: ['advance'],
    }),
  response: data(SandboxClock),
  errors: ['clock_backwards', 'unavailable'],
})

const times = () => z.int().min(1).max(100).default(1)
const newest = z.object({ limit: z.coerce.number().int().min(1).max(1000).default(100) })

export const getSandboxCards = endpoint({
  ...base,
  id: 'getSandboxCards',
  method: 'GET',
  path: '/sandbox/cards',
  summary: 'The simulated card provider: its test cards, its newest payments, and what is to go wrong next.',
  query: newest,
  response: data(SandboxCards),
})

export const planSandboxCardFailure = endpoint({
  ...base,
  id: 'planSandboxCardFailure',
  method: 'POST',
  path: '/sandbox/cards/failures',
  summary:
    'Makes the next requests to the card provider go wrong: error (500), drop-before and drop-after (the connection is cut, with nothing or all of it done), slow (answers once released). Exists in the sandbox only.',
  body: z.strictObject({ at: z.enum(cardFailurePlaces), failure: z.enum(cardFailures), times: times() }),
  response: data(SandboxCards),
})

export const clearSandboxCardFailures = endpoint({
  ...base,
  id: 'clearSandboxCardFailures',
  method: 'POST',
  path: '/sandbox/cards/well',
  summary: 'The card provider works again: nothing more fails, and what was held back is answered.',
  response: data(SandboxCards),
})

export const getSandboxIssuer = endpoint({
  ...base,
  id: 'getSandboxIssuer',
  method: 'GET',
  path: '/sandbox/issuer',
  summary: 'The simulated voucher issuer: its newest orders, stock and float, and what is to go wrong next.',
  query: newest,
  response: data(SandboxIssuer),
})

export const planSandboxIssuerFailure = endpoint({
  ...base,
  id: 'planSandboxIssuerFailure',
  method: 'POST',
  path: '/sandbox/issuer/failures',
  summary: 'Makes the next requests to the voucher issuer go wrong. Exists in the sandbox only.',
  body: z.strictObject({ failure: z.enum(issuerFailures), times: times() }),
  response: data(SandboxIssuer),
})

export const clearSandboxIssuerFailures = endpoint({
  ...base,
  id: 'clearSandboxIssuerFailures',
  method: 'POST',
  path: '/sandbox/issuer/well',
  summary: 'The voucher issuer works again: nothing more fails, and what was held back is answered.',
  response: data(SandboxIssuer),
})

export const setSandboxIssuerStock = endpoint({
  ...base,
  id: 'setSandboxIssuerStock',
  method: 'POST',
  path: '/sandbox/issuer/stock',
  summary: 'How many cards of a brand the issuer has left. Exists in the sandbox only.',
  body: z.strictObject({ brand: text(60).regex(/^[a-z0-9-]{2,60}$/), left: z.int().min(0).max(1_000_000) }),
  response: data(SandboxIssuer),
})

export const getSandboxPhone = endpoint({
  ...base,
  id: 'getSandboxPhone',
  method: 'GET',
  path: '/sandbox/phone',
  summary: 'The simulated phone network: numbers that always fail, and what is to go wrong next.',
  response: data(SandboxPhone),
})

export const planSandboxPhoneFailure = endpoint({
  ...base,
  id: 'planSandboxPhoneFailure',
  method: 'POST',
  path: '/sandbox/phone/failures',
  summary: 'Makes the next texts go wrong. Exists in the sandbox only.',
  body: z.strictObject({ failure: z.enum(phoneFailures), times: times() }),
  response: data(SandboxPhone),
})

export const clearSandboxPhoneFailures = endpoint({
  ...base,
  id: 'clearSandboxPhoneFailures',
  method: 'POST',
  path: '/sandbox/phone/well',
  summary: 'The phone network works again: nothing planned fails.',
  response: data(SandboxPhone),
})

export const replyFromSandboxPhone = endpoint({
  ...base,
  id: 'replyFromSandboxPhone',
  method: 'POST',
  path: '/sandbox/phone/replies',
  summary: 'Texts the installation from a phone: STOP, START or anything else. Exists in the sandbox only.',
  body: z.strictObject({
    from: z.string().regex(/^\+\d{7,15}$/, 'must look like +447700900123'),
    text: text(500).min(1),
  }),
  response: data(SandboxPhone),
})

const place = { team: text(60).min(1), location: text(60).min(1) }

export const getSandboxHr = endpoint({
  ...base,
  id: 'getSandboxHr',
  method: 'GET',
  path: '/sandbox/hr',
  summary: 'The simulated HR provider: the people of its company, and what is to go wrong next.',
  response: data(SandboxHr),
})

export const hireSandboxEmployee = endpoint({
  ...base,
  id: 'hireSandboxEmployee',
  method: 'POST',
  path: '/sandbox/hr/people',
  summary: 'Someone starts at the simulated company. Exists in the sandbox only.',
  body: z.strictObject({
    firstName: text(60).min(1),
    surname: text(60).min(1),
    workEmail: email(),
    ...place,
    birthday: civilDate().optional(),
  }),
  response: data(SandboxHr),
})

export const changeSandboxEmployee = endpoint({
  ...base,
  id: 'changeSandboxEmployee',
  method: 'PATCH',
  path: '/sandbox/hr/people/{id}',
  summary: 'Someone moves to another team or place, leaves, or comes back. Exists in the sandbox only.',
  params: z.object({ id: z.uuid().meta({ free: true }) }),
  body: z.strictObject({
    ...z.strictObject({ ...place, works: z.boolean() }).partial().shape,
    tells: z
      .boolean()
      .default(true)
      .describe('Whether the provider reports it at once; else it is seen when someone next changes or is read.'),
  }),
  response: data(SandboxHr),
  errors: ['not_found'],
})

export const planSandboxHrFailure = endpoint({
  ...base,
  id: 'planSandboxHrFailure',
  method: 'POST',
  path: '/sandbox/hr/failures',
  summary: 'Makes the next requests to the HR provider go wrong. Exists in the sandbox only.',
  body: z.strictObject({ failure: z.enum(hrFailures), times: times() }),
  response: data(SandboxHr),
})

export const clearSandboxHrFailures = endpoint({
  ...base,
  id: 'clearSandboxHrFailures',
  method: 'POST',
  path: '/sandbox/hr/well',
  summary: 'The HR provider works again: nothing planned fails.',
  response: data(SandboxHr),
})

const SandboxDns = z.object({ records: z.array(z.object({ name: z.string(), text: z.string() })) })

export const getSandboxDns = endpoint({
  ...base,
  id: 'getSandboxDns',
  method: 'GET',
  path: '/sandbox/dns',
  summary: 'The TXT records of the simulated directory of domains. Exists in the sandbox only.',
  response: data(SandboxDns),
})

export const putSandboxDnsRecord = endpoint({
  ...base,
  id: 'putSandboxDnsRecord',
  method: 'POST',
  path: '/sandbox/dns',
  summary: 'Publishes a TXT record; without text, takes all of a name away. Exists in the sandbox only.',
  body: z.strictObject({
    name: text(253)
      .toLowerCase()
      .regex(/^[a-z0-9_.-]+$/, 'must be a name such as _posy-challenge.example.com'),
    text: text(255)
      .regex(/^[ -~]*$/, 'must be plain letters, digits and signs')
      .default(''),
  }),
  response: data(SandboxDns),
})

/** throttled: 429, for a minute · error: 500 */
const monitoringFailures = ['throttled', 'error'] as const
export type MonitoringFailure = (typeof monitoringFailures)[number]

/** One thing that a browser or the server reported, as it arrived. */
const SandboxReport = z.object({
  id: z.string(),
  at: z.string(),
  /** As Sentry calls it: event, transaction, replay_recording and so on. */
  type: z.string(),
  title: z.string().nullable(),
  environment: z.string().nullable(),
  platform: z.string().nullable(),
  payload: z.string(),
})
export type SandboxReport = z.infer<typeof SandboxReport>

/** The simulated receiver of error reports. */
const SandboxMonitoring = z.object({
  /** Whether anything is reported at all. */
  isOn: z.boolean(),
  received: z.array(SandboxReport),
  planned: z.array(z.object(Planned)),
})

export const getSandboxMonitoring = endpoint({
  ...base,
  id: 'getSandboxMonitoring',
  method: 'GET',
  path: '/sandbox/monitoring',
  summary: 'What was reported of errors and traces, newest first. Exists in the sandbox only.',
  response: data(SandboxMonitoring),
})

export const planSandboxMonitoringFailure = endpoint({
  ...base,
  id: 'planSandboxMonitoringFailure',
  method: 'POST',
  path: '/sandbox/monitoring/failures',
  summary: 'Makes the next reports go wrong. Exists in the sandbox only.',
  body: z.strictObject({ failure: z.enum(monitoringFailures), times: times() }),
  response: data(SandboxMonitoring),
})

export const clearSandboxMonitoring = endpoint({
  ...base,
  id: 'clearSandboxMonitoring',
  method: 'POST',
  path: '/sandbox/monitoring/well',
  summary: 'Forgets what was reported and what was to go wrong. Exists in the sandbox only.',
  response: data(SandboxMonitoring),
})

export const sandboxEndpoints = {
  listSandboxMessages,
  getSandboxMessage,
  reportSandboxMessage,
  getSandboxClock,
  moveSandboxClock,
  getSandboxCards,
  planSandboxCardFailure,
  clearSandboxCardFailures,
  getSandboxIssuer,
  planSandboxIssuerFailure,
  clearSandboxIssuerFailures,
  setSandboxIssuerStock,
  getSandboxPhone,
  planSandboxPhoneFailure,
  clearSandboxPhoneFailures,
  replyFromSandboxPhone,
  getSandboxHr,
  hireSandboxEmployee,
  changeSandboxEmployee,
  planSandboxHrFailure,
  clearSandboxHrFailures,
  getSandboxDns,
  putSandboxDnsRecord,
  getSandboxMonitoring,
  planSandboxMonitoringFailure,
  clearSandboxMonitoring,
}
