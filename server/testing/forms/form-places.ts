import { demo } from '#server/app/demo/ids.ts'
import type { TenantRecords } from '#server/testing/tenant-records.ts'
import type { Control, PageForm } from './page-forms.ts'

/** What the walk makes for itself, so that every form has something to stand on. */
export interface FormWorld extends TenantRecords {
  /** An order that only has to be paid. */
  readyOrder: string
  shareableOrder: string
  /** A budget that has not started. */
  budgetDraft: string
}

/** Whose pages they are. */
export type Reader = 'visitor' | 'admin' | 'operator'

const adminPages = (own: FormWorld): string[] => [
  '/home',
  '/cards',
  `/cards?remove=${own.card}`,
  '/celebrations',
  `/celebrations/${own.celebrationRule}`,
  `/celebrations/${own.celebrationRule}?ask=delete`,
  `/celebrations/new?product=${demo.products.daisyFlatWhite}&occasion=birthday`,
  '/activity/gifts',
  '/activity/gifts?status=Claimed',
  '/activity?status=Complete',
  `/activity/gifts/${own.huggg}`,
  `/activity/gifts/${own.huggg}?confirm=cancel`,
  `/activity/${own.printed}`,
  `/activity/${own.printed}/cards`,
  `/activity/${own.transaction}`,
  `/activity/${own.transaction}?confirm=sent`,
  `/activity/${own.transaction}?confirm=cancel`,
  `/shareable/${own.superHuggg}`,
  `/shareable/${own.superHuggg}?ask=close`,
  `/shareable/${own.superHuggg}?ask=limit`,
  `/approvals/${own.heldOrder}`,
  '/support/awards/new',
  `/support/awards/new?grant=${own.grant}&person=${own.person}`,
  `/support/awards/${own.award}`,
  `/support/awards/${own.askedAward}`,
  '/support/batches/new',
  `/support/batches/${own.batch}`,
  `/support/batches/${own.askedBatch}`,
  '/support/letters',
  '/support/grants/new',
  `/support/grants/${own.grant}`,
  '/budgets/new',
  ...['basics', 'schedule', 'participants', 'rules', 'funding', 'review'].map(
    (step) => `/budgets/${own.budgetDraft}/edit/${step}`,
  ),
  `/budgets/${own.budget}/participants`,
  `/budgets/${own.budget}/participants/add`,
  `/budgets/${own.budget}/participants/feed`,
  `/budgets/${own.budget}/participants/${own.participant}`,
  `/budgets/${own.budget}/participants/${own.participant}?confirm=invite`,
  `/budgets/${own.budget}/invoices?invoice=${own.budgetInvoice}`,
  `/budgets/${own.budget}?confirm=run`,
  `/budgets/${own.budget}/settings?confirm=stop`,
  `/budgets/${own.budget}/settings?confirm=copy`,
  `/invoices/${own.invoice}`,
  '/invoices/statement',
  '/invoices/vat?from=2026-01-01&to=2026-01-31',
  '/invoices/accounts',
  '/invoices/accounts?package=sage50',
  '/profile',
  '/profile/email',
  '/profile/two-step',
  '/send',
  `/send/one?product=${demo.products.daisyFlatWhite}`,
  `/send/new?product=${demo.products.choiceOfGift10}`,
  `/send/shareable?product=${demo.products.daisyFlatWhite}`,
  `/send/${own.order}/recipients`,
  `/send/${own.order}/recipients?by=sms`,
  `/send/${own.order}/message`,
  `/send/${own.order}/schedule`,
  `/send/${own.shareableOrder}/shareable`,
  `/send/${own.readyOrder}/recipients`,
  `/send/${own.readyOrder}/pay`,
  '/team/api-keys',
  `/team/api-keys?revoke=${own.apiKey}`,
  '/team/brand/new',
  `/team/brand/${own.theme}`,
  `/team/brand/${own.theme}?ask=delete`,
  '/team/brand/cards/new',
  `/team/brand/cards/${own.template}?ask=delete`,
  '/team/connections',
  '/team/details',
  '/team/invites',
  '/team/invites?for=subteam',
  `/team/invites?cancel=${own.invite}`,
  `/team/members?change=${own.otherUser}`,
  `/team/members?remove=${own.otherUser}`,
  '/team/plan',
  '/team/leaving',
  '/team/archive',
  `/team/plan/${demo.plans.free}`,
  '/team/rules',
  '/team/sign-in',
  '/team/subteams',
  `/team/subteams/${own.subteam}`,
  `/team/subteams/${own.subteam}?ask=close`,
  '/team/support',
  '/team/webhooks',
  `/team/webhooks/${own.webhook}`,
  `/team/webhooks/${own.webhook}?ask=delete`,
  `/team/webhooks/${own.webhook}?ask=rotate`,
  `/wallets/${own.wallet}/automatic`,
  `/wallets/${own.wallet}/statement`,
  `/wallets/${own.wallet}/top-up`,
  `/wallets/${own.wallet}/card`,
  `/wallets/${own.wallet}/transfer`,
  '/wallets/new',
  `/wallets/${own.otherWallet}/settings`,
  `/wallets/${own.otherWallet}/settings?ask=close`,
]

const visitorPages = (own: FormWorld): string[] => [
  '/sign-in',
  '/forgot-password',
  '/reset-password?token=none',
  '/sign-up',
  '/change-email?token=none',
  '/verify-email?token=none',
  '/sso/verify?code=none',
  '/sso/saml',
  '/join?token=none',
  '/operator/sign-in',
  '/operator/password?token=none',
  `/g/${own.shortcode}`,
  `/g/${own.shortcode}/reminders`,
  `/s/${own.superShortcode}`,
  `/a/${own.awardLink}`,
  '/t/none',
  '/g',
  '/gift-not-received',
  '/find-gifts',
  '/till',
  '/developers/coming-from-huggg',
  ...['cards', 'issuer', 'rails', 'hr', 'dns', 'monitoring', 'phone'].map((part) => `/sandbox-ui/${part}`),
]

