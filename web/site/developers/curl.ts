import { firstPurchase } from '#contract/reference/examples.ts'
import type { Operation } from './reference.server.ts'

/** Ids of records that only the recording had: anyone who copies the example puts in one of theirs. */
const RECORDED = /00000000-0000-4000-8000-e\d{11}/g

/**
 * An example to copy: it runs in the sandbox as it stands, or once the variables at its top are filled in.
 */
export function curl(operation: Operation, publicUrl: string, sandbox: boolean): string {
  const { method, examplePath, credentials, body, idempotent } = operation
  const names = variables(operation)
  const inQuotes = (text: string) => text.replace(RECORDED, (id) => `$${names.get(id)}`)
  // A body stands in single quotes, where nothing is filled in: they end before a variable and begin again behind it.
  const inBody = (text: string) => text.replaceAll("'", "'\\''").replace(RECORDED, (id) => `'"$${names.get(id)}"'`)
  const lines = [`curl -X ${method} "${publicUrl}${inQuotes(examplePath)}"`]
  if (credentials === 'key') lines.push(`-H "X-Huggg-API-Key: ${sandbox ? firstPurchase.sandboxKey : '$POSY_API_KEY'}"`)
  if (credentials === 'token') lines.push('-H "Authorization: Bearer $TOKEN"')
  if (idempotent) lines.push('-H "Idempotency-Key: $(uuidgen)"')
  if (body?.type.startsWith('multipart')) lines.push(...body.fields.map(({ name }) => `-F ${name}=@${name}`))
  else if (body) lines.push('-H "Content-Type: application/json"', `-d '${inBody(body.example)}'`)
  return [...[...names.values()].map((name) => `${name}="…"`), lines.join(' \\\n  ')].join('\n')
}

/** A name for each recorded id: by the field that it is in, or by what comes before it in the address. */
function variables({ path, examplePath, body }: Operation): Map<string, string> {
  const names = new Map<string, string>()
  const add = (id: string, wanted: string) => {
    if (names.has(id)) return
    const name = `${wanted
      .replace(/([a-z])([A-Z])/g, '$1_$2')
      .replace(/\W+/g, '_')
      .toUpperCase()}`
    const taken = [...names.values()].filter((one) => one.startsWith(name)).length
    names.set(id, taken ? `${name}_${taken + 1}` : name)
  }
  const places = path.split('/')
  for (const [index, part] of examplePath.split('?')[0]!.split('/').entries()) {
    const name = places[index]?.slice(1, -1) ?? 'id'
    const owner = (places[index - 1] ?? '').replace(/ies$/, 'y').replace(/s$/, '')
    for (const [id] of part.matchAll(RECORDED)) add(id, name === 'id' ? `${owner}_id` : name)
  }
  for (const [, name, id] of examplePath.matchAll(/[?&]([\w%]+)=([\w-]+)/g))
    if (id!.match(RECORDED)) add(id!, decodeURIComponent(name!))
  let field = 'id'
  for (const [, key, value] of (body?.example ?? '').matchAll(/"([^"]*)"(?=:)|"([^"]*)"/g)) {
    if (key !== undefined) field = key
    for (const [id] of (value ?? '').matchAll(RECORDED)) add(id, field)
    for (const [id] of (key ?? '').matchAll(RECORDED)) add(id, 'id')
  }
  return names
}
