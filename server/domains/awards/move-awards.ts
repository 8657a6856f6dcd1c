import { awardMessages } from '#server/domains/delivery/index.ts'
import { type Entry, postTransfers, type TransferKind } from '#server/domains/ledger/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { AwardMoney, AwardRecord } from './award.ts'
import { inSteps } from './batch.ts'
import { awardTransfer } from './change-award.ts'
import { linkMessage } from './send-link.ts'

type Moving = AwardMoney & Pick<AwardRecord, 'id' | 'currency'>

/** As moveMoney, for many awards of one grant: a transfer each, so that each award's money is proven alone, and some hundreds at a time. */
export async function moveAwardsMoney<A extends Moving>(
  work: Work,
  awards: readonly A[],
  how: (award: A) => { kind: TransferKind; times: number; entries: Entry[] },
): Promise<void> {
  for (const some of inSteps(awards))
    await postTransfers(
      work.tx,
      some.map((award) => awardTransfer(work, award, how(award))),
    )
}

/** The first links of awards that have just been issued leave by text or email. */
export async function sendLinks(
  work: Work,
  teamId: string,
  awards: readonly Pick<AwardRecord, 'id' | 'deliver_by'>[],
): Promise<void> {
  const messages = awards.flatMap((award) => linkMessage(award, 0) ?? [])
  for (const some of inSteps(messages)) await awardMessages.queue(work, awardMessages.link, { teamId, messages: some })
}
