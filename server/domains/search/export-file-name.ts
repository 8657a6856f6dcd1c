import { Temporal } from '#kit/time.ts'
import { fileName } from './archive-sheet.ts'
import type { PapersPeriod } from './create-export.ts'
import type { ExportRecord } from './export-request.ts'

const kinds = { team: 'everything', hugggs: 'gifts', statement: 'statement', papers: 'papers' }

interface Named extends Pick<ExportRecord, 'kind' | 'format'> {
  team: string
  /** Of a statement. */
  wallet: string | null
  from?: string | undefined
  /** The moment after the last. */
  to?: string | undefined
  /** Of papers: the first day and the last. */
  papers?: PapersPeriod | null
  made: string
  /** Whose days they are. */
  zone: string
}

/** Called by what it holds: whose, and of which days; what has no days by the day on which it was made. */
export function exportFileName({ kind, format, team, wallet, from, to, papers, made, zone }: Named): string {
  const local = (moment: string) => Temporal.Instant.from(moment).toZonedDateTimeISO(zone)
  const day = (moment: Temporal.ZonedDateTime) => moment.toPlainDate().toString()
  const until = day(to ? local(to).subtract({ nanoseconds: 1 }) : local(made))
  const since = from ? [day(local(from)), 'to', until] : ['until', until]
  const days = papers ? [papers.from, 'to', papers.until] : kind === 'statement' ? since : [until]
  const owners = [team, wallet].flatMap((name) => (name ? fileName(name).replaceAll(' ', '-') : []))
  return `${[kinds[kind as keyof typeof kinds], ...owners, ...days].join('-')}.${format}`
}
