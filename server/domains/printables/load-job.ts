import { drawnGiftwraps } from '#contract/themes/themes.ts'
import { withoutEmoji } from '#kit/clean-text.ts'
import { londonDate, toInstant } from '#kit/time.ts'
import { productById } from '#server/domains/catalogue/index.ts'
import { type HugggRecord, hugggsOfTransaction, launchUrl } from '#server/domains/hugggs/gifts/index.ts'
import { printedCode } from '#server/domains/hugggs/links/index.ts'
import { Status } from '#server/domains/hugggs/states/index.ts'
import { teamById } from '#server/domains/teams/team/index.ts'
import { brandTeams, findTheme, unnamedTheme } from '#server/domains/themes/index.ts'
import { readUpload, type UploadRecord, uploadById, uploadUsedBy } from '#server/domains/uploads/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'
import type { Design, Item, PrintableField } from './printable.ts'
import { loadReceivers, lookOfPurchase, type PrintableRecord, type TemplateRecord, templateById } from './queries.ts'

/** The most gifts that are printed at once (specification, section 9). */
export const MAX_CARDS = 1000

/** A printed gift can still be opened in these. */
const PRINTED: readonly number[] = [Status.Created, Status.Sent, Status.Scheduled, Status.Claimed]

/** The gifts of a purchase that a card can still open, in order. */
export async function printableGifts(db: Db | Tx, transactionId: string): Promise<HugggRecord[]> {
  const { rows } = await hugggsOfTransaction(db, transactionId, { page: 1, perPage: MAX_CARDS })
  return rows.filter((gift) => PRINTED.includes(gift.status_id))
}

const day = (date: Date): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${londonDate(toInstant(date))}T00:00:00Z`),
  )

export interface PaperBrand {
  logo: UploadRecord | undefined
  accentHex: string | null
}

/** A purchase's own logo, or else its template's, or else that of the look it was bought with, or else the team's; and the look's colour. */
export async function loadCardBrand(
  db: Db | Tx,
  printable: Pick<PrintableRecord, 'transaction_id' | 'team_id' | 'template_id'> & { id: string | null },
): Promise<PaperBrand> {
  const { id, transaction_id, team_id, template_id } = printable
  const look = await lookOfPurchase(db, transaction_id)
  const logo =
    (id && (await uploadUsedBy(db, 'printable-logo', id))) ||
    (await uploadUsedBy(db, 'template-logo', template_id)) ||
    (look?.logo && (await uploadById(db, look.logo.id))) ||
    (await uploadUsedBy(db, 'team-logo', team_id))
  return { logo, accentHex: look?.branding.accentHex ?? null }
}

/** As {@link loadCardBrand}, of gifts that are not bought yet. @throws not_found for another team's theme */
export async function defaultBrand(
  posy: Posy,
  caller: Principal,
  { teamId, templateId, themeId = 'default' }: { teamId: string; templateId: string; themeId?: string | undefined },
): Promise<PaperBrand> {
  const { db } = posy
  const look = await lookToBuy(posy, caller, { teamId, themeId })
  const logo =
    (await uploadUsedBy(db, 'template-logo', templateId)) ||
    (look?.logo && (await uploadById(db, look.logo.id))) ||
    (await uploadUsedBy(db, 'team-logo', teamId))
  return { logo, accentHex: look?.branding.accentHex ?? null }
}

async function lookToBuy(posy: Posy, caller: Principal, { teamId, themeId }: { teamId: string; themeId: string }) {
  if (themeId === 'default') return (await unnamedTheme(posy, posy.db, teamId)).look
  if (drawnGiftwraps.some((name) => name === themeId)) return null
  return found(await findTheme(posy.db, await brandTeams(posy.db, caller), themeId), 'theme').look
}

export async function loadDesign(
  posy: Posy,
  db: Db | Tx,
  given: {
    template: TemplateRecord
    body: string
    data: Record<string, string>
    teamId: string
    productId: string | null
  },
  { logo, accentHex }: PaperBrand,
): Promise<Design> {
  const { template, body, data, teamId, productId } = given
  const product = productId ? found(await productById(db, productId), 'product') : null
  return {
    layout: template.layout,
    type: template.type,
    body,
    data: { ...fieldDefaults(template.dynamic_data), ...withoutEmpty(data) },
    recipientFields: template.dynamic_recipient_data,
    teamName: withoutEmoji((await teamById(db, teamId)).name),
    productName: withoutEmoji(product?.name ?? 'Your gift'),
    logo: logo ? await readUpload(posy, logo) : null,
    accentHex,
  }
}

const fieldDefaults = (fields: readonly PrintableField[]) =>
  Object.fromEntries(fields.map(({ name, defaultValue }) => [name, defaultValue]))
const withoutEmpty = (data: Record<string, string>) =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value.trim() !== ''))

/** Everything that is drawn for a purchase, as it is now. */
export async function loadJob(
  posy: Posy,
  db: Db | Tx,
  printable: PrintableRecord,
): Promise<{ design: Design; items: Item[] }> {
  const template = await templateById(db, printable.template_id)
  const gifts = await printableGifts(db, printable.transaction_id)
  const receivers = await loadReceivers(db, printable.transaction_id)
  const productId = gifts[0]?.product_id ?? null
  const { body, team_id: teamId } = printable
  const data = printable.data as Record<string, string>
  return {
    design: await loadDesign(posy, db, { template, body, data, teamId, productId }, await loadCardBrand(db, printable)),
    items: gifts.map((gift) => ({
      row: gift.ordinal - 1,
      hugggId: gift.id,
      url: launchUrl(posy, gift.shortcode),
      code: printedCode(gift.shortcode),
      expires: day(gift.expiry_date),
      data: receivers.get(gift.id)?.templateData ?? {},
    })),
  }
}

/** A card for looking at: its code has letters that no real one has, and leads nowhere. */
export const sampleItem = (
  posy: Posy,
  fields: readonly PrintableField[],
  data: Record<string, string>,
  expires: Date,
): Item => ({
  row: 0,
  hugggId: 'sample',
  url: `${posy.config.publicUrl}/g/sample-only`,
  code: 'samp-leon-lyxx-x',
  expires: day(expires),
  data: { ...Object.fromEntries(fields.map(({ name, placeholder }) => [name, placeholder])), ...data },
})
