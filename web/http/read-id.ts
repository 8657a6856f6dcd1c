import { data } from 'react-router'
import { isUuid } from '#kit/uuid.ts'

/** An id of the address; what cannot be one is not there. */
export function readId(value: string | null | undefined): string {
  if (!value || !isUuid(value)) throw data(null, { status: 404 })
  return value.toLowerCase()
}
