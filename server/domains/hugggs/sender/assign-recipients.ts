import { sql } from 'kysely'
import type { Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { changedBy } from '../change/index.ts'
import { Status } from '../states/index.ts'

/**
 * Gives unopened gifts that no one has yet to recipients of their own purchase. The caller has authorised it and made
 * the recipient rows.
 * @throws wrong_state when one of the gifts is no longer free
 */
export async function assignRecipients(
  work: Work,
  pairs: readonly { hugggId: string; recipientId: string }[],
): Promise<void> {
  const by = changedBy(work, 'given to a recipient')
  const assigned = await sql`
    update huggg set recipient_id = pair.recipient_id, updated_at = ${by.updated_at}
    from unnest(${pairs.map((pair) => pair.hugggId)}::uuid[], ${pairs.map((pair) => pair.recipientId)}::uuid[]) as pair (huggg_id, recipient_id)
    join recipient on recipient.id = pair.recipient_id
    where huggg.id = pair.huggg_id and huggg.transaction_id = recipient.transaction_id and huggg.recipient_id is null
      and huggg.viewed_date is null and huggg.status_id in (${Status.Created}, ${Status.Scheduled})`.execute(work.tx)
  if (Number(assigned.numAffectedRows) !== pairs.length) {
    throw new Problem('wrong_state', 'Some of these gifts have been given to someone in the meantime.')
  }
}
