/** By name, not by identity: the server that hands over is built apart (`server/platform/http/in-process-response.ts`). */
const VALUE = Symbol.for('posy.handed-over')

/**
 * The value of an answer from the same process, which carries it in place of its JSON, already checked; undefined for
 * one that is to be read and checked.
 */
export const readInProcessValue = (response: Response & { [VALUE]?: unknown }): { value: unknown } | undefined =>
  VALUE in response ? { value: response[VALUE] } : undefined