const operatorPages = (own: FormWorld): string[] => [
  '/operator/overview',
  `/operator/customers/${own.team}`,
  `/operator/purchases/${own.transaction}`,
  `/operator/gifts/${own.huggg}`,
  '/operator/messages',
  `/operator/charges/${own.charge}`,
  '/operator/customers/new',
  '/operator/operators',
  '/operator/plans',
  '/operator/work',
  '/operator/to-confirm',
  '/operator/bank/import',
  '/operator/payouts',
  `/operator/people?person=${own.email}`,
  '/operator/merchants',
  '/operator/merchants/tills',
  '/operator/merchants/files',
  `/operator/merchants/${demo.brands.daisyCoffee}`,
  '/operator/catalogue',
  '/operator/stock',
  '/operator/rails',
  `/operator/plans/${demo.plans.free}`,
  '/operator/announcements',
  `/operator/announcements?team=${own.team}`,
  `/operator/announcements/${own.announcement}`,
  '/operator/reconciliation',
]

/** Pages that have forms, by who reads them. */
export const formPages = (own: FormWorld): Record<Reader, string[]> => ({
  visitor: visitorPages(own),
  admin: adminPages(own),
  operator: operatorPages(own),
})

const hidden = (name: string, value = ''): Control => ({ name, kind: 'hidden', value })
const typed = (name: string, value = ''): Control => ({ name, kind: 'text', value })
const send = (action: string, ...controls: Control[]): PageForm => ({ action, isMultipart: false, controls })
const NONE = '00000000-0000-4000-8000-00000000dead'

/** What scripts alone send, and forms of a page in a state that the walk does not make. */
export const unseenForms = (own: FormWorld): Record<Reader, PageForm[]> => ({
  visitor: [
    send('/sign-in/passkey', hidden('next', '/home'), hidden('passkey', '{}')),
    send('/sign-in/passkey-challenge', hidden('step', 'second')),
    send('/sign-in/code', typed('code', '123456')),
    send('/reset-password', hidden('password')),
    send('/change-email', hidden('intent', 'stop')),
    send('/verify-email', hidden('intent', 'resend'), typed('email')),
    send('/sso/verify', hidden('password'), typed('code'), typed('secondFactor')),
    send('/join', hidden('intent', 'new'), typed('firstName'), typed('surname'), hidden('password')),
    send('/end-visit'),
  ],
  admin: [
    send('/home', hidden('key', 'wallet 1'), hidden('level', '1')),
    send('/cards/session', hidden('currency', 'GBX')),
    // Offered once a month of the team is over.
    send(
      '/invoices/accounts/file',
      ...[hidden('package', 'xero'), typed('holds'), typed('months'), typed('month'), typed('currency')],
    ),
    send('/profile/two-step/passkey-challenge'),
    send('/team/plan', hidden('intent', 'pay'), hidden('invoiceId', NONE), hidden('cardId', own.card)),
    send('/send/one', hidden('product', demo.products.daisyFlatWhite), typed('email'), typed('message')),
    send(`/send/${own.readyOrder}/pay`, hidden('payment', `wallet:${NONE}`), hidden('total', '1')),
    send(`/send/${own.readyOrder}/pro-forma`),
    send(`/send/${own.order}/check`, hidden('method', 'email'), typed('address'), typed('name'), typed('pasted')),
    send(`/budgets/${own.budgetDraft}/edit/check`, typed('email'), typed('amount'), typed('pasted')),
    send(`/budgets/${own.budget}/participants`, hidden('intent', 'invite'), hidden('who', own.participant)),
    send(
      `/budgets/${own.budget}/participants/feed`,
      hidden('do', 'follow'),
      hidden('linkedAccountId'),
      typed('emailDomains'),
    ),
    send(`/budgets/${own.budget}/runs/${own.execution}`, hidden('intent', 'undo'), hidden('attempt')),
    send('/celebrations/new', hidden('do', 'save'), typed('name'), typed('message'), typed('fromName')),
    send(`/payments/3ds?charge=${own.charge}`),
  ],
  operator: [
    send(`/operator/charges/${own.charge}`, typed('amountPence', '1'), hidden('refundedPence', '0'), typed('reason')),
    send(
      '/operator/refused-codes',
      hidden('intent', 'new-code'),
      hidden('refusal', NONE),
      typed('newCode.code'),
      typed('newCode.pin'),
      typed('reason'),
    ),
    send(`/operator/gifts/${own.huggg}`, hidden('intent', 'release-code'), typed('reason')),
    send('/operator/expiries', hidden('batch', NONE), typed('reason')),
    send('/operator/work', hidden('intent', 'retry'), hidden('which', 'job:none'), typed('reason')),
    send('/operator/to-confirm', hidden('intent', 'confirm'), hidden('id', NONE), hidden('seen'), typed('reason')),
    send(`/operator/bank/statements/${NONE}`, hidden('intent', 'import'), typed('closingPence'), typed('reason')),
    send(`/operator/bank/lines/${NONE}`, hidden('intent', 'allocate'), typed('reference'), typed('reason')),
    send(`/operator/catalogue/${NONE}`, hidden('digest'), typed('reason')),
  ],
})

/** Actions that the walk leaves out. */
export const leftOut: Readonly<Record<string, string>> = {
  'sandbox/clock': 'moves the clock for everyone, through every job that falls due',
  'sandbox/own': 'starts processes of their own',
}
