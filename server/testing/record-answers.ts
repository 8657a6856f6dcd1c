import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closed } from '#contract/core/closed.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { contract } from '#contract/index.ts'
import { ExampleRecorder } from './recorder.ts'

const folder = process.env.RECORD_ANSWERS

/** The literal paths before those with parameters, as the router has them. */
const endpoints = Object.entries(contract as Record<string, Endpoint>)
  .map(([name, endpoint]) => ({
    name,
    endpoint,
    path: new RegExp(`^${endpoint.path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }))
  .sort((one, other) => one.endpoint.path.split('{').length - other.endpoint.path.split('{').length)

/**
 * Keeps a request that succeeded, for the examples of what `examples.http.test.ts` cannot make succeed alone. Off unless
 * `RECORD_ANSWERS` names a folder.
 */
export function recordAnswer(
  method: string,
  address: string,
  sent: unknown,
  answer: { status: number; body: unknown },
): void {
  if (!folder || answer.status >= 300 || sent instanceof FormData) return
  const body = typeof sent === 'string' ? jsonIn(sent) : sent
  const [path = '', search = ''] = address.split('?')
  const known = endpoints.find((one) => one.endpoint.method === method && one.path.test(path))
  if (!known) return
  const { name, endpoint } = known
  const params = known.path.exec(path)!.groups
  const query = getQuery(new URLSearchParams(search))
  const fits =
    endpoint.params?.safeParse(params ?? {}).success !== false &&
    endpoint.query?.safeParse(query).success !== false &&
    (!endpoint.body || endpoint.bodyKind === 'multipart' || closed(endpoint.body).safeParse(body).success) &&
    (answer.status === 204 || endpoint.response.safeParse(answer.body).success)
  if (!fits) return
  const sample = {
    ...(params && { params: { ...params } }),
    ...(search && { query }),
    ...(body !== undefined && { body }),
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(new ExampleRecorder().record(endpoint, sample, answer)))
}

const getQuery = (search: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    [...new Set(search.keys())].map((key) => {
      const values = search.getAll(key)
      const name = key.replace(/\[\]$/, '')
      return [name, key.endsWith('[]') || values.length > 1 ? values : values[0]!]
    }),
  )

/** What is signed as it stands is sent as text. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
