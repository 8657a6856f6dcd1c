import type { RouteConfigEntry } from '@react-router/dev/routes'
import { demo } from '#server/app/demo/ids.ts'
import type { FormWorld } from '#server/testing/forms/form-places.ts'
import { recipientRoutes } from '#web/recipient/routes.tsx'
import routes from '#web/routes.ts'
import { tillRoutes } from '#web/till/routes.tsx'

/** Who a page is for. */
export type VisitorOfPage = 'visitor' | 'admin' | 'operator' | 'till'

export interface ListedPage {
  pattern: string
  who: VisitorOfPage
}

/** Frames that let in who has signed in. */
const FRAMES: Readonly<Record<string, VisitorOfPage>> = {
  'app/shell/shell.tsx': 'admin',
  'operator/console.tsx': 'operator',
}
/** Pages without a frame that are for who has signed in. */
const FOR_ADMINS = ['app/entrance/join-ready.tsx']

/** Every page of the router: what draws something, and has an address of its own. */
function pagesOfRouter(entries: readonly RouteConfigEntry[], under = '', who: VisitorOfPage = 'visitor'): ListedPage[] {
  return entries.flatMap(({ path, file, children }) => {
    const pattern = path ? `${under}/${path}` : under
    const whose = FOR_ADMINS.includes(file) ? 'admin' : (FRAMES[file] ?? who)
    if (children) return pagesOfRouter(children, pattern, whose)
    return file.endsWith('.tsx') ? [{ pattern: pattern || '/', who: whose }] : []
  })
}

/** Every page there is, as the web app's own lists of addresses have them. */
export const allPages: readonly ListedPage[] = [
  ...pagesOfRouter(routes),
  ...Object.keys(recipientRoutes).map((pattern) => ({ pattern, who: 'visitor' as const })),
  ...Object.keys(tillRoutes).map((pattern) => ({ pattern, who: 'till' as const })),
]

const judgedIn = (journey: string, patterns: readonly string[]) =>
  Object.fromEntries(patterns.map((pattern) => [pattern, `is judged in both themes or at more widths: ${journey}`]))

