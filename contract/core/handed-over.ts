/** By name, not by identity: server and pages are built apart and have a copy of this file each. */
const VALUE = Symbol.for('posy.handed-over')

type Carrier = Response & { [VALUE]?: unknown }

/**
 * An answer for a caller in the same process: it carries its value, already checked, in place of its JSON. What it carries
 * is JSON all the same, made for this answer alone: no dates, no classes.
 */
export function handOver(value: unknown, init: ResponseInit): Response {
  const response: Carrier = new Response(null, init)
  response[VALUE] = value
  return response
}

/** The value of an answer that carries one; undefined for one that is to be read and checked. */
export const handedOver = (response: Carrier): { value: unknown } | undefined =>
  VALUE in response ? { value: response[VALUE] } : undefined
