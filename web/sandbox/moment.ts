import { BUSINESS_ZONE } from '#kit/time.ts'

/** A moment as a person in London reads it. The same on the server and in the browser, whatever zone either is in. */
export const formatSandboxMoment = (instant: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: BUSINESS_ZONE }).format(
    new Date(instant),
  )
