/** By name, not by identity: the client that looks for it is built apart (`client/in-process-value.ts`). */
const VALUE = Symbol.for('posy.handed-over')

/**
 * An answer for a caller in the same process: it carries its value, already checked, in place of its JSON. What it carries
 * is JSON all the same, made for this answer alone: no dates, no classes.
 */
export function inProcessResponse(value: unknown, init: ResponseInit): Response {
  const response: Response & { [VALUE]?: unknown } = new Response(null, init)
  response[VALUE] = value
  return response
}