/** Addresses that the walk does not open, each with its reason: where a journey does, it is judged there. */
export const notWalked: Readonly<Record<string, string>> = {
  '/g/:shortcode/calendar.ics': 'a file',
  '/till/day.csv': 'a file',
  '/till/online': 'has no page',
  '/till/sign-in': 'leads to the first page of a till',
  '/till/sign-out': 'leads to the first page of a till',
  '/till/redeem': 'leads to the first page of a till',
  '/till/gift': 'needs a gift that was looked up: e2e/operator-day',
  '/till/receipts/:id': 'needs what this till redeemed: e2e/operator-day',
  ...judgedIn('e2e/browsing', [
    ...['/developers', '/developers/walk-through', '/developers/errors', '/developers/webhooks'],
    ...['/developers/versions', '/developers/coming-from-huggg', '/developers/reference/:tag'],
    ...['/sandbox-ui', '/sandbox-ui/cards', '/sandbox-ui/phone', '/sandbox-ui/issuer', '/sandbox-ui/rails'],
    ...['/sandbox-ui/hr', '/sandbox-ui/clock', '/sandbox-ui/own', '/prices', '/help', '/privacy', '/terms'],
  ]),
  ...judgedIn('e2e/signed-in', [
    ...['/browse', '/products/:id', '/brands/:id', '/wallets', '/wallets/:id/statement', '/wallets/:id/balance'],
    ...['/wallets/:id/top-up', '/wallets/:id/transfer', '/team/details', '/team/members', '/team/api-keys'],
    ...['/team/webhooks', '/team/webhooks/:webhookId', '/reactions', '/profile', '/profile/email', '/ui-gallery'],
  ]),
  ...judgedIn('e2e/sending', [
    ...['/send', '/send/:way', '/send/new', '/send/:id/recipients', '/send/:id/message', '/send/:id/schedule'],
  ]),
  ...judgedIn('e2e/team-money', [
    ...['/wallets/new', '/wallets/:id/settings', '/wallets/:id/automatic', '/team/subteams'],
    ...['/team/subteams/:subteamId', '/team/audit', '/team/invites'],
  ]),
  ...judgedIn('e2e/plans', ['/team/plan', '/team/plan/:planId', '/team/leaving', '/team/archive']),
  ...judgedIn('e2e/billing', [
    ...['/cards', '/charges', '/wallets/:id/card', '/activity/:id/papers', '/invoices/vat', '/invoices/accounts'],
  ]),
  ...judgedIn('e2e/operator', [
    ...['/operator/overview', '/operator/customers', '/operator/messages', '/operator/work', '/operator/acts'],
    ...['/operator/plans', '/operator/plans/:id', '/operator/customers/:id', '/operator/purchases/:id'],
    ...['/operator/charges', '/operator/charges/:id'],
  ]),
  ...judgedIn('e2e/operator-bank', [
    ...['/operator/to-confirm', '/operator/bank', '/operator/bank/settled', '/operator/bank/import'],
    ...['/operator/payouts', '/operator/people'],
  ]),
  ...judgedIn('e2e/budget-screens', [
    ...['/budgets', '/budgets/:id/edit/basics', '/budgets/:id/edit/schedule', '/budgets/:id/edit/participants'],
    ...['/budgets/:id/edit/rules', '/budgets/:id/edit/funding', '/budgets/:id/edit/review'],
  ]),
  '/sandbox-ui/messages/:id': 'holds an email in a frame without scripts, which axe waits for without end',
  '/send/:id/preview': 'is drawn in a frame, and judged there: e2e/sending',
  '/brand-preview': 'is drawn in a frame, and judged there: e2e/brand',
  '/sso/verify': 'needs what a provider has answered: e2e/sso',
  '/sign-in/code': 'needs a password that was right: e2e/second-factor',
  '/allowances/:participantId': 'needs an accepted invite: e2e/budget-page',
  '/other-team': 'is for who has two teams: opened there by what an email leads to',
  '/send/one': 'is for who has an allowance: e2e/one-gift',
  '/send/:id/pay': 'needs every step before it: e2e/sending',
  '/send/:id/done': 'needs an order that was paid: e2e/sending',
  '/payments/3ds': 'a bank leads here: e2e/billing',
  '/operator/bank/statements/:id': 'needs a bank’s file: e2e/operator-bank',
  '/operator/bank/lines/:id': 'needs a bank’s file: e2e/operator-bank',
  '/operator/merchants/statements/:id': 'needs a month’s redemptions: e2e/operator-day',
  '/operator/catalogue/:id': 'needs a catalogue that differs: e2e/operator-day',
  '/operator/rails/:id': 'needs a rail’s file: e2e/operator-day',
  '/operator/reconciliation/:id': 'needs a night: e2e/operator-day',
}

