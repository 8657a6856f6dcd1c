import { Temporal, toDate } from '#kit/time.ts'
import { transactionInScope } from '#server/domains/purchases/record/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { drawPicture } from './draw-picture.ts'
import { drawPrintables } from './draw-printable.ts'
import { printedLink } from './links.ts'
import { defaultBrand, loadCardBrand, loadDesign, sampleItem } from './load-job.ts'
import type { Flaw } from './printable.ts'
import { findPrintable } from './queries.ts'
import { checkPrinting, type Printing, requireBought } from './save-printable.ts'
import { keepAnHour } from './temporary-files.ts'

interface Preview extends Printing {
  templateData?: Record<string, string> | undefined
  /** The purchase that would print it. */
  transactionId?: string | undefined
  /** Of gifts that are not bought yet. */
  themeId?: string | undefined
  format: 'pdf' | 'svg'
}

/** One card as it would be printed, with a code that leads nowhere. @throws not_found, invalid_fields */
export async function previewCard(
  posy: Posy,
  caller: Principal,
  { templateData = {}, transactionId, themeId, format, ...given }: Preview,
): Promise<{ previewUrl: string; flaws: Pick<Flaw, 'field' | 'message' | 'code'>[] }> {
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
    : await defaultBrand(posy, caller, { teamId, templateId: template.id, themeId })
  const design = await loadDesign(
    posy,
    posy.db,
    { template, body, data, teamId, productId },
    logo === undefined ? brand : { ...brand, logo: logo ?? undefined },
  )
  const expires = toDate(posy.clock.now().add(Temporal.Duration.from({ hours: 24 * 365 })))
  const item = sampleItem(posy, template.dynamic_recipient_data, templateData, expires)
  const at = toDate(posy.clock.now())
  const drawn =
    format === 'svg' ? drawPicture(design, item, { at }) : drawPrintables({ ...design, mark: 'Sample' }, [item], { at })
  const scrapKey = await keepAnHour(posy, teamId, 'svg' in drawn ? Buffer.from(drawn.svg) : drawn.pdf)
  const flaws = (await drawn.flaws).map(({ field, message, code }) => ({ field, message, code }))
  return { previewUrl: printedLink(posy, caller, { scrapKey }), flaws }
}
