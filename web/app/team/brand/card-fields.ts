import type { z } from 'zod'
import type { PrintableField } from '#contract/printables/printables.ts'

type Field = z.infer<typeof PrintableField>

const OPTIONAL = /\s*\(optional\)$/i
/** What a letter shows in the envelope's window. */
const ADDRESS = 'Name\nAddress line 1\nAddress line 2 (optional)\nTown\nPostcode'

const plain = (label: string) => label.trim().toLowerCase()

/** What a text calls a field by its label: `Date of joining` is {{dateOfJoining}}. */
export function fieldName(label: string): string {
  const words =
    label
      .replaceAll('ß', 'ss')
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[a-zA-Z0-9]+/g) ?? []
  const name = words
    .map((word, at) => (at === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()))
    .join('')
  return /^[a-zA-Z]/.test(name) ? name.slice(0, 64) : `field${name}`.slice(0, 64)
}

/** Fields as people write them, one label on each line; those that were there keep what the lines do not say. */
export function readFieldLines(lines: string, known: readonly Field[]): Field[] {
  return lines
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const label = line.replace(OPTIONAL, '')
      const before = known.find((field) => plain(field.label) === plain(label))
      const empty = { name: fieldName(label), type: 'string' as const, defaultValue: '', placeholder: '' }
      return { ...empty, ...before, label, optional: OPTIONAL.test(line) }
    })
}

export const fieldLines = (fields: readonly Field[]): string =>
  fields.map(({ label, optional }) => (optional ? `${label} (optional)` : label)).join('\n')

/** A letter asks for its address whether it was thought of or not. */
export function withAddress(fields: readonly Field[]): Field[] {
  const names = new Set(fields.map(({ name }) => name))
  return [...readFieldLines(ADDRESS, []).filter(({ name }) => !names.has(name)), ...fields]
}
