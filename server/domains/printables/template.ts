import type { ErrorDetail } from '#contract/core/errors.ts'
import { findUnprintable } from '#server/platform/pdf/fonts.ts'
import { fieldsIn } from './markdown.ts'
import { BUILT_IN_FIELDS, type PrintableField, type PrintableLayout } from './printable.ts'

/** What a team says of a template of its own. */
export interface TemplateParts {
  name: string
  layout: PrintableLayout
  body: string
  /** What each recipient's data holds. */
  dynamicRecipientData: PrintableField[]
  /** What is the same on every card. */
  dynamicData?: PrintableField[] | undefined
}

/** Without these, an envelope's window shows no address. */
const NEEDED_ON_LETTERS = ['name', 'addressLine1', 'town', 'postcode']

/** All that is wrong with a template, each by its path. */
export function templateFaults({ layout, body, dynamicRecipientData, dynamicData = [] }: TemplateParts): ErrorDetail[] {
  const lists = { dynamicRecipientData, dynamicData }
  const known = new Set(BUILT_IN_FIELDS)
  const faults: ErrorDetail[] = []
  for (const [list, fields] of Object.entries(lists))
    for (const [index, field] of fields.entries()) {
      const path = `${list}.${index}`
      if (known.has(field.name))
        faults.push({ path: `${path}.name`, message: `${field.name} is there already`, code: 'duplicate' })
      known.add(field.name)
      for (const part of ['label', 'defaultValue', 'placeholder'] as const)
        faults.push(...unprintable(`${path}.${part}`, field[part]))
    }
  for (const name of fieldsIn(body))
    if (!known.has(name))
      faults.push({ path: 'body', message: `{{${name}}} is no field of this template`, code: 'unknown_field' })
  faults.push(...unprintable('body', body))
  const names = new Set(dynamicRecipientData.map(({ name }) => name))
  const missing = layout === 'letter' ? NEEDED_ON_LETTERS.filter((name) => !names.has(name)) : []
  if (missing.length)
    faults.push({
      path: 'dynamicRecipientData',
      message: `must hold ${missing.join(', ')}: a letter shows its address in the envelope’s window`,
      code: 'missing',
    })
  return faults
}

function unprintable(path: string, text: string): ErrorDetail[] {
  const letter = findUnprintable(text)
  return letter ? [{ path, message: `holds ${letter}, which cannot be printed`, code: 'unprintable' }] : []
}
