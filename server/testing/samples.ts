import { TOP_UP_CONSENT } from '#contract/automatic-top-ups.ts'
import type { Contract } from '#contract/index.ts'
import { starterTaxonomyIds } from '#contract/taxonomies.ts'
import { demo } from '#server/app/demo/ids.ts'
import type { Sample } from './contract-walk.ts'
import { samplePicture } from './pictures.ts'

/** Of the starter catalogue, which is nobody's. */
const starter = {
  tag: '00000000-0000-4000-8000-700000000001',
  label: '00000000-0000-4000-8000-800000000001',
}

/** A template everyone has. */
export const THANK_YOU_CARD = '00000000-0000-4000-8000-b00000000001'

/** One team's records, and somebody who may do everything there. */
export interface TenantRecords {
  as: string
  team: string
  user: string
  otherUser: string
  session: string
  passkey: string
  email: string
  wallet: string
  otherWallet: string
  transaction: string
  /** Of another purchase. */
  invoice: string
  /** A saved order that has not been bought. */
  order: string
  /** An order that waits for approval. */
  heldOrder: string
  /** A gift by link, still free. */
  huggg: string
  shortcode: string
  /** Someone who was sent a gift by email. */
  receiver: string
  /** A shareable gift, and the code in its link. */
  superHuggg: string
  superShortcode: string
  /** A gift that a till has redeemed. */
  redeemedHuggg: string
  redemption: string
  apiKey: string
  webhook: string
  /** An HR system that waits for approval. */
  linkedAccount: string
  /** A rule over that system, and a gift of it that waits for approval. */
  celebrationRule: string
  celebration: string
  /** A stored card, and the charge it was stored with, authorised. */
  card: string
  charge: string
  /** A live budget, one who is invited to it, its first run, and a period's invoice. */
  budget: string
  participant: string
  execution: string
  budgetInvoice: string
  /** A purchase of printed gifts with its template, and one of its gifts. */
  printed: string
  printedHuggg: string
  /** A template of the team's own. */
  template: string
  /** A theme of the team's with a branding and a giftwrap of its own. */
  theme: string
  branding: string
  giftwrap: string
  /** A picture of the team's. */
  upload: string
  reasonCode: string | undefined
  hugggExport: string
  statementExport: string
  /** A wish to join that waits. */
  joinRequest: string
  /** What operators tell this team alone. */
  announcement: string
  /** An invite that waits. */
  invite: string
  /** A subteam without money. */
  subteam: string
}

/** What a gift may look like, one choice each. */
const looks = (own: TenantRecords) => [{ themeId: own.theme }, { coverImage: own.upload }]

/** The other ways to pay. */
const paid = (own: TenantRecords) => [
  { method: 'charge', reference: own.charge },
  { method: 'invoice', reference: own.wallet },
]

