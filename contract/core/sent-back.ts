import type { z } from 'zod'

/**
 * A record that a request may carry as it was read: programs read a record, change one field and send all of it back. Names
 * of the record that the request cannot set are taken; what they may say is looked at in `platform/http/sent-back.ts`.
 */
export interface SentBack {
  /** As a read of it answers: an object, or one of several. */
  readonly record: z.ZodType
  /** Where it stands in the body: `entity`, or `receivers[]` for each of a list. The body itself unless told. */
  readonly at?: string
  /** The request makes a new record: what the server gives to it is ignored whatever it says. */
  readonly creates?: true
  /** What changes its status, for anyone who sends another than the present one. */
  readonly statusBy?: string
}

/** What says whose or which a record is. */
const IDENTITY =
  /^(?:id|type|currency|email|emailAddress|number|method|(?:team|user|client|automation|plan|transaction|order|sender|receiver|purchase|account|wallet|huggg|location|product|invoice|automatedBudget)(?:Id|_id))$/
/** Of a record to be made, only these are known beforehand. */
const OWNER = /^(?:teamId|team_id|userId|user_id|currency)$/
const STATUS = /^(?:status|subStatus|status_id|active|is_settled)$/

export type KeptKind = 'identity' | 'status' | 'version' | 'derived'

/** What is asked of a name of the record that the request cannot set. */
export function keptKind(name: string, { creates }: Pick<SentBack, 'creates'>): KeptKind {
  if (creates) return OWNER.test(name) ? 'identity' : 'derived'
  if (name === 'version') return 'version'
  if (STATUS.test(name)) return 'status'
  return IDENTITY.test(name) ? 'identity' : 'derived'
}

/** The names of an object's fields; of several variants all that any of them has. */
export function fieldNames(schema: z.core.$ZodType | undefined): Set<string> {
  if (!schema) return new Set()
  const def = schema._zod.def as z.core.$ZodTypes['_zod']['def']
  switch (def.type) {
    case 'object':
      return new Set(Object.keys(def.shape))
    case 'union':
      return new Set(def.options.flatMap((option) => [...fieldNames(option)]))
    case 'pipe':
      return fieldNames(def.in._zod.def.type === 'transform' ? def.out : def.in)
    case 'array':
      return fieldNames(def.element)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
      return fieldNames(def.innerType)
    default:
      return new Set()
  }
}

/** The schema of one field, of whichever variant has it. */
export const fieldSchema = (schema: z.core.$ZodType | undefined, name: string): z.core.$ZodType | undefined =>
  fieldSchemas(schema, name)[0]

/** The schemas of one field, one of each variant that has it; of a list those of its items’ field. */
export function fieldSchemas(schema: z.core.$ZodType | undefined, name: string): z.core.$ZodType[] {
  if (!schema) return []
  const def = schema._zod.def as z.core.$ZodTypes['_zod']['def']
  if (def.type === 'object') return def.shape[name] ? [def.shape[name]] : []
  if (def.type === 'union') return def.options.flatMap((option) => fieldSchemas(option, name))
  if (def.type === 'pipe') return fieldSchemas(def.in._zod.def.type === 'transform' ? def.out : def.in, name)
  if (def.type === 'array') return fieldSchemas(def.element, name)
  if ('innerType' in def) return fieldSchemas(def.innerType, name)
  return []
}
