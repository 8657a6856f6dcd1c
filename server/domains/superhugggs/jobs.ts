import { sql } from 'kysely'
import { toDate } from '#kit/time.ts'
import { eraseRecipients } from '#server/domains/purchases/record/index.ts'
import { asSystem, type Posy } from '#server/platform/posy.ts'

/** Wall clock: how long we know an address that was given without anything being claimed with it. */
const UNUSED_KEPT_MS = 86_400_000
const PER_STEP = 1000

const cutOff = (posy: Posy) => new Date(posy.wall.nowMs() - UNUSED_KEPT_MS)

async function hasOldCodes(posy: Posy): Promise<boolean> {
  const { rows } = await sql`select from superhuggg_code where created_at < ${cutOff(posy)} limit 1`.execute(posy.db)
  return rows.length > 0
}

/** Forgets codes of the day before, and the addresses with which nothing was claimed. */
export async function forgetCodes(posy: Posy): Promise<void> {
  for (let forgotten = PER_STEP; forgotten === PER_STEP; ) {
    forgotten = await asSystem(posy, async (work) => {
      const { rows } = await sql<{ recipient_id: string; is_unused: boolean }>`
        delete from superhuggg_code where id in (
          select id from superhuggg_code where created_at < ${cutOff(posy)} order by created_at limit ${PER_STEP} for update skip locked)
        returning recipient_id, not exists (select from huggg where huggg.recipient_id = superhuggg_code.recipient_id) as is_unused`.execute(
        work.tx,
      )
      await eraseRecipients(
        work,
        rows.filter((row) => row.is_unused).map((row) => row.recipient_id),
      )
      return rows.length
    })
  }
}

export function registerSuperHugggs(posy: Posy): void {
  posy.due.push({
    name: 'superhugggs.forget-codes',
    nextDueAt: async () => ((await hasOldCodes(posy)) ? toDate(posy.clock.now()) : null),
    run: () => forgetCodes(posy),
  })
}
