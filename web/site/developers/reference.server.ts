import { sample } from 'openapi-sampler'
import { callUrl } from '#contract/core/call-url.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { type Scope, scopesFor } from '#contract/core/scopes.ts'
import { contract } from '#contract/index.ts'
import { isForKeys, openApiDocument, toJsonSchema } from '#contract/reference/openapi.ts'
import { type Example, recordedExamples } from '#contract/reference/recorded-examples.ts'
import { sandboxEndpoints } from '#contract/sandbox/index.ts'
import {
  examplePayload,
  TEST_EVENT,
  testEvent,
  webhookEvents,
  webhookPayload,
} from '#contract/webhooks/webhook-events.ts'

type Json = Record<string, unknown>

/** A field of a request or an answer; `fields` are those of an object or of a list's items. */
export interface SchemaField {
  name: string
  type: string
  required: boolean
  description: string
  fields: SchemaField[]
}

export interface Operation {
  id: string
  method: string
  path: string
  summary: string
  /** Who may call it. */
  access: string
  permissions: string[]
  /** Any of which lets an API key call it. */
  scopes: readonly Scope[]
  idempotent: boolean
  /** When it ends, and what to call instead. */
  ends: string | null
  parameters: SchemaField[]
  /** The address of the example, with its ids and query. */
  examplePath: string
  /** How the example says who is calling. */
  credentials: 'key' | 'token' | 'none'
  body: { type: string; fields: SchemaField[]; example: string } | null
  status: string
  /** `isRecorded`: a test was answered so; otherwise it is made from the description. */
  answer: { fields: SchemaField[]; example: string; isRecorded: boolean } | null
  /** `example` where a test was refused so. */
  errors: { status: string; codes: string; example: string | null }[]
}

export interface Chapter {
  name: string
  slug: string
  operations: Operation[]
}

const accessLabels: Record<Endpoint['access'], string> = {
  public: 'Anyone, without a token',
  identity: 'The signed-in user, or the client',
  session: 'A user acting in a team: an access token or an API key',
  merchant: 'A till: a client that belongs to a brand',
  client: 'Any client, with a token of its own',
  operator: 'Who runs the installation',
}

const MAX_DEPTH = 5

function describeType(schema: Json): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const any = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (any) return [...new Set(any.map(describeType))].join(' | ')
  if (schema.type === 'array') return `list of ${describeType((schema.items ?? {}) as Json)}`
  const format = typeof schema.format === 'string' ? ` (${schema.format})` : ''
  return `${Array.isArray(schema.type) ? schema.type.join(' | ') : String(schema.type ?? 'any')}${format}`
}

/** The object whose fields are worth showing: the schema, a list's items, or the first alternative that has any. */
function objectIn(schema: Json): Json | null {
  if (schema.properties) return schema
  if (schema.type === 'array') return objectIn((schema.items ?? {}) as Json)
  for (const one of ((schema.anyOf ?? schema.oneOf ?? []) as Json[]).map(objectIn)) if (one) return one
  return null
}

function listSchemaFields(schema: Json, depth = 0): SchemaField[] {
  const object = objectIn(schema)
  if (!object || depth === MAX_DEPTH) return []
  const required = (object.required ?? []) as string[]
  return Object.entries(object.properties as Record<string, Json>).map(([name, property]) => ({
    name,
    type: describeType(property),
    required: required.includes(name),
    description: String(property.description ?? ''),
    fields: listSchemaFields(property, depth + 1),
  }))
}

const written = (value: unknown): string => JSON.stringify(value, null, 2)

function describeAnswer(schema: Json, isSuccess: boolean, example: Example | undefined): Operation['answer'] {
  const isRecorded = isSuccess && example?.answer !== undefined
  const shown = isRecorded ? example.answer : sample(schema as never, { skipReadOnly: true })
  return { fields: listSchemaFields(schema), example: written(shown), isRecorded }
}

const jsonSchema = (content: unknown): Json | null => {
  const [type] = Object.values((content ?? {}) as Record<string, { schema: Json }>)
  return type?.schema ?? null
}

