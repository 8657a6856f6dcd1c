import { z } from 'zod'
import { closed } from '../core/closed.ts'
import type { Endpoint } from '../core/endpoint.ts'
import { type ErrorCode, errorCatalogue } from '../core/errors.ts'
import { Reason } from '../core/reasons.ts'
import { scopesFor } from '../core/scopes.ts'
import { examplePayload, TEST_EVENT, testEvent, webhookEvents, webhookPayload } from '../webhooks/webhook-events.ts'
import { describeParameter } from './parameter-descriptions.ts'
import type { Example } from './recorded-examples.ts'

type Json = Record<string, unknown>

export const ErrorBody = z
  .object({
    code: z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]),
    message: z.string().describe('A sentence: `per_page must be a number.`'),
    help: z.string(),
    error: z
      .string()
      .describe('The sentence of `message`; of a refused grant the code of RFC 6749, for libraries that read it.'),
    error_description: z.string().optional().describe('Of a refused grant: the sentence (RFC 6749).'),
    requestId: z.string().describe('Names the request when you ask us about it: the header `X-Request-Id`.'),
    details: z
      .array(
        z.object({
          path: z.string().describe('The field, by its path in your request.'),
          message: z.string().describe('Completes the path to a sentence: `must be a number`.'),
          code: z.string().optional(),
          reason: Reason.optional(),
          row: z.int().optional(),
        }),
      )
      .optional(),
  })
  .describe('The one shape of errors; `details` lists every wrong field.')

/** A schema as JSON Schema, as a caller sends or gets it. */
export const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ jsonSchema }) => tidy(jsonSchema),
  }) as Json
  delete json.$schema
  return json
}

function tidy(json: Json): void {
  // These steer our own tests and mean nothing to a caller.
  delete json.resource
  delete json.free
  // A record over known names: say what each of them holds, not only that it must be there.
  if (Array.isArray(json.required) && !json.properties) {
    json.properties = Object.fromEntries(json.required.map((name: string) => [name, json.additionalProperties]))
    delete json.propertyNames
    json.additionalProperties = false
  }
}

const ERRORS_OF_ALL: readonly ErrorCode[] = [
  'bad_request',
  'invalid_fields',
  'payload_too_large',
  'too_many_requests',
  'internal_error',
  'unavailable',
]
const ERRORS_OF_CALLERS: readonly ErrorCode[] = [...ERRORS_OF_ALL, 'unauthenticated', 'forbidden']
const ERRORS_OF_KEYS: readonly ErrorCode[] = [...ERRORS_OF_CALLERS, 'api_key_expired', 'scope_missing']
const STANDARD_ERRORS: Record<Endpoint['access'], readonly ErrorCode[]> = {
  public: ERRORS_OF_ALL,
  identity: ERRORS_OF_KEYS,
  session: ERRORS_OF_KEYS,
  client: ERRORS_OF_CALLERS,
  merchant: ERRORS_OF_CALLERS,
  operator: ERRORS_OF_CALLERS,
}

/** Every code that an endpoint may be refused with. */
export const declaredErrors = ({ access, body, idempotent, errors = [] }: Endpoint): ReadonlySet<ErrorCode> =>
  new Set([
    ...STANDARD_ERRORS[access],
    ...(access === 'session' ? (['second_step_required'] as const) : []),
    ...(body ? (['malformed_json', 'unsupported_media_type'] as const) : []),
    ...(idempotent ? (['conflict', 'idempotency_key_reused'] as const) : []),
    ...errors,
  ])

/** Whether an API key can call an endpoint at all; the others need a token. */
export const isForKeys = ({ access }: Pick<Endpoint, 'access'>): boolean =>
  access === 'identity' || access === 'session'

const headers: Record<string, Json> = {
  RateLimit: {
    description: 'How many requests are left (`r`), and in how many seconds there are all of them again (`t`).',
    schema: { type: 'string' },
    example: '"requests";r=5999;t=42',
  },
  'RateLimit-Policy': {
    description: 'How many requests a caller has (`q`) in so many seconds (`w`).',
    schema: { type: 'string' },
    example: '"requests";q=6000;w=60',
  },
  Deprecation: {
    description: 'Since when this is deprecated (RFC 9745).',
    schema: { type: 'string' },
    example: '@1772409600',
  },
  Sunset: {
    description: 'When this ends (RFC 8594).',
    schema: { type: 'string' },
    example: 'Tue, 02 Mar 2027 00:00:00 GMT',
  },
  'Idempotent-Replayed': {
    description:
      '`true` where this is the answer to an earlier request with the same Idempotency-Key; else it is not there.',
    schema: { type: 'string' },
    example: 'true',
  },
  'X-Request-Id': {
    description: 'Names the request when you ask us about it. An error has it in its body, too.',
    schema: { type: 'string', format: 'uuid' },
    example: '5f0c1d1e-6f0b-4f0a-9d0e-3c1b2a495867',
  },
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } },
}
const refsTo = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** What was answered with this status, as an example of it. */
const exampleAnswer = (example: Example | undefined, status: number | string): Json =>
  example?.answer !== undefined && example.status === Number(status) ? { example: example.answer } : {}

