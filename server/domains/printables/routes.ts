import * as contract from '#contract/printables/printables.ts'
import { productById } from '#server/domains/catalogue/index.ts'
import { transactionInScope } from '#server/domains/purchases/record/index.ts'
import { linkToFile } from '#server/domains/teams/sign-in/index.ts'
import { showUpload, takeUpload, uploadUrl, uploadUsedBy } from '#server/domains/uploads/index.ts'

import type { Db, Tx } from '#server/platform/database/database.ts'
import { type Command, command, type Read, type Route, read } from '#server/platform/http/route.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { member, type Principal, requirePermission } from '#server/platform/principal.ts'
import { found, notFound } from '#server/platform/problem/problem.ts'
import { printableGifts } from './load-job.ts'
import { previewCard } from './preview.ts'
import { proveCards } from './proof.ts'
import { findPrintable, listTemplates, loadReceivers, type TemplateRecord, templateInScope } from './queries.ts'
import { requestPdf } from './request-pdf.ts'
import { savePrintable, typeFor } from './save-printable.ts'
import { changeTemplate, createTemplate, deleteTemplate } from './save-template.ts'
import { fileLink, serializePrintable, serializeTemplate } from './serialize.ts'
import { setReceivers } from './set-receivers.ts'

/** Whom the cards of a purchase in the caller's scope are for, in the order of its gifts. */
async function receiverEntries(
  posy: Posy,
  transactionId: string,
  { hugggIds, limit = 1000 }: { hugggIds?: string[] | undefined; limit?: number } = {},
) {
  const gifts = await printableGifts(posy.db, transactionId)
  const known = new Set(gifts.map(({ id }) => id))
  if (hugggIds?.some((id) => !known.has(id))) throw notFound('huggg')
  const receivers = await loadReceivers(posy.db, transactionId)
  return gifts
    .filter(({ id }) => receivers.has(id) && (!hugggIds?.length || hugggIds.includes(id)))
    .slice(0, limit)
    .map(({ id, shortcode }) => ({ hugggId: id, shortcode, templateData: receivers.get(id)!.templateData }))
}

async function takeLogo({ posy, caller, query, body, request }: Read<typeof contract.createPrintableLogo>) {
  if (query.teamLogo) requirePermission(caller, 'manage-team-information')
  const upload = await takeUpload(posy, caller, { file: body.file, kind: 'logo' })
  if (query.teamLogo) {
    const { teamId } = member(caller)
    await transact(posy, { actor: caller.actor, requestId: request.requestId }, async (work) => {
      await showUpload(work, { purpose: 'team-logo', subjectId: teamId, upload })
      await work.audit('team.logo-set', { kind: 'team', id: teamId }, { teamId })
    })
  }
  return { data: { key: upload.id, url: uploadUrl(posy, upload) } }
}

const printableOfPurchase = async (posy: Posy, db: Posy['db'], caller: Principal, id: string) => {
  await transactionInScope(db, caller, id)
  return serializePrintable(posy, caller, found(await findPrintable(db, id), 'printable'))
}

async function savedPrintable({ work, caller, params, body }: Command<typeof contract.upsertPrintable>) {
  await savePrintable(work, caller, params.id, body)
  const printable = found(await findPrintable(work.tx, params.id), 'printable')
  return { data: await serializePrintable({ ...work.posy, db: work.tx }, caller, printable) }
}

const shownTemplate = async (posy: Posy, db: Db | Tx, template: TemplateRecord) =>
  serializeTemplate(posy, template, await uploadUsedBy(db, 'template-logo', template.id))

const savedTemplate = async ({ posy, tx }: Work, caller: Principal, id: string) => ({
  data: await shownTemplate(posy, tx, await templateInScope(tx, caller, id)),
})

export const printableRoutes: Route[] = [
  read(contract.createPrintableLogo, takeLogo),
  read(contract.getTeamLogo, async ({ posy, db, caller }) => {
    const logo = await uploadUsedBy(db, 'team-logo', member(caller).teamId)
    if (!logo) return { data: { key: null, url: null } }
    const { object_key, content_type: contentType } = logo
    const file = { key: object_key, fileName: 'logo.png', contentType }
    return { data: { key: logo.id, url: await linkToFile(posy, caller, file) } }
  }),
  read(contract.createPrintablePreview, async ({ posy, caller, body }) => ({
    data: await previewCard(posy, caller, body),
  })),
  read(contract.listPrintableTemplates, async ({ posy, db, caller, query }) => {
    const product = query.productId ? found(await productById(db, query.productId), 'product') : null
    const templates = await listTemplates(db, caller, product && typeFor(posy, product))
    return {
      data: await Promise.all(templates.map((each) => shownTemplate(posy, db, each))),
    }
  }),
  read(contract.getPrintableTemplate, async ({ posy, db, caller, params }) => ({
    data: await shownTemplate(posy, db, await templateInScope(db, caller, params.id)),
  })),
  command(contract.createPrintableTemplate, async ({ work, caller, body }) =>
    savedTemplate(work, caller, await createTemplate(work, caller, body)),
  ),
  command(contract.updatePrintableTemplate, async ({ work, caller, params, body }) => {
    await changeTemplate(work, caller, params.id, body)
    return savedTemplate(work, caller, params.id)
  }),
  command(contract.deletePrintableTemplate, async ({ work, caller, params }) => {
    await deleteTemplate(work, caller, params.id)
    return { data: { success: true } }
  }),
  command(contract.upsertPrintable, savedPrintable),
  read(contract.getPrintable, async ({ posy, db, caller, params }) => ({
    data: await printableOfPurchase(posy, db, caller, params.id),
  })),
  command(contract.setPrintableReceivers, async ({ work, caller, params, body }) => {
    const reissued = await setReceivers(work, caller, params.id, body)
    return { data: { receivers: await receiverEntries({ ...work.posy, db: work.tx }, params.id), reissued } }
  }),
  read(contract.listPrintableReceivers, async ({ posy, db, caller, params, query }) => {
    await transactionInScope(db, caller, params.id)
    return { data: await receiverEntries(posy, params.id, query) }
  }),
  command(contract.createPrintablePdf, async ({ work, caller, body }) => {
    const printable = await requestPdf(work, caller, body)
    return {
      data: {
        printableId: printable.id,
        file: fileLink(work.posy, caller, printable),
        fileStatus: printable.file_status,
      },
    }
  }),
  read(contract.createPrintableProof, async ({ posy, caller, params }) => ({
    data: await proveCards(posy, caller, params.id),
  })),
]
