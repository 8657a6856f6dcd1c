import { paths } from '#web/paths.ts'
import { tellApart } from '#web/ui/tell-apart.ts'

/** Something that happened. */
export interface Activity {
  key: string
  at: string
  /** Where there is more of it. */
  to: string | null
  title: string
  detail: string
  pence: number | null
  currency: string
}

/** As it is listed: lines of one minute that read the same are told apart for who hears them. */
export interface ListedActivity extends Activity {
  apart: string
  /** What went wrong with it; null where nothing did. */
  failure: string | null
}

/** @param undelivered how many gifts of a purchase did not arrive */
export function listActivity(items: readonly Activity[], undelivered: ReadonlyMap<string, number>): ListedActivity[] {
  const failures = new Map(
    [...undelivered].map(([id, count]) => [
      paths.purchase(id),
      count === 1 ? 'Not delivered' : `${count} not delivered`,
    ]),
  )
  const apart = tellApart(
    items,
    ({ title, detail, at }) => `${title} ${detail} ${at.slice(0, 'YYYY-MM-DDTHH:MM'.length)}`,
  )
  return items.map((item) => ({ ...item, apart: apart(item), failure: failures.get(item.to ?? '') ?? null }))
}
