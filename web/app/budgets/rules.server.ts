import type { Session } from '#web/session/session.ts'

const MOST = 400

/** The names of categories that a budget allows or leaves out, by id. */
export async function categoryNames(
  session: Session,
  { allow, disallow }: { allow: readonly string[]; disallow: readonly string[] },
): Promise<Record<string, string>> {
  const id = [...new Set([...allow, ...disallow])]
  if (id.length === 0) return {}
  const found = await session.api.findTags({ body: { filter: { id }, limit: MOST } })
  return found.ok ? Object.fromEntries(found.value.data.map((tag) => [tag.id, tag.name])) : {}
}
