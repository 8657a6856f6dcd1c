/** What was chosen on one page about invoices and holds on the others. */
const CARRIED = ['from', 'to', 'currency'] as const
type Carried = (typeof CARRIED)[number]

/** The days and the currency of an address, the last day by the name that all these pages have for it. */
export function carriedChoice(search: URLSearchParams): Partial<Record<Carried, string>> {
  const asked = {
    from: search.get('from'),
    to: search.get('to') ?? search.get('until'),
    currency: search.get('currency'),
  }
  return Object.fromEntries(CARRIED.flatMap((name) => (asked[name] ? [[name, asked[name]]] : [])))
}
