import { z } from 'zod'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { Resource } from '#contract/core/shapes.ts'

type Place = 'params' | 'query' | 'body'
type Step = string | '[]'
type Json = { [key: string]: unknown }

/** A place in a request where an id of some resource goes. */
export interface IdSite {
  place: Place
  path: Step[]
  resource: Resource
}

const LOOKS_LIKE_AN_ID = /^(id|ids|reference)$|(Id|_id|Ids|_ids)$/

interface Walked {
  sites: IdSite[]
  /** Fields named like ids that say neither which resource they point at nor that they are free text. */
  undeclared: string[]
}

function walk(schema: Json, place: Place, path: Step[], found: Walked): void {
  if (typeof schema.resource === 'string') {
    found.sites.push({ place, path, resource: schema.resource as Resource })
    return
  }
  for (const branch of [schema.anyOf, schema.oneOf, schema.allOf].filter(Array.isArray).flat() as Json[])
    walk(branch, place, path, found)
  if (schema.type === 'array' && typeof schema.items === 'object')
    walk(schema.items as Json, place, [...path, '[]'], found)
  for (const [name, property] of Object.entries((schema.properties as Record<string, Json>) ?? {})) {
    walk(property, place, [...path, name], found)
    const declared = JSON.stringify(property).match(/"(resource|free|const|enum)":/)
    if (LOOKS_LIKE_AN_ID.test(name) && !declared) found.undeclared.push([place, ...path, name].join('.'))
  }
}

/** Every id in an endpoint's request, path, query and body alike. */
export function walkIdPlaces(endpoint: Endpoint): Walked {
  const found: Walked = { sites: [], undeclared: [] }
  for (const place of ['params', 'query', 'body'] as const) {
    const schema = endpoint[place]
    if (schema) walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, place, [], found)
  }
  return found
}

export interface Sample {
  params?: Json
  query?: Json
  body?: unknown
  /** Further valid requests, where one cannot hold every id there may be. */
  variants?: Sample[]
}

/** A copy of a sample with another value at one site, or null where the sample has nothing there. */
export function withIdAt(sample: Sample, site: IdSite, value: string): Sample | null {
  const copy = structuredClone(sample)
  let node: unknown = copy[site.place]
  for (const step of site.path.slice(0, -1))
    node = step === '[]' ? (node as unknown[] | undefined)?.[0] : (node as Json | undefined)?.[step]
  const last = site.path.at(-1)!
  if (typeof node !== 'object' || node === null) return null
  if (last === '[]') {
    if (!Array.isArray(node) || node.length === 0) return null
    node[0] = value
    return copy
  }
  if ((node as Json)[last] === undefined) return null
  ;(node as Json)[last] = value
  return copy
}
