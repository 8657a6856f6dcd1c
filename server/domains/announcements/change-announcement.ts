import type { Announcement } from '#contract/announcements/announcements.ts'
import { newId } from '#kit/ids.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'

export interface Wording {
  text: string
  level: Announcement['level']
  from: string
  until: string
  planId?: string | null | undefined
  teamId?: string | null | undefined
}

const announcementColumns = ({ text, level, from, until, planId = null, teamId = null }: Wording) => ({
  ...{ text, level, from_at: new Date(from), until_at: new Date(until), plan_id: planId, team_id: teamId },
})

/** @throws not_found (404) for a plan or team that is none */
async function requireAudience({ tx }: Work, { planId, teamId }: Wording): Promise<void> {
  if (planId) found(await tx.selectFrom('plan').select('id').where('id', '=', planId).executeTakeFirst(), 'plan')
  if (teamId) found(await tx.selectFrom('team').select('id').where('id', '=', teamId).executeTakeFirst(), 'customer')
}

/** @throws not_found (404) */
export async function createAnnouncement(work: Work, wording: Wording): Promise<string> {
  await requireAudience(work, wording)
  const id = newId()
  await work.tx
    .insertInto('announcement')
    .values({ id, ...announcementColumns(wording), created_at: work.at })
    .execute()
  return id
}

async function lockUntilOver({ tx, at }: Work, id: string) {
  const announcement = found(
    await tx.selectFrom('announcement').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    'announcement',
  )
  if (announcement.until_at <= at)
    throw new Problem('wrong_state', 'This announcement is over.', { help: 'Write another one.' })
  return announcement
}

/** With other words it is news to everyone again. @throws not_found (404), wrong_state (409) once it is over */
export async function updateAnnouncement(work: Work, id: string, wording: Wording): Promise<void> {
  const before = await lockUntilOver(work, id)
  await requireAudience(work, wording)
  await work.tx.updateTable('announcement').set(announcementColumns(wording)).where('id', '=', id).execute()
  if (before.text !== wording.text)
    await work.tx.deleteFrom('announcement_dismissal').where('announcement_id', '=', id).execute()
}

/** One that was to come never comes. @throws not_found (404), wrong_state (409) once it is over */
export async function endAnnouncement(work: Work, id: string): Promise<{ teamId: string | null }> {
  const { from_at: from, team_id: teamId } = await lockUntilOver(work, id)
  await work.tx
    .updateTable('announcement')
    .set({ from_at: from < work.at ? from : work.at, until_at: work.at })
    .where('id', '=', id)
    .execute()
  return { teamId }
}
