import { createHash } from 'node:crypto'
import type { Gift } from '#contract/hugggs/recipient.ts'
import { paths } from '#web/paths.ts'
import { copy } from './copy.en-GB.ts'
import { civilDay } from './format.ts'
import { hasLastDay } from './last-day.ts'

/**
 * A reminder for the recipient's own calendar: the day it opens, later its last day. Colleagues read calendars, so it holds nothing
 * that opens the gift, and what is inside only once it is unwrapped. Null when there is no day to tell.
 */
export function calendarFile(gift: Gift, publicUrl: string, now: Date): string | null {
  const opening = gift.state === 'scheduled'
  const instant = opening ? gift.opensAt : hasLastDay(gift) ? gift.expiresAt : null
  const day = instant && civilDay(instant)
  if (!day) return null
  const title = eventTitle(gift)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Posy//Gift//EN',
    'BEGIN:VEVENT',
    `UID:${eventId(gift.shortcode, opening ? 'opens' : 'last-day')}@${new URL(publicUrl).hostname}`,
    `DTSTAMP:${compact(now.toISOString())}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(nextDay(day))}`,
    'CLASS:PRIVATE',
    'TRANSP:TRANSPARENT',
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(copy.calendar.details(`${publicUrl}${paths.findGifts}`))}`,
    // From midnight of the day, which is whole. Before the last one there is time to go; an opening is for the day itself.
    ...(opening ? alarm(title, 'PT9H') : [...alarm(title, '-P6DT15H'), ...alarm(title, '-PT15H')]),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

function eventTitle({ state, fromName, product }: Gift): string {
  if (state === 'scheduled') return copy.calendar.opens(fromName)
  return copy.calendar.lastDay(state === 'wrapped' ? copy.page.title(fromName) : product.name)
}

/** The same for the same gift, so that a calendar keeps one; the link cannot be read from it. */
const eventId = (shortcode: string, what: string): string =>
  createHash('sha256').update(`posy calendar ${shortcode} ${what}`).digest('hex').slice(0, 32)

const alarm = (title: string, trigger: string): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escapeText(title)}`,
  `TRIGGER:${trigger}`,
  'END:VALARM',
]

const compact = (date: string) => date.replace(/\.\d+/, '').replaceAll(/[-:]/g, '')

function nextDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}

/** Line ends become what calendars read as such; no other control character is text (RFC 5545, 3.3.11). */
const escapeText = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|[\r\n\u0085\u2028\u2029]/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '')

/** Lines are at most 75 bytes; a longer one continues after a line break and a space (RFC 5545, 3.1). */
function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    if (Buffer.byteLength(part + character) > (parts.length === 0 ? 75 : 74)) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part].join('\r\n ')
}
