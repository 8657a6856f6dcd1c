import { z } from 'zod'

const made = new WeakMap<z.core.$ZodType, z.core.$ZodType>()

/**
 * The same schema, refusing fields that it does not name, at any depth. A request is held against this: a field that was
 * misspelt, or that we do not have, is told instead of dropped. Objects that say what happens to other fields
 * (`z.looseObject`, `z.strictObject`) keep their word.
 */
export function closed<S extends z.core.$ZodType>(schema: S): S {
  const before = made.get(schema)
  if (before) return before as S
  const def = closedDef(schema)
  const result = def ? z.core.clone(schema, def as never, { parent: true }) : schema
  made.set(schema, result)
  return result
}

/** What it is made of, with its parts closed; null where it has none. */
function closedDef({ _zod }: z.core.$ZodType): object | null {
  const def = _zod.def as z.core.$ZodTypes['_zod']['def']
  switch (def.type) {
    case 'object': {
      const shape = Object.fromEntries(Object.entries(def.shape).map(([name, part]) => [name, closed(part)]))
      return { ...def, shape, catchall: def.catchall ?? z.never() }
    }
    case 'array':
      return { ...def, element: closed(def.element) }
    case 'union':
      return { ...def, options: def.options.map(closed) }
    case 'record':
      return { ...def, valueType: closed(def.valueType) }
    case 'pipe':
      return { ...def, in: closed(def.in), out: closed(def.out) }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return { ...def, innerType: closed(def.innerType) }
    case 'intersection':
    case 'lazy':
    case 'tuple':
    case 'map':
    case 'set':
      throw new Error(`Requests do not use ${def.type}: unknown fields in it would not be refused`)
    default:
      return null
  }
}
