import type { operatorContract } from '#contract/operator/index.ts'
import { demo } from '#server/app/demo/ids.ts'
import type { Sample } from './contract-walk.ts'
import type { TenantRecords } from './samples.ts'

/** Why operators do things in tests. */
export const REASON = 'asked for by telephone'

/** No record has this id. */
const NO_ONE = '00000000-0000-4000-8000-00000000dead'

const announced = {
  text: 'Gifts are late today.',
  level: 'warning',
  from: '2026-03-02T09:00:00Z',
  until: '2026-03-03T09:00:00Z',
  reason: REASON,
}

/** A valid call of each endpoint of the console, about one tenant's records. */
export const operatorSamples = ({
  team,
  otherUser,
  transaction,
  charge,
}: TenantRecords): Record<keyof typeof operatorContract, Sample> => ({
  signInOperator: { body: { email: 'owner@posy.test', password: 'not this one' } },
  confirmOperatorSignIn: { body: { challenge: 'none', code: '123456' } },
  chooseOperatorPassword: { body: { token: 'none', password: 'a fine harbour 2026' } },
  getOperator: {},
  signOutOperator: {},
  getOperatorOverview: {},
  searchAsOperator: { query: { q: 'acme' } },
  getCustomer: { params: { id: team } },
  setCustomerCredit: { params: { id: team }, body: { creditLimitPence: 1234, reason: REASON } },
  deactivateCustomer: { params: { id: team }, body: { reason: REASON } },
  reactivateCustomer: { params: { id: team }, body: { reason: REASON } },
  startImpersonation: { params: { id: team }, body: { userId: otherUser, reason: REASON } },
  approveCustomerPlan: { params: { id: team }, body: { reason: REASON } },
  getOperatorPurchase: { params: { id: transaction } },
  refundPurchase: { params: { id: transaction }, body: { reason: REASON } },
  listOperatorCharges: { query: { teamId: team } },
  getOperatorCharge: { params: { id: charge } },
  refundOperatorCharge: { params: { id: charge }, body: { amountPence: 1, refundedPence: 0, reason: REASON } },
  listOperatorMessages: {},
  getWork: {},
  retryJobs: { body: { queue: 'webhooks', reason: REASON } },
  releaseWork: { params: { id: NO_ONE }, body: { reason: REASON } },
  listOperatorActs: {},
  listBankLines: {},
  getBankLine: { params: { id: NO_ONE } },
  stageBankStatement: { body: { file: new File(['Number,Date'], 'statement.csv'), reason: REASON } },
  getBankStatement: { params: { id: NO_ONE } },
  importBankStatement: { params: { id: NO_ONE }, body: { reason: REASON } },
  allocateBankLine: { params: { id: NO_ONE }, body: { reference: 'HGDEMO0401', reason: REASON } },
  undoBankLine: { params: { id: NO_ONE }, body: { reason: REASON } },
  setBankLineAside: { params: { id: NO_ONE }, body: { reason: REASON } },
  listPayouts: {},
  requestPayout: {
    body: {
      walletReference: 'HGDEMO0401',
      amountPence: 100,
      payee: 'Acme Ltd',
      sortCode: '200000',
      accountNumber: '12345678',
      reason: REASON,
    },
  },
  releasePayout: { params: { id: NO_ONE }, body: { reason: REASON } },
  refusePayout: { params: { id: NO_ONE }, body: { reason: REASON } },
  makePayoutFile: { body: { reason: REASON } },
  getPayoutFile: { params: { id: NO_ONE } },
  findPerson: { query: { person: 'admin@acme.test' } },
  listPersonRequests: {},
  exportPerson: { body: { person: 'admin@acme.test', reason: REASON } },
  getPersonExport: { params: { id: NO_ONE } },
  erasePerson: { body: { person: 'viewer@acme.test', liveGifts: 'wait', reason: REASON } },
  withdrawErasure: { params: { id: NO_ONE }, body: { reason: REASON } },
  listMerchants: {},
  getMerchant: { params: { id: demo.brands.daisyCoffee } },
  proposeBankDetails: {
    params: { id: demo.brands.daisyCoffee },
    body: {
      accountName: 'Daisy Coffee Ltd',
      sortCode: '200000',
      accountNumber: '12345678',
      email: 'accounts@daisy.test',
      reason: REASON,
    },
  },
  approveBankDetails: { params: { id: demo.brands.daisyCoffee }, body: { detailsId: NO_ONE, reason: REASON } },
  correctMerchant: { params: { id: demo.brands.daisyCoffee }, body: { amountPence: -100, reason: REASON } },
  drawMerchantStatements: { body: { until: '2026-02-28', reason: REASON } },
  listMerchantStatements: {},
  getMerchantStatement: { params: { id: NO_ONE } },
  getMerchantStatementPaper: { params: { id: NO_ONE }, query: { format: 'csv' } },
  listMerchantFiles: {},
  buildMerchantFile: { body: { reason: REASON } },
  releaseMerchantFile: { params: { id: NO_ONE }, body: { reason: REASON } },
  discardMerchantFile: { params: { id: NO_ONE }, body: { reason: REASON } },
  getMerchantFile: { params: { id: NO_ONE } },
  bookMerchantPayment: {
    body: { paymentReference: 'MST-000001', amountPence: 100, bankLine: 'line', reason: REASON },
  },
  stageCatalogueFile: { body: { file: new File(['{}'], 'catalogue.json'), reason: REASON } },
  getCatalogueFile: { params: { id: NO_ONE } },
  importCatalogueFile: { params: { id: NO_ONE }, body: { digest: '0'.repeat(64), reason: REASON } },
  getStock: {},
  addCodes: {
    params: { id: demo.products.daisyFlatWhite },
    body: { file: new File(['code\nSAMPLE-1'], 'codes.csv'), reason: REASON },
  },
  setCodeLimit: { params: { id: demo.products.daisyFlatWhite }, body: { lowBelow: 5, reason: REASON } },
  setFloatLimit: { body: { issuer: 'tillo', currency: 'GBX', lowBelowPence: 5000, reason: REASON } },
  listReconcileRuns: {},
  getReconcileRun: { params: { id: NO_ONE } },
  startReconcile: { body: { reason: REASON } },
  listOperatorAnnouncements: {},
  createAnnouncement: { body: announced },
  updateAnnouncement: { params: { id: NO_ONE }, body: announced },
  endAnnouncement: { params: { id: NO_ONE }, body: { reason: REASON } },
})
