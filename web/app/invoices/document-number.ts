/** Papers of purchases by how their numbers begin. */
const names: Record<string, string> = { RCT: 'Receipt', INV: 'Invoice', SIN: 'Invoice', CRN: 'Credit note' }

export interface DocumentNumber {
  number: string
  /** What such a paper is. */
  name: string
}

/** A document's number however it is typed: rct 28, RCT-000028, rct28. Null where it is none. */
export function documentNumber(typed: string): DocumentNumber | null {
  const [, series = '', digits = ''] = /^\s*([a-z]{3})[\s\p{Pd}_.:#/]*(\d{1,12})\s*$/iu.exec(typed) ?? []
  const name = names[series.toUpperCase()]
  const number = Number(digits)
  return name && number > 0 ? { number: `${series.toUpperCase()}-${String(number).padStart(6, '0')}`, name } : null
}
