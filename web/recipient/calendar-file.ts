import type { Gift } from '#contract/hugggs/recipient.ts'
import { paths } from '#web/paths.ts'
import { copy } from './copy.en-GB.ts'
import { civilDay } from './format.ts'

/** A reminder for the recipient's own calendar: the day it opens, later its last day. Null when there is no day to tell. */
export function calendarFile(gift: Gift, publicUrl: string, now: Date): string | null {
  const opening = gift.state === 'scheduled'
  const known = gift.state === 'claimed' || gift.state === 'revealed'
  // Before it is unwrapped the reminder would say what is inside.
  const instant = opening ? gift.opensAt : known ? gift.expiresAt : null
  const day = instant && civilDay(instant)
  if (!day) return null
  const title = opening ? copy.calendar.opens(gift.fromName) : copy.calendar.lastDay(gift.product.name)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Posy//Gift//EN',
    'BEGIN:VEVENT',
    `UID:${gift.shortcode}-${opening ? 'opens' : 'last-day'}@${new URL(publicUrl).hostname}`,
    `DTSTAMP:${compact(now.toISOString())}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(nextDay(day))}`,
    'TRANSP:TRANSPARENT',
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(copy.calendar.details(`${publicUrl}${paths.gift(gift.shortcode)}`))}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(title)}`,
    // A week before the last day there is still time to go; an opening is for the day itself.
    `TRIGGER:${opening ? 'PT9H' : '-P7D'}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

const compact = (date: string) => date.replace(/\.\d+/, '').replaceAll(/[-:]/g, '')

function nextDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}

const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n')

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
