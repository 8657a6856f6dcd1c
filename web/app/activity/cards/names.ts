import type { z } from 'zod'
import type { PrintableField } from '#contract/printables/printables.ts'

type Field = z.infer<typeof PrintableField>

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const cells = (line: string) => line.split(/[,;\t]/).map((cell) => plain(cell.replaceAll('"', '')))

/**
 * A list as people type it, with a first row that names its columns: theirs, or the template's in order. Commas are only
 * what separates columns where there are several.
 */
export function withHeader(list: string, fields: readonly Field[]): string {
  const text = list.replace(/^\ufeff/, '').trim()
  const known = new Set(fields.flatMap(({ name, label }) => [plain(name), plain(label)]))
  const [first = ''] = text.split(/\r?\n/)
  if (text === '' || cells(first).some((cell) => known.has(cell))) return text
  const [only, ...others] = fields
  if (only && others.length === 0) return [only.name, ...text.split(/\r?\n/).map(asCell)].join('\n')
  const separator = ['\t', ';', ','].find((one) => first.includes(one)) ?? ','
  return [fields.map(({ name }) => name).join(separator), text].join('\n')
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
/** A line that they have quoted already stays as it is. */
const asCell = (line: string) => (line.startsWith('"') ? line : quoted(line))

/** Whom the cards are for, as a list that can be changed and given back. */
export function printableNamesCsv(
  receivers: readonly { templateData: Record<string, string> }[],
  fields: readonly Field[],
): string {
  if (receivers.length === 0) return ''
  const rows = receivers.map(({ templateData }) => fields.map(({ name }) => templateData[name] ?? ''))
  if (fields.length === 1) return rows.map(([name]) => name).join('\n')
  const lines = rows.map((row) => row.map((cell) => (/[",\n]/.test(cell) ? quoted(cell) : cell)).join(','))
  return [fields.map(({ label }) => label).join(','), ...lines].join('\n')
}

/** What a refusal says of single cards, in words. */
export function flawsIn(fields: Record<string, string>): string[] {
  return Object.entries(fields).flatMap(([path, message]) => {
    const row = /^(?:csv|receivers)\.(\d+)\./.exec(path)?.[1]
    if (row !== undefined) return [`Card ${Number(row) + 1}: ${message}.`]
    if (path === 'file') return [message]
    return path === 'csv' || path === 'receivers'
      ? [`The list ${message.charAt(0).toLowerCase()}${message.slice(1)}.`]
      : []
  })
}
