/** `1,250`, `£12.50` or `12.5` as whole pence; undefined for anything else. */
export function penceOf(typed: unknown): number | undefined {
  if (typeof typed !== 'string') return undefined
  const match = typed.replaceAll(/[\s,£€]/g, '').match(/^(\d{1,8})(?:\.(\d{1,2}))?$/)
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0') || 0) : undefined
}