function toOperation(endpoint: Endpoint, described: Json): Operation {
  const bodyContent = (described.requestBody as Json | undefined)?.content as Record<string, unknown> | undefined
  const bodySchema = jsonSchema(bodyContent)
  const responses = described.responses as Record<string, Json>
  const [[status, success] = ['200', {} as Json], ...errors] = Object.entries(responses)
  const answerSchema = jsonSchema(success.content)
  const example = recordedExamples[endpoint.id]
  const isFile = endpoint.bodyKind === 'multipart'
  return {
    id: endpoint.id,
    method: endpoint.method,
    path: endpoint.path,
    summary: endpoint.summary,
    access: accessLabels[endpoint.access],
    permissions: endpoint.permission ? [endpoint.permission].flat() : [],
    scopes: isForKeys(endpoint) ? scopesFor(endpoint) : [],
    idempotent: endpoint.idempotent === true,
    ends: endpoint.deprecated ? `Ends on ${endpoint.deprecated.sunset}. ${endpoint.deprecated.instead}` : null,
    parameters: (described.parameters as Json[]).map((parameter) => ({
      name: String(parameter.name),
      type: `${describeType(parameter.schema as Json)}, in ${String(parameter.in)}`,
      required: parameter.required === true,
      description: String(parameter.description ?? ''),
      fields: [],
    })),
    credentials: isForKeys(endpoint) ? 'key' : endpoint.access === 'public' ? 'none' : 'token',
    examplePath: callUrl('', endpoint, example?.params, example?.query),
    body: bodySchema && {
      type: Object.keys(bodyContent!).join(' or '),
      fields: listSchemaFields(bodySchema),
      example: isFile ? '' : written(example ? example.body : sample(bodySchema as never)),
    },
    status,
    answer: answerSchema && describeAnswer(answerSchema, (example?.status ?? 0) < 300, example),
    errors: errors.map(([code, { description }]) => ({
      status: code,
      codes: String(description),
      example: Number(code) === example?.status ? written(example.answer) : null,
    })),
  }
}

/** Every event, with what its `data` holds and a payload as it may be sent. */
export const listEvents = () =>
  Object.entries({ ...webhookEvents, [TEST_EVENT]: testEvent }).map(([type, { summary, data }]) => ({
    type,
    summary,
    fields: listSchemaFields(toJsonSchema(data, 'output')),
    example: written(examplePayload(webhookPayload(type, data))),
  }))

/** A refusal of wrong fields, as a test was answered. */
export const recordedRefusal = (): string =>
  written(
    Object.values(recordedExamples).find(
      ({ answer }) => (answer as { code?: string } | undefined)?.code === 'invalid_fields',
    )?.answer,
  )

const slugify = (tag: string): string => tag.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** The sandbox's where there is one. */
const published = (sandbox: boolean): Endpoint[] =>
  Object.values({ ...contract, ...(sandbox ? sandboxEndpoints : {}) }) as Endpoint[]

/** Every endpoint that callers may use, by tag; read from the same contract that the server checks requests against. */
export function listChapters(sandbox = false): Pick<Chapter, 'name' | 'slug'>[] {
  const names = [...new Set(published(sandbox).map(({ tag }) => tag))].sort()
  return names.map((name) => ({ name, slug: slugify(name) }))
}

const METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE']

/** What a chapter is about before what can be done with it: by how deep an address is, then making before reading. */
const inReadingOrder = (one: Endpoint, other: Endpoint): number => place(one) - place(other)
const place = ({ path, method, deprecated }: Endpoint): number =>
  (deprecated ? 1000 : 0) + path.split('/').length * 10 + METHODS.indexOf(method)

/** What is to end, the soonest first. */
export const listDeprecations = () =>
  (Object.values(contract) as Endpoint[])
    .flatMap(({ id, method, path, tag, deprecated }) =>
      deprecated ? [{ id, method, path, slug: slugify(tag), ...deprecated }] : [],
    )
    .toSorted((one, other) => one.sunset.localeCompare(other.sunset))

const chapters = new Map<string, Chapter>()

/** A chapter of the reference, described once. */
export function findChapter(slug: string, sandbox = false): Chapter | null {
  const known = chapters.get(slug)
  if (known) return known
  const endpoints = published(sandbox)
    .filter(({ tag }) => slugify(tag) === slug)
    .toSorted(inReadingOrder)
  const [first] = endpoints
  if (!first) return null
  const own = Object.fromEntries(endpoints.map((endpoint) => [endpoint.id, endpoint]))
  const paths = openApiDocument(own, '').paths as Record<string, Record<string, Json>>
  const operations = endpoints.map((endpoint) =>
    toOperation(endpoint, paths[endpoint.path]![endpoint.method.toLowerCase()]!),
  )
  const chapter = { name: first.tag, slug, operations }
  chapters.set(slug, chapter)
  return chapter
}
