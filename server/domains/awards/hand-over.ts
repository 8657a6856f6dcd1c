import { printedCode } from '#server/domains/hugggs/links/index.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { BIRTH_DATE_TRIES, liveStatuses, requireStatus } from './award.ts'
import { LINK_SHOWN, lockAward, noteOfAward, UNLOCKED_NOTE } from './queries.ts'

/** What opens an award to its person. */
export const awardUrl = ({ config }: Pick<Posy, 'config'>, linkCode: string): string =>
  `${config.publicUrl}/a/${linkCode}`

/** Shows a case worker the link, to be handed over. @throws not_found (404); wrong_state (409) where it leads nowhere */
export async function showLink(work: Work, caller: Principal, id: string): Promise<{ url: string; typed: string }> {
  const award = await lockAward(work.tx, caller, id)
  requireStatus(award, liveStatuses)
  await noteOfAward(work, award, LINK_SHOWN)
  return { url: awardUrl(work.posy, award.link_code), typed: printedCode(award.link_code) }
}

/** The person may try their date of birth again. @throws not_found (404); wrong_state (409) where it has ended */
export async function unlockAward(work: Work, caller: Principal, id: string, reason: string): Promise<void> {
  const award = await lockAward(work.tx, caller, id)
  requireStatus(award, liveStatuses)
  if (award.birth_date_tries < BIRTH_DATE_TRIES) return
  await work.tx.updateTable('award').set({ birth_date_tries: 0 }).where('id', '=', id).execute()
  await noteOfAward(work, award, `${UNLOCKED_NOTE}${reason}`)
}
