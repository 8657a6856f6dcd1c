import type { z } from 'zod'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { toJsonSchema } from '#contract/reference/openapi.ts'
import { isUuid } from '#kit/uuid.ts'

type Json = Record<string, unknown>

const MOST_BYTES = 64 * 1024
const MOST_ITEMS = 3
const MOST_DEPTH = 8
/** An outline longer than this is not kept: the log is a help and no archive. */
const MOST_LETTERS = 4096
/** Strings of these forms say nothing of a person. */
const PLAIN_FORMATS: ReadonlySet<unknown> = new Set(['uuid', 'date-time'])
/** Numbers and dates that do. */
const PERSONAL = /birth|phone|mobile|card|code|pin/i

/**
 * A body as it may be kept: the contract's own fields, with ids, words that the contract gives, times, amounts and yes or no.
 * Whatever else was written is only said to be there.
 */
export function outline(schema: z.ZodType, value: unknown): unknown {
  const outlined = outlineValue([jsonSchema(schema)], value, '', 0)
  return JSON.stringify(outlined ?? null).length > MOST_LETTERS ? `… (more than ${MOST_LETTERS} characters)` : outlined
}

const schemas = new WeakMap<z.ZodType, Json>()
function jsonSchema(schema: z.ZodType): Json {
  const known = schemas.get(schema) ?? toJsonSchema(schema, 'input')
  schemas.set(schema, known)
  return known
}

/** Every form that a value may have here, without the forks. */
const expandForks = (schemas: readonly Json[]): Json[] =>
  schemas.flatMap((schema) => {
    const forks = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((fork) => (fork ?? []) as Json[])
    return forks.length ? expandForks(forks) : [schema]
  })

function outlineValue(schemas: readonly Json[], value: unknown, name: string, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (depth > MOST_DEPTH) return '…'
  const forms = expandForks(schemas)
  if (typeof value === 'number') return PERSONAL.test(name) ? '(number)' : value
  if (typeof value === 'string')
    return forms.some((form) => isPlain(form, value, name)) ? value : `(${value.length} characters)`
  if (Array.isArray(value)) {
    const items = forms.flatMap(({ items: one }) => (one ? [one as Json] : []))
    const shown = value.slice(0, MOST_ITEMS).map((item) => outlineValue(items, item, name, depth + 1))
    return value.length > MOST_ITEMS ? [...shown, `… and ${value.length - MOST_ITEMS} more`] : shown
  }
  return outlineFields(forms, value as Json, depth)
}

function outlineFields(forms: readonly Json[], value: Json, depth: number): Json {
  const outlined: Json = {}
  let others = 0
  for (const [name, inner] of Object.entries(value)) {
    const known = forms.flatMap(({ properties }) => {
      const property = (properties as Record<string, Json> | undefined)?.[name]
      return property ? [property] : []
    })
    if (known.length) outlined[name] = outlineValue(known, inner, name, depth + 1)
    else others += 1
  }
  return others ? { ...outlined, 'unknown fields': others } : outlined
}

function isPlain(form: Json, value: string, name: string): boolean {
  if (form.const === value || (Array.isArray(form.enum) && form.enum.includes(value))) return true
  return PLAIN_FORMATS.has(form.format) && !PERSONAL.test(name) && /^[0-9a-fA-F:.TZ+-]{1,40}$/.test(value)
}

/** Of a path of a wrong field: as much as may be kept of it, for its parts are as the caller wrote them. */
export function plainPath(path: string): string {
  const parts = path.split('.')
  const odd = parts.findIndex((part) => !/^(\d{1,6}|[a-zA-Z][a-zA-Z_]{0,39}(\[\])?)$/.test(part))
  return odd < 0 ? path : [...parts.slice(0, odd), '…'].join('.')
}

/**
 * A path of the contract with the ids of ours that were asked for, or null where there was none. Anything else that stood in
 * it may be a code that opens a gift.
 */
export function askedFor(template: string, asked: string): string | null {
  const parts = asked.split('/')
  const told = template.split('/').map((part, index) => {
    const given = parts[index] ?? ''
    return part.startsWith('{') && isUuid(given) ? given.toLowerCase() : part
  })
  const path = told.join('/')
  return path === template ? null : path
}

/**
 * The request, and the part of its body that may be stored once it has been read: null where it is no JSON, or longer than 64 KB. It is
 * noted as it passes: a second reading (`clone`) would hold up anyone who stops in the middle of the first.
 */
export function noteBody(
  request: Request,
  { body: schema, bodyKind }: Pick<Endpoint, 'body' | 'bodyKind'>,
): { request: Request; outlined: () => unknown } {
  if (!schema || bodyKind !== undefined || !request.body) return { request, outlined: () => null }
  const chunks: Uint8Array[] = []
  let size = 0
  const passing = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, onward) {
      size += chunk.byteLength
      if (size <= MOST_BYTES) chunks.push(chunk)
      onward.enqueue(chunk)
    },
  })
  const init: RequestInit & { duplex: 'half' } = { body: request.body.pipeThrough(passing), duplex: 'half' }
  const outlined = () => {
    if (size === 0 || size > MOST_BYTES) return null
    try {
      return outline(schema, JSON.parse(Buffer.concat(chunks).toString('utf8')))
    } catch {
      return null
    }
  }
  return { request: new Request(request, init), outlined }
}
