import { type DeliveryMethod, type Payment, purchasableMethods } from '#contract/orders/purchase.ts'
import { drawnGiftwraps } from '#contract/themes/themes.ts'
import { toInstant } from '#kit/time.ts'
import { loadSegments, type ProductRecord, productById } from '#server/domains/catalogue/index.ts'
import { measureGiftText } from '#server/domains/delivery/index.ts'
import { isConnected } from '#server/domains/hugggs/recipient/index.ts'
import { spendCapFacts } from '#server/domains/hugggs/sender/index.ts'
import { senderName, usersByIds } from '#server/domains/identity/users/index.ts'
import { receivablePence } from '#server/domains/ledger/index.ts'
import { chargeInScope } from '#server/domains/payments/index.ts'
import { hasOverdueInvoice } from '#server/domains/plans/index.ts'
import type { PlanRecord } from '#server/domains/teams/rights/index.ts'
import { loadPlan, type TeamRecord, teamById } from '#server/domains/teams/team/index.ts'
import { brandTeams, findTheme, unnamedTheme } from '#server/domains/themes/index.ts'
import { findUpload, type UploadRecord } from '#server/domains/uploads/index.ts'
import {
  payingWallet,
  requireOpenWallet,
  type WalletRecord,
  walletInScope,
  walletsOfTeam,
} from '#server/domains/wallets/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'
import { addressedRows } from './addresses.ts'
import type { TextPrice } from './price.ts'
import type { PurchaseRequest } from './purchase-request.ts'
import type { PaymentFacts, PurchaseFacts } from './purchase-rules.ts'
import { findSegmentPictures, type SegmentPictures } from './segment-pictures.ts'
import { addressesOfTeamUsers, zoneOfUser } from './user-addresses.ts'

/** How a purchase is paid, by which wallet or charge, and the wallet that holds the money of its gifts. */
export type LoadedPayment = PaymentFacts & { reference: string; wallet: WalletRecord }

/** A theme as a purchase keeps it: by its id, and with its look where it is a team’s. */
interface ChosenTheme {
  id: string
  lookId: string | null
}

/** The facts of a purchase whose product, wallet and charge exist, as far as it names them. */
export interface LoadedFacts extends PurchaseFacts {
  product: (ProductRecord & { segmentIds: string[] }) | null
  payment: LoadedPayment | null
  cover: UploadRecord | null
  /** What is said of a choice, as it is kept, with its pictures. */
  hugggMeta: PurchaseRequest['hugggMeta']
  pictures: SegmentPictures
  theme: ChosenTheme | null
  plan: PlanRecord
  /** Of the wallet that pays: a parent's admin may buy for a subteam. */
  teamId: string
  /** Paid from what a budget gave to one of its participants. */
  isAllowance: boolean
  /** Where a purchase says nothing of it. */
  remindsRecipients: boolean
  senderZone: string
}

/**
 * @param payment null in a dry run that does not say
 * @throws not_found for a product, wallet or charge that is missing or another team's
 */
export async function loadFacts(
  { posy, db, at }: { posy: Posy; db: Db | Tx; at: Date },
  caller: Principal,
  request: PurchaseRequest,
  payment: Payment | null,
): Promise<LoadedFacts> {
  const { userId, teamId } = member(caller)
  const product = request.reference ? found(await productById(db, request.reference), 'product') : null
  const paid = payment && (await loadPayment({ db, at }, caller, payment, product?.currency))
  const team = await teamById(db, paid?.wallet.teamId ?? teamId)
  const plan = await loadPlan(db, team.planId)
  const userIds = request.receivers.flatMap((receiver) => receiver.user_id ?? [])
  const narrows = Boolean(request.hugggMeta?.gwcSegments?.length)
  const cover = request.coverImage ? await findUpload(posy, db, caller, request.coverImage) : null
  const said = await findSegmentPictures(posy, db, caller, request.hugggMeta)
  const theme = await chooseTheme(posy, db, caller, request, team.id)
  const segments = product && narrows ? await loadSegments(db, product.id) : []
  const rules = { ...teamRules(team), ...noRestrictions(posy, team) }
  const users = await addressesOfTeamUsers(db, caller.teamIds, userIds)
  return {
    now: toInstant(at),
    permissions: caller.permissions,
    product: product && {
      ...product,
      // What only its issuer can make is not sold where that issuer is not connected.
      active: product.active && isConnected(posy, product),
      segmentIds: segments.map((segment) => segment.id),
    },
    payment: paid,
    cover,
    hugggMeta: said.meta,
    pictures: said.pictures,
    missingPictures: [
      ...(request.coverImage && !cover ? [request.names.coverImage] : []),
      // More gifts of a link show what the first ones do.
      ...(request.raises ? [] : said.missing.map((path) => `${request.names.hugggMeta}.${path}`)),
    ],
    theme,
    plan,
    teamId: team.id,
    isAllowance: team.automationId !== null,
    remindsRecipients: team.preferences.remindRecipients,
    senderZone: await zoneOfUser(db, userId),
    ...users,
    spendCap:
      product && request.receivers.length
        ? await spendCapFacts(db, at, {
            ...{ teamId: team.id, currency: product.currency },
            addresses: addressedRows(request, { ...users, team: rules }).map(({ address }) => address),
          })
        : null,
    methods: buyableMethods(posy),
    text: product && (await loadSmsText(posy, db, { request, userId, teamName: team.name, plan, product })),
    team: rules,
  }
}

