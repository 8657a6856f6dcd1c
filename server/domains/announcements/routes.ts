import * as contract from '#contract/announcements/announcements.ts'
import * as operators from '#contract/operator/announcements.ts'
import { toDate } from '#kit/time.ts'
import { command, operatorAct, type Route, read } from '#server/platform/http/route.ts'
import { member } from '#server/platform/principal.ts'
import { createAnnouncement, endAnnouncement, updateAnnouncement } from './change-announcement.ts'
import { dismissAnnouncement } from './dismiss-announcement.ts'
import { announcementPage, announcementsFor, plansToAddress } from './queries.ts'

const acted = (id: string, teamId: string | null | undefined) => ({
  subject: { kind: 'announcement', id },
  teamId: teamId ?? null,
  answer: { data: { id } },
})

export const announcementRoutes: Route[] = [
  read(contract.listAnnouncements, async ({ db, posy, caller }) => ({
    data: await announcementsFor(db, member(caller), toDate(posy.clock.now())),
  })),
  command(contract.dismissAnnouncement, async ({ work, caller, params }) => {
    const { teamId, userId } = member(caller)
    await dismissAnnouncement(work, { id: params.id, teamId, userId })
    return { data: { success: true } }
  }),

  read(operators.listOperatorAnnouncements, async ({ db, posy, query }) => ({
    data: {
      ...(await announcementPage(db, toDate(posy.clock.now()), query)),
      plans: await plansToAddress(db),
    },
  })),
  operatorAct(operators.createAnnouncement, async ({ work, body }) => {
    const { reason: _, ...wording } = body
    return acted(await createAnnouncement(work, wording), body.teamId)
  }),
  operatorAct(operators.updateAnnouncement, async ({ work, params, body }) => {
    const { reason: _, ...wording } = body
    await updateAnnouncement(work, params.id, wording)
    return acted(params.id, body.teamId)
  }),
  operatorAct(operators.endAnnouncement, async ({ work, params }) => {
    const { teamId } = await endAnnouncement(work, params.id)
    return acted(params.id, teamId)
  }),
]
