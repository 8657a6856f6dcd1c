import { href } from 'react-router'
import type { IdentityProviderName } from '#contract/identity/auth.ts'
import type { SpendingDimension } from '#contract/reports/reports.ts'
import type { ShareFile } from '#contract/superhugggs/super-hugggs.ts'

interface InvoiceDays {
  from: string
  until: string
  currency?: string | undefined
}

/**
 * Every address of the web app, and the only place where one is typed (`npm run web-rules` sees to it). `href` knows the
 * routes of routes.ts: an address that none of them answers is a type error. The server's emails lead to some of these:
 * paths.test.ts holds them against the same routes.
 */
export const paths = {
  front: '/',
  home: href('/home'),
  allowances: href('/allowances'),
  allowanceStatement: (participantId: string) => href('/allowances/:participantId', { participantId }),
  allowanceStatementCsv: (participantId: string) => href('/allowances/:participantId/statement.csv', { participantId }),
  reactions: href('/reactions'),
  profile: href('/profile'),
  twoStep: href('/profile/two-step'),
  ownEmail: href('/profile/email'),
  twoStepPasskeyChallenge: href('/profile/two-step/passkey-challenge'),

  // Coming in
  signIn: href('/sign-in'),
  signInFor: (next: string) => withQuery(href('/sign-in'), { next }),
  signInCode: href('/sign-in/code'),
  signInPasskey: href('/sign-in/passkey'),
  signInPasskeyChallenge: href('/sign-in/passkey-challenge'),
  signUp: href('/sign-up'),
  signUpFor: (plan: string) => withQuery(href('/sign-up'), { plan }),
  signOut: href('/sign-out'),
  forgotPassword: href('/forgot-password'),
  resetPassword: href('/reset-password'),
  verifyEmail: href('/verify-email'),
  changeEmail: href('/change-email'),
  ssoStart: (provider: IdentityProviderName, query: { next?: string; plan?: string | null; terms?: 'agreed' } = {}) =>
    withQuery(href('/sso/start/:provider', { provider }), query),
  ssoReturn: (provider: IdentityProviderName) => href('/sso/:provider', { provider }),
  ssoVerify: href('/sso/verify'),
  samlFind: (next: string) => withQuery(href('/sso/saml'), { next }),
  samlStart: (teamId: string, next: string) => withQuery(href('/sso/saml/:teamId', { teamId }), { next }),
  samlReturn: href('/sso/saml/return'),
  join: href('/join'),
  joinReady: (budget: string | null) => withQuery(href('/join/ready'), { budget }),
  switchTeam: href('/switch-team'),
  otherTeam: href('/other-team'),
  otherTeamFor: (team: string | null, next: string) => withQuery(href('/other-team'), { team, next }),
  endVisit: href('/end-visit'),
  dismissAnnouncement: href('/dismiss-announcement'),
  appearance: href('/appearance'),
  gallery: href('/ui-gallery'),

  // The catalogue
  browse: href('/browse'),
  category: (category: string) => href('/browse/:category', { category }),
  search: (q: string) => withQuery(href('/browse'), { q }),
  suggestions: (question: { q: string } | { words: string }) => withQuery(href('/search/suggestions'), question),
  brand: (id: string) => href('/brands/:id', { id }),
  product: (id: string) => href('/products/:id', { id }),

  // Sending
  send: href('/send'),
  groups: href('/send/groups'),
  groupsFrom: (purchase: string) => withQuery(href('/send/groups'), { purchase }),
  group: (groupId: string) => href('/send/groups/:groupId', { groupId }),
  sendWay: (way: string) => href('/send/:way', { way }),
  sendShareable: (product: string) => withQuery(href('/send/shareable'), { product }),
  sendProduct: (product: string, order?: string | null) => withQuery(href('/send/new'), { product, order }),
  sendOne: (product: string) => withQuery(href('/send/one'), { product }),
  draftStep: (id: string, step: DraftStep) => href(`/send/:id/${step}`, { id }),
  draftCheck: (id: string) => href('/send/:id/check', { id }),
  draftProForma: (id: string) => href('/send/:id/pro-forma', { id }),
  draftPreview: (id: string, query: { state: string; version: string }) =>
    withQuery(href('/send/:id/preview', { id }), query),
  draftEmailPreview: (id: string, query: { version: string }) =>
    withQuery(href('/send/:id/preview/email', { id }), query),
  afterBank: (query: { order?: string; invoice?: string; from?: string | null }) =>
    withQuery(href('/payments/3ds'), query),

  // What was bought
  purchases: href('/activity'),
  purchasesTagged: (tag: string) => withQuery(href('/activity'), { tag }),
  purchasesCsv: href('/activity.csv'),
  purchase: (id: string) => href('/activity/:id', { id }),
  purchaseDocuments: (id: string) => href('/activity/:id/papers', { id }),
  purchaseCards: (id: string) => href('/activity/:id/cards', { id }),
  purchaseCardSample: (id: string, version?: number) =>
    withQuery(href('/activity/:id/cards/sample', { id }), { picture: version?.toString() }),
  cardDesign: (templateId: string, asked: { product?: string | undefined; version: string }) =>
    withQuery(href('/card-designs/:templateId', { templateId }), asked),
  purchaseLinks: (id: string) => href('/activity/:id/links.csv', { id }),
  shareable: (id: string) => href('/shareable/:id', { id }),
  shareableFile: (id: string, file: ShareFile) => href('/shareable/:id/files/:file', { id, file }),
  gifts: href('/activity/gifts'),
  sentGift: (id: string) => href('/activity/gifts/:id', { id }),
  savedViews: href('/activity/views'),
  giftExport: (id: string) => href('/activity/exports/:id', { id }),

  // What was spent, and what came of it
  reports: (by?: SpendingDimension) => href('/reports/:by?', by ? { by } : {}),
  reportFile: (by: SpendingDimension) => href('/reports/:by/file', { by }),

  // What waits for someone else
  approvals: href('/approvals'),
  approval: (orderId: string) => href('/approvals/:id', { id: orderId }),

  // Help for people in need
  awards: href('/support'),
  supportOverview: href('/support/overview'),
  awardsNotDelivered: withQuery(href('/support'), { status: 'not-delivered' }),
  awardsNotUsed: withQuery(href('/support'), { status: 'cannot-use' }),
  awardsLocked: withQuery(href('/support'), { status: 'locked' }),
  awardsNotDecided: withQuery(href('/support'), { status: 'not-decided' }),
  awardsExpired: withQuery(href('/support'), { status: 'expired' }),
  awardsOf: (grant: string) => withQuery(href('/support'), { grant }),
  award: (id: string) => href('/support/awards/:id', { id }),
  newAward: (about: { grant?: string; person?: string; like?: string } = {}) =>
    withQuery(href('/support/awards/new'), about),
  awardBatches: href('/support/batches'),
  newAwardBatch: href('/support/batches/new'),
  awardBatch: (id: string) => href('/support/batches/:id', { id }),
  emptyAwardList: href('/support/batches/empty.csv'),
  leftOutAwards: href('/support/batches/left-out.csv'),
  awardApprovals: href('/support/approvals'),
  awardLetters: href('/support/letters'),
  awardLettersFile: (id: string) => href('/support/letters/:id/letters.pdf', { id }),
  helpedPerson: (id: string) => href('/support/people/:id', { id }),
  editHelpedPerson: (id: string) => href('/support/people/:id/edit', { id }),
  grants: href('/support/grants'),
  newGrant: href('/support/grants/new'),
  grant: (id: string) => href('/support/grants/:id', { id }),
  grantReport: (id: string) => href('/support/grants/:id/report', { id }),
  grantReportCsv: (id: string, days: { from?: string; until?: string }) =>
    withQuery(href('/support/grants/:id/report.csv', { id }), days),

  // Budgets
  budgets: href('/budgets'),
  newBudget: href('/budgets/new'),
  budgetCalendar: href('/budgets/calendar'),
  budgetCalendarCsv: href('/budgets/calendar.csv'),
  budgetLimit: href('/budgets/limit'),
  budgetLimitCsv: href('/budgets/limit.csv'),
  budget: (id: string) => href('/budgets/:id', { id }),
  budgetTab: (id: string, tab: BudgetTab) => href(`/budgets/:id/${tab}`, { id }),
  budgetFeed: (id: string, from?: 'wizard' | null) =>
    withQuery(href('/budgets/:id/participants/feed', { id }), { from }),
  addParticipants: (id: string) => href('/budgets/:id/participants/add', { id }),
  participant: (id: string, participantId: string) =>
    href('/budgets/:id/participants/:participantId', { id, participantId }),
  participantStatement: (id: string, participantId: string) =>
    href('/budgets/:id/participants/:participantId/statement', { id, participantId }),
  participantStatementCsv: (id: string, participantId: string) =>
    href('/budgets/:id/participants/:participantId/statement.csv', { id, participantId }),
  budgetRun: (id: string, executionId: string) => href('/budgets/:id/runs/:executionId', { id, executionId }),
  budgetReportFile: (id: string, report: string) => href('/budgets/:id/reports/files/:report', { id, report }),
  editBudget: (id: string) => href('/budgets/:id/edit', { id }),
  /** A step of a budget, with changes of it that are not saved yet. */
  budgetStep: (id: string, step: BudgetStep, changes: string | null = null) =>
    withQuery(href(`/budgets/:id/edit/${step}`, { id }), { changes }),
  budgetCheck: (id: string) => href('/budgets/:id/edit/check', { id }),
  budgetPreview: (id: string, changes: string | null = null) =>
    withQuery(href('/budgets/:id/edit/preview', { id }), { changes }),

  // Celebrations
  celebrations: href('/celebrations'),
  newCelebrationRule: (gift?: string) => withQuery(href('/celebrations/new'), { gift }),
  celebrationRule: (id: string, gift?: string) => withQuery(href('/celebrations/:id', { id }), { gift }),

  // Money
  wallets: href('/wallets'),
  newWallet: href('/wallets/new'),
  /**
   * @param pence what to fill in where a tab asks for an amount
   * @param way which page it leads back to, and which wallet money moves to
   */
  walletTab: (id: string, tab: WalletTab, pence?: number | null, way: { from?: string | null; to?: string } = {}) =>
    withQuery(href(`/wallets/:id/${tab}`, { id }), { amount: pence ? (pence / 100).toFixed(2) : null, ...way }),
  /** A charge of a top-up that the bank asks about. */
  walletCharge: (id: string, charge: string, from: string | null) =>
    withQuery(href('/wallets/:id/card', { id }), { charge, from }),
  /** How to pay a top-up that was announced. */
  walletAdvice: (id: string, advice: string, from: string | null) =>
    withQuery(href('/wallets/:id/top-up', { id }), { advice, from }),
  /** A wallet’s statement of some days, with a file of it that was asked for. */
  statementOf: (id: string, wish: { from: string; to: string; file?: string }) =>
    withQuery(href('/wallets/:id/statement', { id }), {
      from: wish.from || null,
      to: wish.to || null,
      file: wish.file ?? null,
    }),
  cards: href('/cards'),
  /** To store a card for something, and go back to it; with a charge that the bank asks about. */
  cardsFor: (from: string | null, charge?: string) => withQuery(href('/cards'), { charge, from }),
  cardSession: href('/cards/session'),
  charges: href('/charges'),
  invoices: href('/invoices'),
  invoice: (id: string) => href('/invoices/:id', { id }),
  invoicePdf: (id: string) => href('/invoices/:id/pdf', { id }),
  account: href('/invoices/statement'),
  accountCsv: href('/invoices/statement.csv'),
  accountPdf: href('/invoices/statement.pdf'),
  papers: href('/invoices/papers'),
  papersOf: ({ from, until, file, currency }: InvoiceDays & { file?: string }) =>
    withQuery(href('/invoices/papers'), { from, to: until, file: file ?? null, currency: currency ?? null }),
  vat: href('/invoices/vat'),
  vatOf: ({ from, until, currency }: InvoiceDays) =>
    withQuery(href('/invoices/vat'), { from, to: until, currency: currency ?? null }),
  vatCsv: href('/invoices/vat.csv'),
  accounts: href('/invoices/accounts'),
  accountsPackage: (name: string) => withQuery(href('/invoices/accounts'), { package: name }),
  accountsFile: href('/invoices/accounts/file'),

  // The team
  team: href('/team'),
  teamTab: (tab: TeamTab) => href(`/team/${tab}`),
  teamArchive: (exportId: string) => href('/team/archive/:exportId', { exportId }),
  auditCsv: href('/team/audit.csv'),
  subteam: (id: string) => href('/team/subteams/:subteamId', { subteamId: id }),
  theme: (id: string) => href('/team/brand/:themeId', { themeId: id }),
  cardTemplate: (id: string) => href('/team/brand/cards/:templateId', { templateId: id }),
  cardTemplateSample: (id: string) => href('/team/brand/cards/:templateId/sample', { templateId: id }),
  brandPreview: (query: Record<string, string>) => withQuery(href('/brand-preview'), query),
  brandEmailPreview: (query: Record<string, string>) => withQuery(href('/brand-preview/email'), query),
  brandInvoicePreview: (query: Record<string, string>) => withQuery(href('/brand-preview/invoice.pdf'), query),
  planChoice: (id: string) => href('/team/plan/:planId', { planId: id }),
  apiKey: (id: string) => href('/team/api-keys/:keyId', { keyId: id }),
  webhook: (id: string) => href('/team/webhooks/:webhookId', { webhookId: id }),

  // The operator's console
  operator: href('/operator'),
  operatorOverview: href('/operator/overview'),
  operatorSignIn: href('/operator/sign-in'),
  operatorSignInFor: (next: string) => withQuery(href('/operator/sign-in'), { next }),
  operatorSearch: href('/operator/customers'),
  operatorSearchFor: (q: string) => withQuery(href('/operator/customers'), { q }),
  operatorSuggestions: (q: string) => withQuery(href('/operator/suggestions'), { q }),
  operatorNewCustomer: href('/operator/customers/new'),
  operatorCustomer: (id: string) => href('/operator/customers/:id', { id }),
  operatorCustomerList: (id: string, list: 'purchases' | 'approvals' | 'members' | 'audit' | 'acts') =>
    href('/operator/customers/:id/:list', { id, list }),
  operatorCustomerMember: (id: string, member: string) =>
    withQuery(href('/operator/customers/:id/:list', { id, list: 'members' }), { member }),
  operatorCustomerPapers: (id: string) => href('/operator/customers/:id/papers', { id }),
  operatorCustomerOverdue: (id: string) => `${href('/operator/customers/:id/papers', { id })}?overdue=true`,
  teamOperatorMessages: (teamId: string) => withQuery(href('/operator/messages'), { team: teamId }),
  operatorPlans: href('/operator/plans'),
  operatorPlan: (id: string) => href('/operator/plans/:id', { id }),
  operatorDocument: (id: string) => href('/operator/documents/:id', { id }),
  operatorDocumentPdf: (id: string) => href('/operator/documents/:id/pdf', { id }),
  operatorPurchase: (id: string) => href('/operator/purchases/:id', { id }),
  operatorProgram: (id: string) => href('/operator/programs/:id', { id }),
  operatorProgramRequest: (id: string, request: string) =>
    withQuery(href('/operator/programs/:id', { id }), { request }),
  operatorGift: (id: string) => href('/operator/gifts/:id', { id }),
  operatorBudget: (id: string) => href('/operator/budgets/:id', { id }),
  operatorWallet: (id: string) => href('/operator/wallets/:id', { id }),
  operatorAward: (id: string) => href('/operator/awards/:id', { id }),
  operatorCharges: href('/operator/charges'),
  teamOperatorCharges: (teamId: string) => withQuery(href('/operator/charges'), { team: teamId }),
  operatorOpenDisputes: withQuery(href('/operator/charges'), { show: 'open-disputes' }),
  operatorCharge: (id: string) => href('/operator/charges/:id', { id }),
  operatorMessages: href('/operator/messages'),
  operatorMessagesOfPurchase: (purchase: string) => withQuery(href('/operator/messages'), { purchase }),
  operatorMessagesIn: (state: 'waiting' | 'still-failed') => withQuery(href('/operator/messages'), { state }),
  operatorWork: href('/operator/work'),
  operatorActs: href('/operator/acts'),
  operatorExpiries: href('/operator/expiries'),
  operatorRepairs: href('/operator/repairs'),
  operatorPlansFile: href('/operator/plans/import'),
  operatorOperators: href('/operator/operators'),
  operatorWaiting: href('/operator/to-confirm'),
  operatorNotes: href('/operator/notes'),
  operatorNotesAbout: (kind: string, id: string) => href('/operator/notes/:kind/:id', { kind, id }),
  operatorBank: href('/operator/bank'),
  operatorBankSettled: href('/operator/bank/settled'),
  operatorBankImport: href('/operator/bank/import'),
  operatorBankStatement: (id: string) => href('/operator/bank/statements/:id', { id }),
  operatorBankLine: (id: string) => href('/operator/bank/lines/:id', { id }),
  operatorPayouts: href('/operator/payouts'),
  operatorPayoutFile: (id: string) => href('/operator/payouts/files/:id', { id }),
  operatorPeople: href('/operator/people'),
  operatorPerson: (person: string) => withQuery(href('/operator/people'), { person }),
  operatorPersonExport: (id: string) => href('/operator/people/exports/:id', { id }),
  operatorMerchants: href('/operator/merchants'),
  operatorMerchant: (id: string) => href('/operator/merchants/:id', { id }),
  operatorMerchantStatements: href('/operator/merchants/statements'),
  operatorMerchantStatement: (id: string) => href('/operator/merchants/statements/:id', { id }),
  operatorMerchantPaper: (id: string, format: 'pdf' | 'csv') =>
    withQuery(href('/operator/merchants/statements/:id/paper', { id }), { format }),
  operatorTills: href('/operator/merchants/tills'),
  operatorMerchantFiles: href('/operator/merchants/files'),
  operatorMerchantFile: (id: string) => href('/operator/merchants/files/:id', { id }),
  operatorCatalogue: href('/operator/catalogue'),
  operatorCatalogueFile: (id: string) => href('/operator/catalogue/:id', { id }),
  operatorStock: href('/operator/stock'),
  operatorRails: href('/operator/rails'),
  operatorRailFile: (id: string) => href('/operator/rails/:id', { id }),
  operatorStockFor: (product: string) => withQuery(href('/operator/stock'), { product }),
  operatorRefusals: href('/operator/refused-codes'),
  operatorAnnouncements: href('/operator/announcements'),
  operatorAnnouncementsTo: (team: string) => withQuery(href('/operator/announcements'), { team }),
  operatorAnnouncement: (id: string) => href('/operator/announcements/:id', { id }),
  operatorReconciliation: href('/operator/reconciliation'),
  operatorReconcileRun: (id: string) => href('/operator/reconciliation/:id', { id }),
  operatorSignOut: href('/operator/sign-out'),
  operatorPassword: href('/operator/password'),

  // What recipients open, and people whom an award is for
  personAward: (code: string) => `/a/${encodeURIComponent(code)}`,
  gift: (shortcode: string) => `/g/${encodeURIComponent(shortcode)}`,
  giftKind: (shortcode: string, kind: string) => withQuery(`/g/${encodeURIComponent(shortcode)}`, { kind }),
  sharedGift: (shortcode: string) => `/s/${encodeURIComponent(shortcode)}`,
  sharedGiftAgain: (shortcode: string) => withQuery(`/s/${encodeURIComponent(shortcode)}`, { again: '1' }),
  giftReminders: (shortcode: string) => `/g/${encodeURIComponent(shortcode)}/reminders`,
  giftCalendar: (shortcode: string) => `/g/${encodeURIComponent(shortcode)}/calendar.ics`,
  giftByCode: '/g',
  giftNotReceived: '/gift-not-received',
  findGifts: '/find-gifts',
  stopTexts: (code: string, lang?: string) => withQuery(`/t/${encodeURIComponent(code)}`, { lang }),

  // Tills without a program: no router here either
  till: '/till',
  tillGift: '/till/gift',
  tillRedeem: '/till/redeem',
  tillSignIn: '/till/sign-in',
  tillSignOut: '/till/sign-out',
  tillReceipt: (id: string) => `/till/receipts/${encodeURIComponent(id)}`,
  tillDay: (query: { day?: string | null; till?: string | null } = {}) => withQuery('/till/day', query),
  tillDayCsv: (query: { day?: string | null; till?: string | null } = {}) => withQuery('/till/day.csv', query),
  /** Says that the server is there. */
  tillOnline: '/till/online',

  // The simulated outside world
  sandbox: href('/sandbox-ui'),
  sandboxMessage: (id: string) => href('/sandbox-ui/messages/:id', { id }),
  sandboxMessageHtml: (id: string) => href('/sandbox-ui/messages/:id/html', { id }),
  sandboxPhone: href('/sandbox-ui/phone'),
  sandboxAuthenticator: (key: string) => `${withQuery(href('/sandbox-ui/phone'), { key })}#authenticator`,
  sandboxCards: href('/sandbox-ui/cards'),
  sandboxIssuer: href('/sandbox-ui/issuer'),
  sandboxRails: href('/sandbox-ui/rails'),
  sandboxSettlement: (rail: string) => href('/sandbox-ui/rails/:rail/settlement', { rail }),
  sandboxHr: href('/sandbox-ui/hr'),
  sandboxDns: href('/sandbox-ui/dns'),
  sandboxMonitoring: href('/sandbox-ui/monitoring'),
  sandboxClock: href('/sandbox-ui/clock'),
  sandboxOwn: href('/sandbox-ui/own'),

  // Files, and what the API answers
  icon: '/favicon.svg',
  flatWhitePicture: '/catalogue/flat-white.svg',
  boxPreview: (box: string) => `/previews/${box}.jpg`,
  prices: href('/prices'),
  helpPage: href('/help'),
  privacy: href('/privacy'),
  terms: href('/terms'),
  developers: href('/developers'),
  errorList: href('/developers/errors'),
  eventList: href('/developers/webhooks'),
  versions: href('/developers/versions'),
  comingFromHuggg: href('/developers/coming-from-huggg'),
  walkThrough: href('/developers/walk-through'),
  reference: (tag: string) => href('/developers/reference/:tag', { tag }),
  apiDescription: '/openapi.json',
} as const

export type DraftStep = 'gift' | 'shareable' | 'recipients' | 'message' | 'schedule' | 'pay' | 'done'
export type BudgetStep = 'basics' | 'schedule' | 'participants' | 'rules' | 'funding' | 'review'
export type BudgetTab = 'participants' | 'runs' | 'reports' | 'invoices' | 'settings'
export type WalletTab = 'statement' | 'balance' | 'top-up' | 'card' | 'automatic' | 'transfer' | 'settings'
export type TeamTab =
  | 'sign-in'
  | 'details'
  | 'rules'
  | 'members'
  | 'invites'
  | 'subteams'
  | 'audit'
  | 'support'
  | 'api-keys'
  | 'brand'
  | 'webhooks'
  | 'connections'
  | 'plan'
  | 'leaving'
  | 'archive'

/** An address with what its query says; what is null or undefined is left out. */
export function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const said = Object.entries(query).filter((one): one is [string, string] => one[1] != null)
  return said.length ? `${path}?${new URLSearchParams(said)}` : path
}
