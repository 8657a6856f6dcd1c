import { cachedFormatter } from '#kit/cached-formatter.ts'

const LOCALE = 'en-GB'

export const formatCount = (count: number): string =>
  cachedFormatter('count', () => new Intl.NumberFormat(LOCALE)).format(count)

type When = string | Date

/** 3 March 2026, in a zone. */
export const formatDay = (when: When, zone: string): string =>
  dateFormat({ day: 'numeric', month: 'long', year: 'numeric' }, zone).format(new Date(when))

/** 3 Mar 2026, in a zone. */
export const formatShortDay = (when: When, zone: string): string =>
  dateFormat({ dateStyle: 'medium' }, zone).format(new Date(when))

/** 3 Mar 2026, 14:05, in a zone. */
export const formatMoment = (when: When, zone: string): string =>
  dateFormat({ dateStyle: 'medium', timeStyle: 'short' }, zone).format(new Date(when))

/** 3 March 2026 at 14:05, in a zone. */
export const formatFull = (when: When, zone: string): string =>
  dateFormat({ dateStyle: 'long', timeStyle: 'short' }, zone).format(new Date(when))

const dateFormat = (options: Intl.DateTimeFormatOptions, timeZone: string) =>
  cachedFormatter(
    `${timeZone} ${JSON.stringify(options)}`,
    () => new Intl.DateTimeFormat(LOCALE, { ...options, timeZone }),
  )

/** One of something, or several: 1 gift, 3 gifts. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

export const capitalise = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** As it stands within a sentence. */
export const uncapitalise = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1)

/** A hyphenated name of the wire as people read it: team-admin, Team admin. */
export const humanise = (name: string): string => capitalise(name.replaceAll(/[-_]+/g, ' '))
