import { hashSecret } from '#server/domains/identity/secrets/index.ts'
import type { Work } from '#server/platform/posy.ts'

/** Knows the browser of an operator from now on: strangers' wrong tries do not slow it. */
export async function keepOperatorDevice(
  { tx, posy }: Pick<Work, 'tx' | 'posy'>,
  operatorId: string,
  device: string | undefined,
): Promise<void> {
  if (!device) return
  const values = { device_hash: hashSecret(device), last_seen_at: new Date(posy.wall.nowMs()) }
  await tx
    .insertInto('operator_device')
    .values({ operator_id: operatorId, ...values })
    .onConflict((conflict) => conflict.columns(['operator_id', 'device_hash']).doUpdateSet(values))
    .execute()
}
