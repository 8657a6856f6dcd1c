import * as contract from '#contract/webhooks/webhooks.ts'
import { teamInScope } from '#server/domains/teams/team/index.ts'
import { offsetPage } from '#server/platform/http/page.ts'
import { command, type Route, read, replicaRead } from '#server/platform/http/route.ts'
import { found } from '#server/platform/problem/problem.ts'
import {
  countAsked,
  createWebhook,
  deleteWebhook,
  replay,
  rotateSecret,
  sendTestEvent,
  updateWebhook,
} from './change-webhooks.ts'
import { deliveriesPage, serializeWebhooks, webhookOfTeam, webhooksOfTeam } from './queries.ts'

const which = ({ id, webhookId }: { id: string; webhookId: string }) => ({ teamId: id, webhookId })

export const webhooksRoutes: Route[] = [
  read(contract.listWebhooks, async ({ db, caller, params }) => {
    const team = await teamInScope(db, caller, params.id)
    return { data: await serializeWebhooks(db, team.id, await webhooksOfTeam(db, team.id)) }
  }),

  command(contract.createWebhook, async ({ work, caller, params, body }) => ({
    data: await createWebhook(work, caller, { teamId: params.id, ...body }),
  })),

  command(contract.updateWebhook, async ({ work, caller, params, body }) => ({
    data: await updateWebhook(work, caller, which(params), body),
  })),

  command(contract.deleteWebhook, async ({ work, caller, params }) => {
    await deleteWebhook(work, caller, which(params))
    return { data: { success: true } }
  }),

  command(contract.rotateWebhookSecret, async ({ work, caller, params }) => ({
    data: await rotateSecret(work, caller, which(params)),
  })),

  command(
    contract.testWebhook,
    async ({ work, caller, params }) => ({
      data: { eventId: await sendTestEvent(work, caller, which(params)) },
    }),
    { before: ({ posy, caller }) => countAsked(posy, caller) },
  ),

  replicaRead(contract.listWebhookDeliveries, async ({ db, caller, params, query, request }) => {
    const team = await teamInScope(db, caller, params.id)
    const webhook = found(await webhookOfTeam(db, { teamId: team.id, webhookId: params.webhookId }), 'webhook')
    const { rows, total } = await deliveriesPage(db, webhook.id, query)
    return offsetPage(rows, total, { ...query, url: request.url })
  }),

  command(
    contract.replayWebhook,
    async ({ work, caller, params, body }) => ({
      data: { events: await replay(work, caller, which(params), body) },
    }),
    { before: ({ posy, caller }) => countAsked(posy, caller) },
  ),
]
