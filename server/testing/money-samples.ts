import type { Contract } from '#contract/index.ts'
import { TOP_UP_CONSENT } from '#contract/payments/automatic-top-ups.ts'
import { demo } from '#server/app/demo/ids.ts'
import type { Sample } from './contract-walk.ts'
import { looks, paid, pictured, type TenantRecords } from './tenant-records.ts'

/** Of wallets, cards, purchases and their documents. */
export const moneySamples = (own: TenantRecords) =>
  ({
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
    listBudgetInvoices: { params: { id: own.budget } },
    updateBudgetInvoice: {
      params: { id: own.budget, invoiceId: own.budgetInvoice },
      body: { published: true, notes: 'Seen' },
    },
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
            purchase: { type: 'huggg', reference: demo.products.choiceOfGift10, hugggMeta: pictured(own) },
            payment: { method: 'walletCommitment', reference: own.wallet },
          },
        },
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
    getAccountStatementPdf: { params: { id: own.team }, query: { from: '2026-01-01', until: '2026-12-31' } },
    getStatementEmails: { params: { id: own.team } },
    putStatementEmails: { params: { id: own.team }, body: { monthly: true } },
    getVatSummary: { params: { id: own.team }, query: { from: '2026-01-01', until: '2026-12-31' } },
    getAccountsMap: { params: { id: own.team }, query: { package: 'xero' } },
    putAccountsMap: {
      params: { id: own.team },
      body: {
        package: 'sage50',
        accounts: {
          ...{ gifts: '7403', fees: '7403', plans: '8201', vat: '2201' },
          ...{ wallets: '1103', owed: '2109', card: '1240', bank: '1200' },
        },
        taxCode: 'T9',
      },
    },
    exportAccounts: { params: { id: own.team }, body: { package: 'xero', month: '2026-02' } },
    listVatPeriods: { params: { id: own.team } },
    closeVatPeriod: { params: { id: own.team }, body: { from: '2026-01-01', until: '2026-01-31' } },
    reopenVatPeriod: { params: { id: own.team }, body: { until: '2026-01-31' } },
    getTeamSpending: { params: { id: own.team }, query: { month: '2026-03' } },
    getSpendingReport: { params: { id: own.team }, query: { from: '2026-01-01', until: '2026-12-31', by: 'product' } },
    downloadSpendingReport: { params: { id: own.team }, query: { from: '2026-01-01', until: '2026-12-31' } },
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
        { body: { purchase: { type: 'huggg', reference: demo.products.choiceOfGift10, hugggMeta: pictured(own) } } },
      ],
    },
    listOrders: {},
    createOrder: {
      body: { type: 'bulkHugggs', productId: demo.products.daisyFlatWhite, receivers: [{ userId: own.otherUser }] },
      variants: [
        { body: { type: 'bulkHugggs', productId: demo.products.daisyFlatWhite, coverImage: own.upload } },
        { body: { type: 'bulkHugggs', productId: demo.products.choiceOfGift10, hugggMeta: pictured(own) } },
        {
          body: {
            ...{ type: 'bulkHugggs', productId: demo.products.daisyFlatWhite, deliveryMethod: 'printable' },
            printableTemplateId: own.template,
          },
        },
      ],
    },
    getOrder: { params: { id: own.order } },
    updateOrder: {
      params: { id: own.order },
      body: { entity: { name: 'Renamed', receivers: [{ userId: own.otherUser }] } },
      variants: [
        { params: { id: own.order }, body: { entity: { coverImage: own.upload } } },
        {
          params: { id: own.order },
          body: { entity: { productId: demo.products.choiceOfGift10, hugggMeta: pictured(own) } },
        },
        { params: { id: own.order }, body: { entity: { printableTemplateId: own.template } } },
      ],
    },
    previewOrderEmail: { params: { id: own.order } },
    sendOrderTestEmail: { params: { id: own.order }, body: {} },
    repeatTransaction: { params: { id: own.transaction }, body: {} },
    listRecipientLists: {},
    listRecipientGroups: {},
    createRecipientGroup: {
      body: {
        name: 'Customers of spring',
        people: [{ email: 'ada@friends.test', name: 'Ada' }],
        transactionId: own.transaction,
      },
    },
    updateRecipientGroup: {
      params: { id: own.recipientGroup },
      body: {
        name: 'Leeds',
        people: [{ phoneNumber: '07700 900123' }],
        remove: [own.groupPerson],
        transactionId: own.transaction,
      },
    },
    deleteRecipientGroup: { params: { id: own.recipientGroup } },
    listGroupPeople: { params: { id: own.recipientGroup } },
    getRecipientList: { params: { id: own.order } },
    putRecipientList: {
      params: { id: own.order },
      body: { version: 1, deliveryMethod: 'email', rows: [{ address: 'ada@', name: 'Ada', notes: '' }] },
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
    cancelTransactionHugggs: {
      params: { id: own.transaction },
      variants: [{ params: { id: own.transaction }, body: { hugggIds: [own.huggg] } }],
    },
    sendTransactionHugggs: { params: { id: own.transaction }, body: { receivers: [{ user_id: own.otherUser }] } },
    sendTransactionHugggsNow: { params: { id: own.transaction } },
    changeTransactionHugggs: {
      params: { id: own.transaction },
      body: { expiry: '2026-09-01' },
      variants: [{ params: { id: own.transaction }, body: { expiry: '2026-09-01', hugggIds: [own.huggg] } }],
    },
    changeTransactionPeople: {
      params: { id: own.transaction },
      body: { removed: [own.huggg] },
      variants: [
        {
          params: { id: own.transaction },
          body: { changed: [{ hugggId: own.huggg, email: 'someone@else.test' }] },
        },
      ],
    },
    toggleTransactionHugggsSent: { params: { id: own.transaction }, body: { sent: true } },
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
    listRemittanceAdvices: { params: { id: own.wallet } },
    createRemittanceAdvice: { params: { id: own.wallet }, body: { amount: 1000 } },
    listMovements: { query: { walletId: [own.wallet] } },
    getWalletStatement: { params: { id: own.wallet } },
    explainWalletBalance: { params: { id: own.wallet } },
    createWalletTransfer: { params: { id: own.wallet }, body: { toWalletId: own.otherWallet, amount: 100 } },
  }) satisfies Partial<Record<keyof Contract, Sample>>
