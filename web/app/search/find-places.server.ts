import { seesAwards } from '#contract/awards/sees-awards.ts'
import type { Participant } from '#contract/budgets/participants.ts'
import type { CallResult } from '#contract/core/invoke.ts'
import { seesBills, seesBudgets, seesPurchases } from '#contract/core/permissions.ts'
import type { HugggHit } from '#contract/search/search.ts'
import { foldText } from '#kit/fold-text.ts'
import { formatMoney } from '#kit/money.ts'
import { recipientName, stateLabel } from '#web/app/activity/labels.ts'
import { type DocumentNumber, documentNumber } from '#web/app/invoices/document-number.ts'
import { personLabel, stateLook } from '#web/app/support/labels.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { uncapitalise } from '#web/ui/format.ts'
import type { PalettePlace } from '#web/ui/kit/command-palette.tsx'

const MOST_OF_A_KIND = 4
const LEAST_TYPED = 2
/** People, budgets and invoices are few beside gifts: their lists are read and looked through. */
const LOOKED_THROUGH = 100

/** The reader's own records that a text finds: awards and grants, people, participants, gifts (by shortcode too), purchases, budgets and papers by their number. */
export async function findOwn(session: Session, typed: string): Promise<PalettePlace[]> {
  if (!session.user || !session.teamId || typed.length < LEAST_TYPED) return []
  // The link of a gift, copied from wherever, is its shortcode.
  const text = typed.match(/\/[gs]\/([\w-]+)/)?.[1] ?? typed
  const found = await Promise.all([
    awards(session, text),
    grants(session, text),
    people(session, text),
    participants(session, text),
    gifts(session, text),
    purchases(session, text),
    budgets(session, text),
    papers(session, text),
  ])
  return found.flat()
}

/** A kind that cannot be read now leaves the others. */
const readOr = <T, R>(result: CallResult<T>, read: (value: T) => R[]): R[] => (result.ok ? read(result.value) : [])

const holds = (name: string, text: string) => foldText(name).includes(foldText(text))

/** Whom the team helps, by all that finds an award in its list. */
async function awards(session: Session, text: string): Promise<PalettePlace[]> {
  if (!session.can(seesAwards)) return []
  return readOr(await session.api.listAwards({ query: { search: text, limit: MOST_OF_A_KIND } }), ({ data }) =>
    data.map((award) => ({
      to: paths.award(award.id),
      label: personLabel(award.person),
      hint: `Award, ${formatMoney(award.amount, award.currency)}, case ${award.caseReference}, ${uncapitalise(stateLook(award).label)}`,
    })),
  )
}

async function grants(session: Session, text: string): Promise<PalettePlace[]> {
  if (!session.can(seesAwards)) return []
  return readOr(await session.api.listGrants({ query: { limit: LOOKED_THROUGH } }), ({ data }) =>
    data
      .filter(({ name }) => holds(name, text))
      .slice(0, MOST_OF_A_KIND)
      .map(({ id, name, available, currency }) => ({
        to: paths.grant(id),
        label: name,
        hint: `Grant, ${formatMoney(available, currency)} left`,
      })),
  )
}

async function people(session: Session, text: string): Promise<PalettePlace[]> {
  if (!session.can('view-teams')) return []
  const call = { params: { id: session.teamId! }, query: { per_page: LOOKED_THROUGH } }
  return readOr(await session.api.getTeamUsers(call), ({ data }) =>
    data
      .filter(({ firstName, surname, email }) => holds(`${firstName} ${surname} ${email}`, text))
      .slice(0, MOST_OF_A_KIND)
      .map(({ firstName, surname, email }) => ({
        to: paths.teamTab('members'),
        label: `${firstName} ${surname}`.trim() || email,
        hint: `In your team, ${email}`,
      })),
  )
}

async function gifts(session: Session, text: string): Promise<PalettePlace[]> {
  if (!session.can('view-huggg-status')) return []
  return readOr(await session.api.searchHugggs({ body: { query: { text, size: 3 * MOST_OF_A_KIND } } }), ({ data }) =>
    data.hits
      .map((hit) => ({
        to: paths.sentGift(hit.huggg.id),
        label: giftName(hit, text),
        hint: `Gift, ${hit.purchase.label}, ${stateLabel(hit).toLowerCase()}`,
      }))
      // Of someone who sends and gets gifts, those they got.
      .toSorted((one, other) => Number(holds(other.label, text)) - Number(holds(one.label, text)))
      .slice(0, MOST_OF_A_KIND),
  )
}

