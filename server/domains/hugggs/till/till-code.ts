import { newShortcodes } from '../links/index.ts'

/** 60 bits, as an operator reads it out: in groups, without letters that look alike. */
export const newTillCode = (): string =>
  newShortcodes(1)[0]!
    .toUpperCase()
    .replace(/(.{4})(?=.)/g, '$1-')

/** A code as it is kept, however it was typed: O is read as 0, I and L as 1. */
export const readTillCode = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
