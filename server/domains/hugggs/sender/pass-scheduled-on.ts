import { passPurchasesOn } from '#server/domains/purchases/record/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { Status } from '../states/index.ts'

/** What a leaver had scheduled in a team continues in a colleague's name, with its purchases. */
export async function passScheduledOn(
  work: Work,
  { teamId, fromUserId, toUserId }: { teamId: string; fromUserId: string; toUserId: string },
): Promise<void> {
  const purchases = await work.tx
    .selectFrom('transaction')
    .select('id')
    .where('team_id', '=', teamId)
    .where('user_id', '=', fromUserId)
    .where((e) =>
      e.exists(
        e
          .selectFrom('huggg')
          .select('huggg.id')
          .whereRef('huggg.transaction_id', '=', 'transaction.id')
          .where('status_id', '=', Status.Scheduled),
      ),
    )
    .execute()
  await passPurchasesOn(
    work,
    purchases.map(({ id }) => id),
    toUserId,
  )
  await work.tx
    .updateTable('huggg')
    .set({ sender_id: toUserId, updated_at: work.at })
    .where('team_id', '=', teamId)
    .where('sender_id', '=', fromUserId)
    .where('status_id', '=', Status.Scheduled)
    .execute()
}