/** By its recipient; where the text is not in that, also by who sent it. */
function giftName(hit: HugggHit, text: string): string {
  const name = recipientName(hit)
  const sender = `${hit.sender.first_name} ${hit.sender.surname}`.trim()
  return !holds(name, text) && holds(`${sender} ${hit.sender.email}`, text) ? `${name}, from ${sender}` : name
}

/** People who get a budget's money, with their page in it. */
async function participants(session: Session, text: string): Promise<PalettePlace[]> {
  if (!session.can(seesBudgets)) return []
  const budgets = await session.api.listBudgets({ query: { participant: text, limit: MOST_OF_A_KIND } })
  if (!budgets.ok) return []
  const found = await Promise.all(
    budgets.value.data.map(async ({ id, name }) =>
      readOr(
        await session.api.listParticipants({ params: { id }, query: { search: text, limit: MOST_OF_A_KIND } }),
        ({ data }) => data.map((one) => participantPlace(one, name)),
      ),
    ),
  )
  return found.flat().slice(0, MOST_OF_A_KIND)
}

const participantPlace = ({ id, automationId, name, email }: Participant, budget: string): PalettePlace => ({
  to: paths.participant(automationId, id),
  label: name ?? email,
  hint: `Participant of ${budget}, ${email}`,
})

async function purchases(session: Session, text: string): Promise<PalettePlace[]> {
  if (!session.can(seesPurchases)) return []
  return readOr(await session.api.searchTransactions({ body: { query: { text, size: MOST_OF_A_KIND } } }), ({ data }) =>
    data.hits
      .filter(({ product }) => product !== null)
      .map(({ transaction: { id, title, sale_total, currency }, product }) => ({
        to: paths.purchase(id),
        label: title ?? product!.label,
        hint: `Purchase, ${formatMoney(sale_total, currency)}`,
      })),
  )
}

async function budgets(session: Session, text: string): Promise<PalettePlace[]> {
  if (!session.can(seesBudgets)) return []
  return readOr(await session.api.listBudgets({ query: { limit: LOOKED_THROUGH } }), ({ data }) =>
    data
      .filter(({ name }) => holds(name, text))
      .slice(0, MOST_OF_A_KIND)
      .map(({ id, name, status }) => ({ to: paths.budget(id), label: name, hint: `Budget, ${status}` })),
  )
}

/** A purchase's paper by its number; else invoices, a plan's too. */
async function papers(session: Session, text: string): Promise<PalettePlace[]> {
  const wanted = documentNumber(text)
  const found = wanted ? await purchasePaper(session, wanted) : []
  return found.length ? found : invoices(session, wanted?.number ?? text)
}

async function purchasePaper(session: Session, { number, name }: DocumentNumber): Promise<PalettePlace[]> {
  if (!session.can(seesPurchases)) return []
  const query = { filters: { documentNumbers: [number] }, size: 1 }
  return readOr(await session.api.searchTransactions({ body: { query } }), ({ data }) =>
    data.hits.map(({ transaction: { id, title }, product }) => ({
      to: paths.purchaseDocuments(id),
      label: number,
      hint: `${name}, ${title ?? product?.label ?? 'a purchase'}`,
    })),
  )
}

async function invoices(session: Session, text: string): Promise<PalettePlace[]> {
  if (!session.can(seesBills)) return []
  const call = { params: { id: session.teamId! }, query: { per_page: LOOKED_THROUGH } }
  return readOr(await session.api.listTeamInvoices(call), ({ data }) =>
    data
      .filter(({ number }) => number !== null && holds(number, text))
      .slice(0, MOST_OF_A_KIND)
      .map(({ id, number, total, currency }) => ({
        to: paths.invoice(id),
        label: number!,
        hint: `Invoice, ${formatMoney(total, currency)}`,
      })),
  )
}
