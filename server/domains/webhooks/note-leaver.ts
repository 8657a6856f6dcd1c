import { queueUserMessages, webhookNotices } from '#server/domains/delivery/index.ts'
import { listAdmins, peopleWho } from '#server/domains/teams/team/index.ts'
import { asSystem, type Posy } from '#server/platform/posy.ts'
import { secretHolder } from './queries.ts'

/** Asks the admins to renew the secrets that someone was shown who left the team, or is no longer an admin of it. */
export async function noteLeaver(posy: Posy, { teamId, userId }: { teamId: string; userId: string }): Promise<void> {
  await asSystem(posy, async (work) => {
    const { tx } = work
    const known = await tx
      .selectFrom('webhook_endpoint as endpoint')
      .innerJoin('team', 'team.id', 'endpoint.team_id')
      .select([
        'endpoint.id',
        'endpoint.team_id as teamId',
        'endpoint.url',
        'endpoint.previous_secret_until as renewedAt',
      ])
      .where(secretHolder, '=', userId)
      .where((eb) => eb.or([eb('team.id', '=', teamId), eb('team.parent_team_id', '=', teamId)]))
      .execute()
    for (const webhook of known) {
      const admins = await peopleWho(tx, 'team-admin', webhook.teamId)
      if (admins.some(({ id }) => id === userId)) continue
      const detail = { webhookId: webhook.id, host: new URL(webhook.url).host, leaverId: userId }
      const queued = await queueUserMessages(work, webhookNotices.secretKnown, {
        teamId: webhook.teamId,
        messages: (await listAdmins(tx, webhook.teamId)).map(({ id }) => ({
          userId: id,
          // Once for each secret.
          dedupeKey: `webhook-secret-known ${webhook.id} ${userId} ${webhook.renewedAt?.toISOString() ?? 'first'} ${id}`,
          detail,
        })),
      })
      const subject = { kind: 'webhook', id: webhook.id }
      if (queued) await work.audit('webhook.secret-known', subject, { teamId: webhook.teamId, detail: { userId } })
    }
  })
}
