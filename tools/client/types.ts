import type { z } from 'zod'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { toJsonSchema } from '#contract/reference/openapi.ts'

type Json = Record<string, unknown>

/**
 * The types of the installable client, in plain TypeScript: anyone who uses it needs no zod, and its compiler has nothing to
 * work out.
 */
export function clientTypes(contract: Record<string, Endpoint>): string {
  const endpoints = Object.values(contract)
  return [
    "import type { CallError } from './errors.js'",
    "import type { CallOptions, ClientOptions } from './options.js'",
    "import type { Result } from './result.js'",
    ...endpoints.map(shapes),
    `export interface Client {\n${endpoints.map(method).join('\n')}\n}`,
    'export declare function createClient(options: ClientOptions): Client',
    '',
  ].join('\n\n')
}

/** What a webhook brings, by its type. */
export function webhookTypes(payloads: readonly (readonly [summary: string, payload: z.ZodType])[]): string {
  const union = payloads.map(
    ([summary, payload]) => `  /** ${summary} */\n  | ${typeText(toJsonSchema(payload, 'output'), '  ')}`,
  )
  return ['/** What a webhook brings, by its `type`. */', 'export type WebhookEvent =', ...union, ''].join('\n')
}

const capitalised = (name: string): string => name[0]!.toUpperCase() + name.slice(1)

/** What a call takes: its parts, none of which is there where it has nothing to say. */
const callParts = ({ params, query, body }: Endpoint): [string, z.ZodType][] =>
  Object.entries({ params, query, body }).flatMap(([name, schema]) => (schema ? [[name, schema]] : []))

function shapes(endpoint: Endpoint): string {
  const name = capitalised(endpoint.id)
  const parts = callParts(endpoint).map(
    ([part, schema]) => `  ${part}${part === 'query' ? '?' : ''}: ${typeText(toJsonSchema(schema, 'input'), '  ')}`,
  )
  const answer = endpoint.status === 204 ? 'undefined' : typeText(toJsonSchema(endpoint.response, 'output'), '')
  return [`export interface ${name}Call {`, ...parts, '}', `export type ${name}Answer = ${answer}`].join('\n')
}

function method(endpoint: Endpoint): string {
  const name = capitalised(endpoint.id)
  const isOptional = callParts(endpoint).every(([part]) => part === 'query')
  const { deprecated } = endpoint
  const lines = [
    endpoint.summary,
    `${endpoint.method} ${endpoint.path}`,
    ...(deprecated ? [`@deprecated Ends on ${deprecated.sunset}. ${deprecated.instead}`] : []),
  ]
  return [
    '  /**',
    ...lines.map((line) => `   * ${line.replaceAll('*/', '*\\/')}`),
    '   */',
    `  ${endpoint.id}(call${isOptional ? '?' : ''}: ${name}Call, options?: CallOptions): Promise<Result<${name}Answer, CallError>>`,
  ].join('\n')
}

/** A JSON schema as a TypeScript type. */
function typeText(schema: Json, indent: string): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ') || 'never'
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (choices) return [...new Set(choices.map((each) => typeText(each, indent)))].join(' | ')
  if (Array.isArray(schema.allOf)) return schema.allOf.map((each) => `(${typeText(each as Json, indent)})`).join(' & ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeText({ ...schema, type }, indent)).join(' | ')
  switch (schema.type) {
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return arrayText(schema, indent)
    case 'object':
      return objectText(schema, indent)
    default:
      return 'unknown'
  }
}

function arrayText({ items, prefixItems }: Json, indent: string): string {
  if (Array.isArray(prefixItems)) return `[${prefixItems.map((each) => typeText(each, indent)).join(', ')}]`
  return `Array<${typeText((items ?? {}) as Json, indent)}>`
}

function objectText({ properties, required, additionalProperties }: Json, indent: string): string {
  const names = Object.entries((properties ?? {}) as Record<string, Json>)
  const isOpen = typeof additionalProperties === 'object' && additionalProperties !== null
  if (names.length === 0) return isOpen ? `Record<string, ${typeText(additionalProperties as Json, indent)}>` : '{}'
  const inner = `${indent}  `
  const fields = names.flatMap(([name, property]) => {
    const isRequired = Array.isArray(required) && required.includes(name)
    const described = property.description
      ? [`${inner}/** ${String(property.description).replaceAll('*/', '*\\/')} */`]
      : []
    return [...described, `${inner}${JSON.stringify(name)}${isRequired ? '' : '?'}: ${typeText(property, inner)}`]
  })
  return ['{', ...fields, `${indent}}`].join('\n')
}
