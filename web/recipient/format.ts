import { BUSINESS_ZONE } from '#kit/time.ts'
import { copy } from './copy.en-GB.ts'

/** Gifts are dated where they are issued. */
const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(copy.locale, { ...options, timeZone: BUSINESS_ZONE })
const day = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const dayAndTime = dateFormat({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
const isoDay = new Intl.DateTimeFormat('sv-SE', { timeZone: BUSINESS_ZONE, dateStyle: 'short' })

/** An instant as the day it falls on: Friday, 14 August 2026. Null for a date no one can read. */
export const formatGiftDay = (instant: string) => formatWith(day, instant)

export const formatDayAndTime = (instant: string) => formatWith(dayAndTime, instant)

/** The calendar day an instant falls on, as YYYY-MM-DD. */
export const civilDay = (instant: string) => formatWith(isoDay, instant)

function formatWith(format: Intl.DateTimeFormat, instant: string): string | null {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? null : format.format(date)
}

/** Only addresses of web pages; anything else a link could run is left out. */
export function webAddress(url: string | null): string | null {
  const parsed = url && URL.canParse(url) ? new URL(url) : null
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:' ? parsed.href : null
}
