import * as contract from '#contract/orders/recipient-groups.ts'
import { offsetPage } from '#server/platform/http/page.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import { changeGroup, createGroup, deleteGroup } from './change-group.ts'
import { groupPeople, listGroups, loadGroup } from './queries.ts'

export const recipientGroupRoutes: Route[] = [
  read(contract.listRecipientGroups, async ({ db, caller }) => ({ data: await listGroups(db, caller) })),
  command(contract.createRecipientGroup, async ({ work, caller, body }) => {
    const { id, ...told } = await createGroup(work, caller, body)
    return { data: { ...(await loadGroup(work.tx, caller, id)), ...told } }
  }),
  command(contract.updateRecipientGroup, async ({ work, caller, params, body }) => {
    const { id, ...told } = await changeGroup(work, caller, params.id, body)
    return { data: { ...(await loadGroup(work.tx, caller, id)), ...told } }
  }),
  command(contract.deleteRecipientGroup, async ({ work, caller, params }) => {
    await deleteGroup(work, caller, params.id)
    return { data: { success: true } }
  }),
  read(contract.listGroupPeople, async ({ posy, db, caller, params, query, request }) => {
    const { people, total, group } = await groupPeople({ posy, db }, caller, { id: params.id, ...query })
    return { ...offsetPage(people, total, { ...query, url: request.url }), group }
  }),
]
