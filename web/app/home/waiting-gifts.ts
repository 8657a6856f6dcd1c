import { ENDING_SOON_DAYS, type TransactionReportRow } from '#contract/reports/reports.ts'
import { paths } from '#web/paths.ts'
import { formatDay, plural } from '#web/ui/format.ts'
import type { Attention } from './attention.ts'

const DAY_MS = 86_400_000

/** Purchases whose gifts wait for someone: those that end soonest first, then links that were not shared yet, until they are or their reader dismisses them. */
export function waitingGifts(rows: readonly TransactionReportRow[], now: Date, zone: string): Attention[] {
  const nowMs = now.getTime()
  const ending = rows
    .filter((row) => unused(row) > 0 && lastDayMs(row) < nowMs + ENDING_SOON_DAYS * DAY_MS)
    .toSorted((one, other) => lastDayMs(one) - lastDayMs(other))
  return [
    ...ending.map((row) => ({
      key: `expiring ${row.id}`,
      level: unused(row),
      tone: 'warning' as const,
      title: `${plural(unused(row), 'gift')} not used yet, ending soon`,
      text: `“${purchaseName(row)}” ends on ${formatDay(row.maxHugggExpiryDate!, zone)}.`,
      action: { to: paths.purchase(row.id), label: 'View' },
    })),
    ...rows
      .filter((row) => waitsForSender(row) && !ending.includes(row))
      .map((row) => ({
        key: `stashed ${row.id}`,
        level: row.stashed,
        tone: 'info' as const,
        title: `${plural(row.stashed, 'link')} not shared yet`,
        text: `From “${purchaseName(row)}”: send each link to the person it is for.`,
        action: { to: paths.purchase(row.id), label: 'View' },
      })),
  ]
}

/** Cards are handed out and a shared link is claimed: nothing is left for the sender to do. Only single links wait. */
const waitsForSender = ({ stashed, delivery_method }: TransactionReportRow) =>
  stashed > 0 && delivery_method === 'links'

const unused = ({ sent, claimed, stashed }: TransactionReportRow) => sent + claimed + stashed

const lastDayMs = ({ maxHugggExpiryDate }: TransactionReportRow) =>
  maxHugggExpiryDate ? Date.parse(maxHugggExpiryDate) : Number.POSITIVE_INFINITY

const purchaseName = ({ title, product }: TransactionReportRow) => title ?? product?.label ?? 'A purchase'