/** The theme that a purchase names, or its team's default; null for one that is no theme of the caller's. */
async function chooseTheme(
  posy: Posy,
  db: Db | Tx,
  caller: Principal,
  { themeId = 'default', keptTheme }: PurchaseRequest,
  teamId: string,
): Promise<ChosenTheme | null> {
  if (keptTheme) return keptTheme
  if ((drawnGiftwraps as readonly string[]).includes(themeId)) return { id: themeId, lookId: null }
  if (themeId === 'default') {
    const { id, lookId } = await unnamedTheme(posy, db, teamId)
    return { id, lookId }
  }
  const theme = await findTheme(db, await brandTeams(db, caller, teamId), themeId)
  return theme ? { id: theme.id, lookId: theme.lookId } : null
}

/** How gifts can be bought here. */
const buyableMethods = ({ providers }: Posy): DeliveryMethod[] => [
  ...purchasableMethods.filter((method) => method !== 'sms' || providers.sms !== null),
  'superhuggg',
]

/** The text that a gift would leave by, and its price: the product's own, or the plan's. */
export async function loadSmsText(
  posy: Posy,
  db: Db | Tx,
  about: { request: PurchaseRequest; userId: string; teamName: string; plan: PlanRecord; product: ProductRecord },
): Promise<TextPrice | null> {
  const { request, userId, teamName, plan, product } = about
  const isText = request.deliveryMethod === 'sms' || request.claims?.claimMethod === 'sms'
  if (!isText || !posy.providers.sms) return null
  const sender = (await usersByIds(db, [userId])).get(userId)
  const from = request.fromName?.trim() || (sender ? senderName(sender) : '') || teamName
  return { ...measureGiftText(posy, from), pencePerSegment: product.smsSegmentPence ?? plan.smsSegmentPence }
}

async function loadPayment(
  { db, at }: { db: Db | Tx; at: Date },
  caller: Principal,
  payment: Payment,
  currency: string | undefined,
): Promise<LoadedPayment> {
  const { method } = payment
  switch (method) {
    case 'walletCommitment': {
      const { wallet, availablePence } = await payingWallet(db, caller, payment.reference)
      requireOpenWallet(wallet, 'payment.reference')
      return { method, reference: wallet.id, wallet, currency: wallet.currency, availablePence }
    }
    case 'charge': {
      const charge = await chargeInScope(db, caller, payment.reference)
      const wallet = await walletFor(db, caller, charge.currency)
      const isReserved = charge.state === 'authorised'
      const { id: reference, currency, amount: reservedPence } = charge
      return { method, reference, wallet, currency, reservedPence, isReserved }
    }
    case 'invoice': {
      const wallet = payment.reference
        ? await walletInScope(db, caller, payment.reference)
        : await walletFor(db, caller, currency)
      requireOpenWallet(wallet, 'payment.reference')
      const owedPence = await receivablePence(db, wallet.teamId, wallet.currency)
      const { creditLimitPence } = await teamById(db, wallet.teamId)
      const isPlanOverdue = await hasOverdueInvoice(db, wallet.teamId, at)
      const owed = { owedPence, creditLimitPence, isPlanOverdue }
      return { method, reference: wallet.id, wallet, currency: wallet.currency, ...owed }
    }
  }
}

/** The wallet of the team acted in that money of a currency passes through: its default where that fits. */
async function walletFor(db: Db | Tx, caller: Principal, currency: string | undefined): Promise<WalletRecord> {
  const wallets = await walletsOfTeam(db, member(caller).teamId)
  return found(wallets.find((wallet) => wallet.currency === currency) ?? wallets[0], 'wallet')
}

/** The flag lifts what teams forbid themselves; what a budget forbids its participants holds. */
const noRestrictions = (posy: Posy, { automationId }: TeamRecord): Partial<PurchaseFacts['team']> =>
  posy.config.features.giftRestrictionsDisable && automationId === null
    ? { price: { minPence: null, maxPence: null }, categories: { allow: [], disallow: [] } }
    : {}

/** A team's own limits on what it sends, its parent's included where they cascade. */
export function teamRules({ territory, reasonCodes, preferences }: TeamRecord): PurchaseFacts['team'] {
  return {
    territory,
    reasonCodes,
    reasonCodeRequired: preferences.requireReasonCode,
    deliveryMethods: preferences.deliveryMethods,
    deliveryEmailDomains: preferences.deliveryEmailDomains ?? [],
    maximumHugggExpiryDays: preferences.maximumHugggExpiryDays,
    price: {
      minPence: preferences.giftingRestrictions?.price.min ?? null,
      maxPence: preferences.giftingRestrictions?.price.max ?? null,
    },
    categories: {
      allow: preferences.giftingRestrictions?.categories.allow ?? [],
      disallow: preferences.giftingRestrictions?.categories.disallow ?? [],
    },
  }
}
