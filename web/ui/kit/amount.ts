/** `1,250`, `£12.50` or `12.5` as whole pence; undefined for anything else. */
export function penceOf(typed: unknown): number | undefined {
  if (typeof typed !== 'string') return undefined
  const match = typed.replaceAll(/[\s,£€]/g, '').match(/^(\d{1,8})(?:\.(\d{1,2}))?$/)
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0') || 0) : undefined
}

/** What the address asks to fill in as an amount, where it is one. */
export function amountAsked({ url }: Pick<Request, 'url'>): string | undefined {
  const typed = new URL(url).searchParams.get('amount')
  return penceOf(typed) ? typed! : undefined
}

/** 2500 as a field shows it. */
export const poundsOf = (pence: number | null): string => (pence === null ? '' : (pence / 100).toFixed(2))
