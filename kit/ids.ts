import { v7 } from 'uuid'

/** A new UUIDv7: unique, and increasing in time so that indexes stay compact. */
export const newId = (): string => v7()
