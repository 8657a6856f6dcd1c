import { Temporal, toDate } from '#kit/time.ts'
import { transactionInScope } from '#server/domains/purchases/record/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { drawPrintables } from './draw-printable.ts'
import { printedLink } from './links.ts'
import { defaultBrand, loadCardBrand, loadDesign, sampleItem } from './load-job.ts'
import { findPrintable } from './queries.ts'
import { checkPrinting, type Printing, requireBought } from './save-printable.ts'
import { keepAnHour } from './temporary-files.ts'

interface Preview extends Printing {
  templateData?: Record<string, string> | undefined
  /** The purchase that would print it. */
  transactionId?: string | undefined
}

/** One card as it would be printed, with a code that leads nowhere. @throws not_found, invalid_fields */
export async function previewCard(
  posy: Posy,
  caller: Principal,
  { templateData = {}, transactionId, ...given }: Preview,
): Promise<string> {
  const { teamId } = member(caller)
  const purchase = transactionId ? await transactionInScope(posy.db, caller, transactionId) : null
  if (purchase) requireBought(given, purchase)
  const productId = purchase?.product_id ?? given.productId ?? null
  const printable = purchase && (await findPrintable(posy.db, purchase.id))
  const kept = printable?.template_id
  const { template, body, data, logo } = await checkPrinting(posy, posy.db, caller, given, productId, kept)
  const brand = purchase
    ? await loadCardBrand(posy.db, {
        ...{ id: printable?.id ?? null, transaction_id: purchase.id, team_id: purchase.team_id },
        template_id: template.id,
      })
    : await defaultBrand(posy, posy.db, { teamId, templateId: template.id })
  const design = await loadDesign(
    posy,
    posy.db,
    { template, body, data, teamId, productId },
    logo === undefined ? brand : { ...brand, logo: logo ?? undefined },
  )
  const expires = toDate(posy.clock.now().add(Temporal.Duration.from({ hours: 24 * 365 })))
  const item = sampleItem(posy, template.dynamic_recipient_data, templateData, expires)
  const { pdf } = drawPrintables({ ...design, mark: 'Sample' }, [item], { at: toDate(posy.clock.now()) })
  return printedLink(posy, caller, { scrapKey: await keepAnHour(posy, teamId, pdf) })
}
