import { data } from 'react-router'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isId = (text: string): boolean => UUID.test(text)

/** An id of the address; what cannot be one is not there. */
export function readId(value: string | null | undefined): string {
  if (!value || !isId(value)) throw data(null, { status: 404 })
  return value.toLowerCase()
}