/** A valid request for every endpoint, in terms of one team's records. A new endpoint does not compile without one. */
export const samples = (own: TenantRecords): Record<keyof Contract, Sample> => ({
  issueToken: {
    body: { grant_type: 'client_credentials', client_id: 'demo-customer', client_secret: 'demo-customer-secret' },
  },
  createAuthoriseUrl: { body: { provider: 'google', redirectUri: 'https://elsewhere.example/sso/google' } },
  verifyIdentity: { params: { id: own.user }, body: { password: 'none', state: 'none' } },
  getSamlSettings: { params: { id: own.team } },
  putSamlConnection: { params: { id: own.team }, body: { metadata: 'none' } },
  switchSamlConnection: { params: { id: own.team }, body: { isActive: true } },
  deleteSamlConnection: { params: { id: own.team } },
  testSamlConnection: { params: { id: own.team } },
  addSamlDomain: { params: { id: own.team }, body: { domain: 'elsewhere.example' } },
  verifySamlDomain: { params: { id: own.team, domain: 'elsewhere.example' } },
  updateSamlDomain: { params: { id: own.team, domain: 'elsewhere.example' }, body: { autoAccept: true } },
  removeSamlDomain: { params: { id: own.team, domain: 'elsewhere.example' } },
  putEmergencyAdmin: { params: { id: own.team }, body: { userId: own.otherUser } },
  getSamlService: { params: { teamId: own.team } },
  beginSamlSignIn: { body: { email: 'no.one@elsewhere.example' } },
  takeSamlAnswer: { body: { SAMLResponse: 'none', RelayState: 'none' } },
  unlinkIdentity: { params: { id: own.user, provider: 'google' } },
  revokeToken: { body: { token: 'none', client_id: 'demo-web', client_secret: 'demo-web-secret' } },
  getSecondFactor: { params: { id: own.user } },
  beginSecondFactor: { params: { id: own.user } },
  confirmSecondFactor: { params: { id: own.user }, body: { code: '000000', password: 'none' } },
  replaceRecoveryCodes: { params: { id: own.user }, body: { code: '000000', password: 'none' } },
  removeSecondFactor: { params: { id: own.user }, body: { code: '000000', password: 'none' } },
  listPasskeys: { params: { id: own.user } },
  beginPasskey: { params: { id: own.user }, body: { password: 'none' } },
  addPasskey: { params: { id: own.user }, body: { name: 'A key', passkey: '{}' } },
  renamePasskey: { params: { id: own.user, passkeyId: own.passkey }, body: { name: 'Another' } },
  removePasskey: { params: { id: own.user, passkeyId: own.passkey }, body: { password: 'none' } },
  challengePasskey: { params: { id: own.user } },
  challengePasskeySignIn: { body: {} },
  getEmailChange: { params: { id: own.user } },
  withdrawEmailChange: { params: { id: own.user } },
  getEmailChangeByToken: { params: { token: 'none' } },
  confirmEmailChange: { body: { token: 'none' } },
  stopEmailChange: { body: { token: 'none' } },
  requestPhoneCode: { params: { id: own.user } },
  verifyPhone: { params: { id: own.user }, body: { code: '000000' } },
  listSessions: { params: { id: own.user } },
  endSession: { params: { id: own.user, sessionId: own.session } },
  endOtherSessions: { params: { id: own.user } },
  getMe: {},
  switchTeam: { params: { id: own.user }, body: { teamId: own.team } },
  listProducts: {},
  getProduct: { params: { id: demo.products.daisyFlatWhite } },
  findProducts: { body: { filter: { ids: [demo.products.daisyFlatWhite] } } },
  searchProducts: { body: { query: 'coffee' } },
  suggestProductSearches: { body: { term: 'cofee' } },
  findTags: { body: { filter: { id: [starter.tag] } } },
  findLabels: { body: { filter: { id: [starter.label] } } },
  getTaxonomy: { params: { id: starterTaxonomyIds.featured } },
  getTaxonomyBySlug: { params: { slug: 'gift-cards' } },
  findTaxonomies: { body: { filter: { id: [starterTaxonomyIds.featured] } } },
  findTaxonomyLinks: { body: { filter: { taxonomyIds: [starterTaxonomyIds.featured] } } },
  listFeatures: {},
  getConfiguration: {},
  findHighballMeta: { body: { filter: { shortcode: [own.shortcode] } } },
  getProductSegments: { params: { id: demo.products.choiceOfGift10 } },
  listSegments: { query: {} },
  getBrand: { params: { id: demo.brands.daisyCoffee } },
  findBrands: { body: { filter: { id: [demo.brands.daisyCoffee] } } },
  listBrandsV2: {},
  getBrandV2: { params: { id: demo.brands.daisyCoffee } },
  getSuperHuggg: { params: { id: own.superHuggg } },
  listSuperHugggClaims: { params: { id: own.superHuggg } },
  downloadSuperHugggFile: { params: { id: own.superHuggg, file: 'qr.svg' } },
  pauseSuperHuggg: { params: { id: own.superHuggg } },
  resumeSuperHuggg: { params: { id: own.superHuggg } },
  endSuperHuggg: { params: { id: own.superHuggg } },
  raiseSuperHugggLimit: {
    params: { id: own.superHuggg },
    body: { limit: 9, payment: { method: 'walletCommitment', reference: own.wallet } },
    variants: paid(own).map((payment) => ({ params: { id: own.superHuggg }, body: { limit: 9, payment } })),
  },
  getShareableGift: { params: { shortcode: own.superShortcode } },
  requestClaimCode: { params: { shortcode: own.superShortcode }, body: { email: 'ada@friends.test' } },
  claimShareableGift: { params: { shortcode: own.superShortcode }, body: { claim: 'none', code: '123456' } },
  getHuggg: { params: { id: own.huggg } },
  updateHuggg: { params: { id: own.huggg }, body: { expiry_date: '2026-09-01' } },
  cancelHuggg: { params: { id: own.huggg } },
  toggleHugggSent: { params: { id: own.huggg }, body: { is_preview: false } },
  getDelivery: { params: { id: own.huggg } },
  resendHuggg: { params: { id: own.huggg } },
  remindTransactionHugggs: { params: { id: own.transaction } },
  remindHugggs: { body: { hugggIds: [own.huggg] } },
  resendHugggs: { body: { hugggIds: [own.huggg] } },
  stopGiftReminders: { params: { shortcode: own.shortcode }, body: {} },
  askForGifts: { body: { email: 'nobody@friends.test' } },
  getTextPreference: { params: { code: 'none' } },
  setTextPreference: { params: { code: 'none' }, body: { stopped: true } },
  receiveTextReport: { params: { messageId: own.huggg }, body: { MessageSid: 'SM1', MessageStatus: 'sent' } },
  receiveEmailEvents: { body: [{ event: 'delivered', sg_event_id: 'one' }] },
  receiveTextReply: { body: { From: '+447700900123', Body: 'STOP' } },
  getHugggTimeline: { params: { id: own.huggg } },
  listReactions: {},
  redeemHuggg: { params: { id: own.huggg }, body: { location_id: demo.stores.daisyCoffeeLeeds } },
  undoRedemption: { params: { id: own.redeemedHuggg, redemptionId: own.redemption }, body: { redeemed: false } },
  listCards: {},
  updateCard: { params: { id: own.card }, body: { isDefault: true } },
  deleteCard: { params: { id: own.card } },
  getCardFields: {},
  openCardEntry: { body: {} },
  createCharge: { body: { cardId: own.card, amount: 1000, intent: { walletId: own.wallet } } },
  listCharges: {},
  getCharge: { params: { id: own.charge } },
  verifyCharge: { params: { id: own.charge }, body: { ckoSessionId: 'sid_aaaaaaaaaaaaaaaaaaaaaaaaaa' } },
  topUpWallet: {
    params: { id: own.wallet },
    body: {
      userId: own.user,
      payment: { method: 'charge', reference: own.charge },
      purchase: { type: 'walletTopUp', reference: own.wallet, amount: 1000 },
    },
  },
  listTopUps: { params: { userId: own.user } },
  receiveCheckoutEvent: { body: { id: 'evt_aaaaaaaaaaaaaaaaaaaaaaaaaa', type: 'payment_approved' } },
  listPlans: {},
  getPlan: { params: { id: demo.plans.plus } },
  getTeamPlan: { params: { id: own.team } },
  changePlan: { body: { planId: demo.plans.free } },
  withdrawPlanChange: {},
  payPlanInvoice: {
    params: { id: own.invoice },
    body: { cardId: own.card },
    variants: [{ params: { id: own.invoice }, body: { chargeId: own.charge } }],
  },
  listBudgets: { query: { status: ['live'] } },
  createBudget: {
    body: {
      name: 'A budget',
      budgetAmount: 2500,
      frequency: 'month',
      walletId: own.wallet,
      billingMethod: { type: 'card', cardId: own.card },
    },
  },
  getBudget: { params: { id: own.budget } },
  updateBudget: {
    params: { id: own.budget },
    body: { name: 'Renamed', walletId: own.wallet, billingMethod: { type: 'card', cardId: own.card } },
  },
  deleteBudget: { params: { id: own.budget } },
  startBudget: { params: { id: own.budget }, body: { startNow: true } },
  stopBudget: { params: { id: own.budget } },
  unscheduleBudget: { params: { id: own.budget } },
  runBudget: { params: { id: own.budget } },
  getExecutionDates: { params: { id: own.budget } },
  getForecast: { params: { id: own.budget } },
  listExecutions: { params: { id: own.budget } },
  getExecution: { params: { id: own.budget, executionId: own.execution } },
  listExecutionOutcomes: { params: { id: own.budget, executionId: own.execution } },
  listBudgetInvoices: { params: { id: own.budget } },
  updateBudgetInvoice: {
    params: { id: own.budget, invoiceId: own.budgetInvoice },
    body: { published: true, notes: 'Seen' },
  },
  listParticipants: { params: { id: own.budget }, query: { id: [own.participant] } },
  addParticipants: { params: { id: own.budget }, body: { participants: ['somebody@else.test'] } },
  checkParticipants: { params: { id: own.budget }, body: { csv: 'somebody@else.test' } },
  deleteParticipants: { params: { id: own.budget }, body: { participantIds: [own.participant] } },
  updateParticipants: { params: { id: own.budget }, body: { participantIds: [own.participant], budgetAmount: 1000 } },
  getParticipantBalance: { params: { id: own.budget, participantId: own.participant } },
  listParticipantBalances: { params: { id: own.budget }, query: { participantId: [own.participant] } },
  withdrawFromParticipant: { params: { id: own.budget, participantId: own.participant }, body: { amount: 100 } },
  getBudgetFeed: { params: { id: own.budget } },
  previewBudgetFeed: {
    params: { id: own.budget },
    body: { linkedAccountId: own.linkedAccount, groupId: 'none', emailDomains: ['acme.test'] },
  },
  putBudgetFeed: {
    params: { id: own.budget },
    body: { linkedAccountId: own.linkedAccount, groupId: 'none', emailDomains: ['acme.test'], version: 'none' },
  },
  deleteBudgetFeed: { params: { id: own.budget } },
  reportBondsCreated: { params: { id: own.budget } },
  reportFunding: { params: { id: own.budget } },
  reportGiftingReasons: { params: { id: own.budget } },
  reportGifts: { params: { id: own.budget } },
  reportParticipants: { params: { id: own.budget } },
  reportTotalSpent: { params: { id: own.budget } },
  reportLastActive: { params: { id: own.budget } },
  reportOverTime: { params: { id: own.budget } },
  downloadReport: { params: { id: own.budget, report: 'funding' }, query: { format: 'csv' } },
  getAllowance: {},
  listAllowances: {},
  getPlanPermissions: { params: { userId: own.otherUser } },
  getGift: { params: { shortcode: own.shortcode } },
  openGift: { params: { shortcode: own.shortcode } },
  chooseGift: { params: { shortcode: own.shortcode }, body: { productId: demo.products.daisyFlatWhite } },
  claimGift: { params: { shortcode: own.shortcode } },
  revealGift: { params: { shortcode: own.shortcode } },
  reactToGift: { params: { shortcode: own.shortcode }, body: { emoji: '❤️' } },
  reportUserTransactions: { params: { userId: own.user } },
  reportUserBalances: { params: { id: own.user }, query: { forceRefresh: 'true' } },
  searchHugggs: {
    body: {
      query: {
        filters: {
          hugggIds: [own.huggg],
          transactionIds: [own.transaction],
          senderIds: [own.user],
          receiverIds: [own.receiver],
          teamIds: [own.team],
        },
      },
    },
  },
  searchTransactions: {
    body: { query: { filters: { transactionIds: [own.transaction], senderIds: [own.user], teamIds: [own.team] } } },
  },
  createHugggExport: {
    body: {
      query: { filters: { hugggIds: [own.huggg], transactionIds: [own.transaction], teamIds: [own.team] } },
      sort: [{ field: 'price', direction: 'asc' }],
      format: 'xlsx',
    },
    variants: [{ body: { query: { filters: { senderIds: [own.user], receiverIds: [own.receiver] } } } }],
  },
  getHugggExport: { params: { id: own.hugggExport } },
  createStatementExport: { params: { id: own.wallet }, body: { query: { from: '2026-01-01T00:00:00Z' } } },
  listAnnouncements: {},
  dismissAnnouncement: { params: { id: own.announcement } },
  listSavedViews: {},
  putSavedView: { body: { place: 'gifts', name: 'Sent', query: 'status=Sent' } },
  deleteSavedView: { body: { place: 'gifts', name: 'Sent' } },
  getStatementExport: { params: { id: own.wallet, exportId: own.statementExport } },
  getTeam: { params: { id: own.team } },
  updateTeam: { params: { id: own.team }, body: { businessTradingName: 'A trading name' } },
  getSupportAccess: { params: { id: own.team } },
  allowSupportChanges: { params: { id: own.team }, body: { hours: 2 } },
  endSupportChanges: { params: { id: own.team } },
  endSupportVisits: { params: { id: own.team } },
  endImpersonation: {},
  getTeamUsers: { params: { id: own.team } },
  getTeamAdmins: { params: { id: own.team } },
  getTeamsOfUser: { params: { userId: own.user } },
  changeTeamUserRole: { params: { id: own.team, userId: own.otherUser }, body: { roleGroupId: 'team-viewer' } },
  removeTeamUser: { params: { id: own.team, userId: own.otherUser } },
  createInvites: {
    params: { id: own.team },
    body: { type: 'participant', invites: [{ emailAddress: 'somebody@else.test' }] },
    variants: [
      {
        params: { id: own.team },
        body: {
          ...{ type: 'automation-participant', automationId: own.budget },
          invites: [{ emailAddress: 'somebody@else.test' }],
        },
      },
    ],
  },
  resendInvite: { params: { id: own.invite } },
  listInvites: { query: { type: ['participant'] } },
  searchInvites: { query: { filter: { id: [own.invite], teamId: [own.team] } } },
  deleteInvite: { params: { id: own.team, inviteId: own.invite } },
  listJoinRequests: { params: { id: own.team } },
  acceptJoinRequest: { params: { id: own.joinRequest }, body: { roleGroupId: 'participant' } },
  declineJoinRequest: { params: { id: own.joinRequest } },
  requestInvite: { params: { id: own.team }, body: { email: 'somebody@else.test' } },
  getInviteByToken: { params: { token: 'none' } },
  acceptInvite: { params: { id: own.invite }, body: { token: 'none', existingUser: true } },
  presignup: { body: { email: own.email, plan: demo.plans.plus } },
  signUp: {
    body: {
      email: own.email,
      firstName: 'Some',
      surname: 'Body',
      teamName: 'A team',
      planId: demo.plans.free,
      paymentMethod: 'invoice',
      dateOfBirth: '31-12-1990',
    },
  },
  upgradePlan: { body: { planId: demo.plans.enterprise, paymentMethod: 'invoice' } },
  requestVerification: { body: { email: own.email } },
  getVerificationByToken: { params: { token: 'none' } },
  verifyUser: { body: { verificationToken: 'none', password: 'a-password-of-some-length' } },
  updateTeams: { body: { teamIds: [own.team], updates: { businessTradingName: 'A trading name' } } },
  listAudit: { params: { id: own.team }, query: { actorId: own.user } },
  resetTeamUserSecondStep: { params: { id: own.team, userId: own.otherUser } },
  createSubteam: { params: { id: own.team }, body: { name: 'A subteam' } },
  deleteSubteam: { params: { id: own.team, subId: own.subteam } },
  getApiKeys: { params: { id: own.team } },
  listApiRequests: { params: { id: own.team, keyId: own.apiKey } },
  createApiKey: { params: { id: own.team }, body: { name: 'A key' } },
  listWebhooks: { params: { id: own.team } },
  createWebhook: { params: { id: own.team }, body: { url: 'https://hooks.example.com/posy' } },
  listIntegrations: { query: { category: 'hris' } },
  listLinkedAccounts: {},
  createLinkedAccount: { body: { category: 'hris', integrationSlug: 'bamboohr' } },
  createAccountToken: { params: { id: own.linkedAccount }, body: { publicToken: 'none' } },
  syncLinkedAccount: { params: { id: own.linkedAccount } },
  listEmployeeGroups: { params: { id: own.linkedAccount } },
  deleteLinkedAccount: { params: { id: own.linkedAccount } },
  receiveHrEvent: { body: { linked_account: { end_user_origin_id: own.linkedAccount } } },
  listCelebrationRules: {},
  getCelebrationRule: { params: { id: own.celebrationRule } },
  previewCelebrations: {
    body: {
      ...{ occasion: 'birthday', linkedAccountId: own.linkedAccount },
      ...{ productId: demo.products.daisyFlatWhite, walletId: own.wallet, reasonCode: own.reasonCode },
    },
  },
  createCelebrationRule: {
    body: {
      ...{ name: 'Birthdays', occasion: 'birthday', linkedAccountId: own.linkedAccount },
      ...{ productId: demo.products.daisyFlatWhite, walletId: own.wallet, reasonCode: own.reasonCode },
    },
  },
  updateCelebrationRule: {
    params: { id: own.celebrationRule },
    body: { productId: demo.products.daisyFlatWhite, walletId: own.wallet, status: 'paused' },
  },
  deleteCelebrationRule: { params: { id: own.celebrationRule } },
  listCelebrations: { query: { ruleId: own.celebrationRule, status: ['due'] } },
  approveCelebration: { params: { id: own.celebration } },
  skipCelebration: { params: { id: own.celebration } },
  listBrandings: {},
  getBranding: { params: { id: own.branding } },
  listGiftwraps: {},
  getGiftwrap: { params: { id: own.giftwrap } },
  listThemes: {},
  getTheme: { params: { id: own.theme } },
  previewBrandEmail: { body: { accentHex: '#0f766e', drawing: 'fern', logo: own.upload } },
  previewBrandInvoice: { body: { logo: own.upload } },
  upsertTheme: {
    body: {
      id: own.theme,
      name: 'House style',
      branding: { accentHex: '#0f766e', logo: own.upload },
      giftwrap: { drawing: 'fern', pattern: own.upload },
    },
    variants: [{ body: { name: 'House style', brandingId: own.branding, giftwrapId: own.giftwrap } }],
  },
  deleteTheme: { params: { id: own.theme } },
  listThemeVersions: { params: { id: own.theme } },
  updateWebhook: { params: { id: own.team, webhookId: own.webhook }, body: { description: 'For our CRM' } },
  deleteWebhook: { params: { id: own.team, webhookId: own.webhook } },
  rotateWebhookSecret: { params: { id: own.team, webhookId: own.webhook } },
  testWebhook: { params: { id: own.team, webhookId: own.webhook } },
  listWebhookDeliveries: { params: { id: own.team, webhookId: own.webhook } },
  replayWebhook: {
    params: { id: own.team, webhookId: own.webhook },
    body: { from: '2026-03-01T00:00:00Z', until: '2026-03-02T00:00:00Z' },
  },
  revokeApiKey: { params: { id: own.team, keyId: own.apiKey } },
  createTransaction: {
    body: {
      purchase: {
        type: 'bulkHugggs',
        reference: demo.products.daisyFlatWhite,
        reasonCode: own.reasonCode,
        receivers: [{ user_id: own.otherUser }],
      },
      payment: { method: 'walletCommitment', reference: own.wallet },
      userId: own.user,
    },
    variants: [
      ...paid(own).map((payment) => ({
        body: { purchase: { type: 'huggg', reference: demo.products.daisyFlatWhite }, payment },
      })),
      ...looks(own).map((look) => ({
        body: {
          purchase: { type: 'huggg', reference: demo.products.daisyFlatWhite, ...look },
          payment: { method: 'walletCommitment', reference: own.wallet },
        },
      })),
      {
        body: {
          purchase: { type: 'order', reference: own.order },
          payment: { method: 'walletCommitment', reference: own.wallet },
        },
      },
      {
        body: {
          purchase: { type: 'superhuggg', reference: demo.products.daisyFlatWhite, limit: 2 },
          payment: { method: 'walletCommitment', reference: own.wallet },
        },
      },
      {
        body: {
          purchase: { type: 'walletTopUp', reference: own.wallet, amount: 100 },
          payment: { method: 'charge', reference: own.charge },
        },
      },
    ],
  },
  getTransactionReceipt: { params: { id: own.transaction } },
  createProFormaInvoice: { body: { orderId: own.order } },
  getOrderProFormaInvoice: { params: { id: own.order } },
  getAccountStatement: { params: { id: own.team }, query: { from: '2026-01-01', until: '2026-12-31' } },
  getVatSummary: { params: { id: own.team }, query: { from: '2026-01-01', until: '2026-12-31' } },
  listTeamInvoices: { params: { id: own.team } },
  getInvoice: { params: { id: own.invoice } },
  updateInvoice: { params: { id: own.invoice }, body: { notes: 'Paid' } },
  quotePurchase: {
    body: {
      purchase: {
        type: 'bulkHugggs',
        reference: demo.products.daisyFlatWhite,
        reasonCode: own.reasonCode,
        quantity: 2,
      },
      payment: { method: 'walletCommitment', reference: own.wallet },
    },
    variants: [
      ...paid(own).map((payment) => ({ body: { purchase: { type: 'huggg' }, payment } })),
      ...looks(own).map((look) => ({ body: { purchase: { type: 'huggg', ...look } } })),
      { body: { purchase: { type: 'bulkHugggs', receivers: [{ user_id: own.otherUser }] } } },
      { body: { purchase: { type: 'order', reference: own.order } } },
    ],
  },
  listOrders: {},
  createOrder: {
    body: { type: 'bulkHugggs', productId: demo.products.daisyFlatWhite, receivers: [{ userId: own.otherUser }] },
    variants: [{ body: { type: 'bulkHugggs', productId: demo.products.daisyFlatWhite, coverImage: own.upload } }],
  },
  getOrder: { params: { id: own.order } },
  updateOrder: {
    params: { id: own.order },
    body: { entity: { name: 'Renamed', receivers: [{ userId: own.otherUser }] } },
    variants: [{ params: { id: own.order }, body: { entity: { coverImage: own.upload } } }],
  },
  deleteOrder: { params: { id: own.order } },
  listApprovals: { query: { status: 'pending' } },
  getApproval: { params: { id: own.heldOrder } },
  approveOrder: { params: { id: own.heldOrder }, body: { version: 1, quotedTotal: 1060 } },
  declineOrder: { params: { id: own.heldOrder }, body: { version: 1, note: 'Too dear' } },
  withdrawOrder: { params: { id: own.heldOrder } },
  getTransaction: { params: { id: own.transaction } },
  updateTransaction: { params: { id: own.transaction }, body: { notes: 'Another note' } },
  listTransactionHugggs: { params: { id: own.transaction } },
  cancelTransactionHugggs: { params: { id: own.transaction } },
  sendTransactionHugggs: { params: { id: own.transaction }, body: { receivers: [{ user_id: own.otherUser }] } },
  sendTransactionHugggsNow: { params: { id: own.transaction } },
  changeTransactionHugggs: { params: { id: own.transaction }, body: { expiry: '2026-09-01' } },
  toggleTransactionHugggsSent: { params: { id: own.transaction }, body: { sent: true } },
  requestPasswordReset: { body: { username: own.email } },
  resetPassword: { body: { token: 'none', password: 'a-password-of-some-length' } },
  createPrintableLogo: { body: { file: samplePicture() } },
  getTeamLogo: {},
  createPrintablePreview: {
    body: { templateId: THANK_YOU_CARD, productId: demo.products.daisyFlatWhite, logo: own.upload },
    variants: [{ body: { templateId: own.template, transactionId: own.printed } }],
  },
  listPrintableTemplates: { query: { productId: demo.products.daisyFlatWhite } },
  upsertPrintable: {
    params: { id: own.printed },
    body: { templateId: THANK_YOU_CARD, productId: demo.products.daisyFlatWhite, logo: own.upload },
    variants: [{ params: { id: own.printed }, body: { templateId: own.template } }],
  },
  getPrintable: { params: { id: own.printed } },
  setPrintableReceivers: {
    params: { id: own.printed },
    body: { receivers: [{ hugggId: own.printedHuggg, templateData: { name: 'Grace' } }] },
  },
  listPrintableReceivers: { params: { id: own.printed }, query: { hugggIds: [own.printedHuggg] } },
  createPrintablePdf: { body: { transactionId: own.printed, destination: 'download' } },
  createPrintableProof: { params: { id: own.printed } },
  createUpload: { query: { kind: 'logo' }, body: { file: samplePicture() } },
  updateUser: { body: { firstName: 'Someone' } },
  getUserState: { params: { id: own.user } },
  putUserState: { params: { id: own.user }, body: { entity: { lastTeamId: own.team } } },
  upsertContactPreferences: { body: { email: own.email, 'reaction-summary': false } },
  getContactPreferences: { params: { email: own.email } },
  listTeamWallets: { params: { id: own.team } },
  listUserWallets: { params: { id: own.user } },
  createWallet: { params: { id: own.team }, body: { name: 'Another wallet' } },
  updateWallet: { params: { id: own.otherWallet }, body: { name: 'Renamed', isDefault: true } },
  setLowBalanceAlert: { params: { id: own.otherWallet }, body: { amount: 1000 } },
  getAutomaticTopUp: { params: { id: own.wallet } },
  setAutomaticTopUp: {
    params: { id: own.wallet },
    body: {
      ...{ threshold: 1000, amount: 2000, monthlyLimit: 10_000 },
      ...{ cardId: own.card, consent: TOP_UP_CONSENT },
    },
  },
  removeAutomaticTopUp: { params: { id: own.wallet } },
  closeWallet: { params: { id: own.otherWallet } },
  createRemittanceAdvice: { params: { id: own.wallet }, body: { amount: 1000 } },
  getWalletStatement: { params: { id: own.wallet } },
  explainWalletBalance: { params: { id: own.wallet } },
  createWalletTransfer: { params: { id: own.wallet }, body: { toWalletId: own.otherWallet, amount: 100 } },
})
