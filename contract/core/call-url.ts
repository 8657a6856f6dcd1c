import type { Endpoint } from './endpoint.ts'

/** The URL of a call: path parameters filled in, array keys repeated (or bracketed where the endpoint asks for it). */
export function callUrl(baseUrl: string, endpoint: Endpoint, params: object = {}, query: object = {}): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )
  const search = new URLSearchParams()
  const append = (key: string, value: unknown): void => {
    if (value === undefined || value === null) return
    if (Array.isArray(value))
      for (const item of value) append(endpoint.brackets && !key.endsWith('[]') ? `${key}[]` : key, item)
    else if (typeof value === 'object')
      for (const [name, item] of Object.entries(value)) append(`${key}[${name}]`, item)
    else search.append(key, String(value))
  }
  for (const [key, value] of Object.entries(query)) append(key, value)
  const text = search.toString()
  return `${baseUrl}${path}${text ? `?${text}` : ''}`
}