/** Where addresses with an id begin, and what stands there in this world. The longest that fits is taken. */
const begins = (own: FormWorld, textLink: string): Readonly<Record<string, string>> => ({
  '/a/:code': `/a/${own.awardLink}`,
  '/g/:shortcode': `/g/${own.shortcode}`,
  '/s/:shortcode': `/s/${own.superShortcode}`,
  '/t/:code': textLink,
  '/join/ready': `/join/ready?budget=${own.budget}`,
  '/browse/:category': '/browse/featured',
  '/brands/:id': `/brands/${demo.brands.daisyCoffee}`,
  '/products/:id': `/products/${demo.products.choiceOfGift10}`,
  '/wallets/:id': `/wallets/${own.otherWallet}`,
  '/invoices/:id': `/invoices/${own.invoice}`,
  '/team/subteams/:subteamId': `/team/subteams/${own.subteam}`,
  '/team/api-keys/:keyId': `/team/api-keys/${own.apiKey}`,
  '/team/brand/:themeId': `/team/brand/${own.theme}`,
  '/team/brand/cards/:templateId': `/team/brand/cards/${own.template}`,
  '/team/plan/:planId': `/team/plan/${demo.plans.free}`,
  '/team/archive/:exportId': `/team/archive/${own.teamExport}`,
  '/team/webhooks/:webhookId': `/team/webhooks/${own.webhook}`,
  '/send/new': `/send/new?product=${demo.products.choiceOfGift10}`,
  '/send/shareable': `/send/shareable?product=${demo.products.daisyFlatWhite}`,
  '/send/:way': '/send/choice',
  '/send/groups/:groupId': `/send/groups/${own.recipientGroup}`,
  '/send/:id': `/send/${own.order}`,
  '/send/:id/shareable': `/send/${own.shareableOrder}/shareable`,
  '/activity/gifts/:id': `/activity/gifts/${own.huggg}`,
  '/activity/exports/:id': `/activity/exports/${own.hugggExport}`,
  '/activity/:id': `/activity/${own.transaction}`,
  '/activity/:id/cards': `/activity/${own.printed}/cards`,
  '/shareable/:id': `/shareable/${own.superHuggg}`,
  '/reports/:by?': '/reports',
  '/approvals/:id': `/approvals/${own.heldOrder}`,
  '/support/awards/:id': `/support/awards/${own.award}`,
  '/support/batches/:id': `/support/batches/${own.askedBatch}`,
  '/support/people/:id': `/support/people/${own.person}`,
  '/support/people/:id/edit': `/support/people/${own.person}/edit`,
  '/support/grants/:id': `/support/grants/${own.grant}`,
  '/celebrations/:id': `/celebrations/${own.celebrationRule}`,
  '/celebrations/new': `/celebrations/new?product=${demo.products.daisyFlatWhite}&occasion=birthday`,
  '/budgets/:id': `/budgets/${own.budget}`,
  '/budgets/:id/edit': `/budgets/${own.budgetDraft}/edit`,
  '/budgets/:id/participants/:participantId': `/budgets/${own.budget}/participants/${own.participant}`,
  '/budgets/:id/runs/:executionId': `/budgets/${own.budget}/runs/${own.execution}`,
  '/operator/customers/:id': `/operator/customers/${own.team}`,
  '/operator/customers/:id/:list': `/operator/customers/${own.team}/purchases`,
  '/operator/programs/:id': '/operator/programs/demo-customer',
  '/operator/plans/:id': `/operator/plans/${demo.plans.free}`,
  '/operator/documents/:id': `/operator/documents/${own.invoice}`,
  '/operator/purchases/:id': `/operator/purchases/${own.transaction}`,
  '/operator/gifts/:id': `/operator/gifts/${own.huggg}`,
  '/operator/awards/:id': `/operator/awards/${own.award}`,
  '/operator/notes/:kind/:id': `/operator/notes/huggg/${own.huggg}`,
  '/operator/budgets/:id': `/operator/budgets/${own.budget}`,
  '/operator/wallets/:id': `/operator/wallets/${own.wallet}`,
  '/operator/charges/:id': `/operator/charges/${own.charge}`,
  '/operator/merchants/:id': `/operator/merchants/${demo.brands.daisyCoffee}`,
  '/operator/announcements/:id': `/operator/announcements/${own.announcement}`,
})

/** The address of a page in this world; one that has none keeps its `:id`. */
export function pageAddresses(own: FormWorld, textLink: string): (pattern: string) => string {
  const table = Object.entries(begins(own, textLink)).toSorted(([one], [other]) => other.length - one.length)
  return (pattern) => {
    const found = table.find(([start]) => pattern === start || pattern.startsWith(`${start}/`))
    return found ? found[1] + pattern.slice(found[0].length) : pattern
  }
}