/** The headers of every answer of an endpoint. */
const toldWith = ({ deprecated, idempotent }: Endpoint): Json =>
  refsTo(
    'RateLimit',
    'RateLimit-Policy',
    'X-Request-Id',
    ...(idempotent ? ['Idempotent-Replayed'] : []),
    ...(deprecated ? ['Deprecation', 'Sunset'] : []),
  )

function errorResponses(endpoint: Endpoint, example: Example | undefined): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of declaredErrors(endpoint)) {
    const { status } = errorCatalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        String(status),
        {
          description: codes.join(', '),
          headers: refsTo('X-Request-Id', ...(status === 429 ? ['Retry-After', 'RateLimit', 'RateLimit-Policy'] : [])),
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Error' }, ...exampleAnswer(example, status) },
          },
        },
      ]),
  )
}

function parameters(endpoint: Endpoint, example: Example | undefined): Json[] {
  const of = (schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] => {
    if (!schema) return []
    const json = toJsonSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
    return Object.entries(json.properties ?? {}).map(([name, property]) => ({
      name: property.type === 'array' && endpoint.brackets ? `${name}[]` : name,
      in: place,
      required: place === 'path' || (json.required ?? []).includes(name),
      description: describeParameter(endpoint, { name, place, json: rawJsonSchema(schema.shape[name]) }),
      schema: property,
      ...exampleField(place === 'path' ? example?.params : example?.query, name),
    }))
  }
  const key = endpoint.idempotent
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'Same key and body: the first answer again, with Idempotent-Replayed. Another body: 409.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
      ]
    : []
  return [...of(endpoint.params, 'path'), ...of(endpoint.query, 'query'), ...key]
}

/** With what steers our own tests: the kind of record that an id is of. */
const rawJsonSchema = (schema: z.ZodType): Json =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json

const exampleField = (values: Json | undefined, name: string): Json =>
  values?.[name] === undefined ? {} : { example: values[name] }

const BODY_TYPES = {
  json: ['application/json'],
  form: ['application/json', 'application/x-www-form-urlencoded'],
  multipart: ['multipart/form-data'],
}

function operation(endpoint: Endpoint, example?: Example): Json {
  const needs = endpoint.permission ? [endpoint.permission].flat() : []
  const bodyTypes = BODY_TYPES[endpoint.bodyKind ?? 'json']
  const status = endpoint.status ?? 200
  const schema = toJsonSchema(endpoint.response, 'output')
  const answer = (of: number) => ({ 'application/json': { schema, ...exampleAnswer(example, of) } })
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: [
      endpoint.summary,
      ...(needs.length ? [`Needs the permission ${needs.join(' or ')}.`] : []),
      ...(endpoint.deprecated ? [`Ends on ${endpoint.deprecated.sunset}. ${endpoint.deprecated.instead}`] : []),
      ...(isForKeys(endpoint) ? [`An API key needs the scope ${scopesFor(endpoint).join(' or ')}.`] : []),
    ].join(' '),
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    ...(endpoint.access === 'public' ? { security: [] } : {}),
    parameters: parameters(endpoint, example),
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(
              bodyTypes.map((type) => [
                type,
                {
                  schema: toJsonSchema(closed(endpoint.body!), 'input'),
                  ...exampleField(example as Json | undefined, 'body'),
                },
              ]),
            ),
          },
        }
      : {}),
    responses: {
      [String(status)]: {
        description: 'Done.',
        headers: toldWith(endpoint),
        ...(status === 204 ? {} : { content: answer(status) }),
      },
      ...(endpoint.acceptedWhen
        ? {
            202: {
              description: 'Accepted: it waits, as the answer says.',
              headers: toldWith(endpoint),
              content: answer(202),
            },
          }
        : {}),
      ...errorResponses(endpoint, example),
    },
  }
}

