import { type Copy, enGB } from './copy.en-GB.ts'

const catalogue: Record<string, Copy> = { 'en-GB': enGB }

/** The words for a locale; British English where there are none yet. */
export const copyFor = (locale: string): Copy => catalogue[locale] ?? enGB