/** What each chapter is about. */
const tagWords: Readonly<Record<string, string>> = {
  'API keys': 'Keys for a team’s own programs: make one, see what it was used for, revoke it.',
  Auth: 'Sign in, get a token, see who is calling.',
  'Automated budgets': 'Recurring sums for people to give from: set up, start, invite, follow each run.',
  Cards: 'Cards that a team has stored.',
  Catalogue: 'What can be bought: brands, products, categories, stores.',
  Celebrations: 'Birthdays and work anniversaries that send gifts automatically.',
  Charges: 'Payments by card, from reservation to refund.',
  Configuration: 'What this installation offers, and what its fields may hold.',
  Exports: 'Lists written to CSV and XLSX files.',
  Hugggs: 'Gifts: find, follow, resend, change and cancel them.',
  Integrations: 'HR systems that a team connects.',
  Invites: 'Letting people into a team, a budget or a subteam.',
  Invoices: 'Invoices, receipts, credit notes and VAT.',
  Original: 'Calls of the original’s public API, answered in its words, for programs that were written for it.',
  Orders: 'Draft orders, quotes, and orders that wait for approval.',
  Payouts: 'Support for people in need: grants, and the awards made out of them.',
  Plans: 'What a team pays Posy for, and its invoices.',
  Printables: 'Gifts on paper: templates and PDFs.',
  Recipient: 'What the page of a gift calls, for the person it is for.',
  Reports: 'Figures of gifts and budgets by day, product and reason.',
  SAML: 'Signing in through a company’s own identity provider.',
  Sandbox:
    'The simulated outside world: messages that were “sent”, the clock, cards, issuers. Only where there is a sandbox.',
  Search: 'Finding gifts, purchases and movements by any of their fields.',
  Searches: 'Searches that a person has saved.',
  'Shareable gifts': 'One link that many people claim a gift from.',
  'Sign-up': 'Opening an account and a team.',
  Teams: 'Teams, subteams, their people, preferences and limits.',
  Themes: 'How gifts look: themes, brandings, wrapping.',
  Tills: 'Redeeming at a merchant’s till, and undoing it.',
  Transactions: 'Purchases: buy gifts, send them, follow and correct them.',
  Uploads: 'Pictures and files that other endpoints refer to.',
  Users: 'A person’s own account: profile, sessions, second step.',
  Wallets: 'Wallets, top-ups, transfers and statements.',
  Webhooks: 'Addresses that events are sent to, their log, and replays.',
}

const WEBHOOK_TAG = 'Webhooks'

/** What we call: each event as a request to the address of a team. */
const webhooks = (): Json =>
  Object.fromEntries(
    Object.entries({ ...webhookEvents, [TEST_EVENT]: testEvent }).map(([type, { summary, data }]) => {
      const payload = webhookPayload(type, data)
      const content = { schema: toJsonSchema(payload, 'output'), example: examplePayload(payload) }
      const post = {
        operationId: type,
        tags: [WEBHOOK_TAG],
        summary,
        description: `${summary} Signed by the Standard Webhooks format, sent at least once.`,
        security: [],
        requestBody: { required: true, content: { 'application/json': content } },
        responses: {
          '200': { description: 'Any 2xx within 15 seconds: taken. Anything else is tried again for three days.' },
          '410': { description: 'The address is switched off.' },
        },
      }
      return [type, { post }]
    }),
  )

type Asked = [
  contract: Record<string, Endpoint>,
  serverUrl: string,
  examples?: Readonly<Record<string, Example>> | undefined,
]

/** The contract as an OpenAPI 3.1 document, with an example of each endpoint that has one. */
export function openApiDocument(...asked: Asked): Json {
  const steps = makeDocument(...asked)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same, with a pause after each operation: all of them take a second, and others are served meanwhile. */
export async function openApiDocumentInSteps(pause: () => Promise<void>, ...asked: Asked): Promise<Json> {
  const steps = makeDocument(...asked)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await pause()
  }
}

function* makeDocument(...[contract, serverUrl, examples = {}]: Asked): Generator<void, Json> {
  const paths: Record<string, Json> = {}
  for (const endpoint of Object.values(contract)) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(endpoint, examples[endpoint.id]),
    }
    yield
  }
  const written = JSON.stringify(paths)
  const isUsed = (header: string) => written.includes(`#/components/headers/${header}"`)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Posy',
      version: '1.0.0',
      description:
        'Buy digital gifts, send them, see them opened and redeemed. Money is whole pence. Errors have one shape.',
      contact: { name: 'Posy for developers', url: `${serverUrl}/developers` },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(Object.values(contract).map((endpoint) => endpoint.tag))]
      .sort()
      .map((name) => ({ name, description: tagWords[name] ?? name })),
    security: [{ bearer: [] }, { apiKey: [] }],
    paths,
    ...(Object.values(contract).some(({ tag }) => tag === WEBHOOK_TAG) ? { webhooks: webhooks() } : {}),
    components: {
      schemas: { Error: toJsonSchema(ErrorBody, 'output') },
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => isUsed(name))),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token from POST /oauth/token.',
        },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Huggg-API-Key',
          description:
            'A key issued by a team admin. Beside a bearer token it counts only where that is of a client that acts for no team and no merchant.',
        },
      },
    },
  }
}
