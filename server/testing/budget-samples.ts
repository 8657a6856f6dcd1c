import type { Contract } from '#contract/index.ts'
import type { Sample } from './contract-walk.ts'
import type { TenantRecords } from './tenant-records.ts'

/** Of automated budgets. */
export const budgetSamples = (own: TenantRecords) =>
  ({
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
    copyBudget: { params: { id: own.budget }, body: { withParticipants: true } },
    startBudget: { params: { id: own.budget }, body: { startNow: true } },
    stopBudget: { params: { id: own.budget } },
    unscheduleBudget: { params: { id: own.budget } },
    runBudget: { params: { id: own.budget } },
    getExecutionDates: { params: { id: own.budget } },
    getForecast: { params: { id: own.budget } },
    getBudgetChanges: { params: { id: own.budget } },
    previewBudget: {
      params: { id: own.budget },
      body: { budgetAmount: 1500, walletId: own.wallet, billingMethod: { type: 'card', cardId: own.card } },
    },
    listExecutions: { params: { id: own.budget } },
    getExecution: { params: { id: own.budget, executionId: own.execution } },
    undoExecution: { params: { id: own.budget, executionId: own.execution } },
    listExecutionOutcomes: { params: { id: own.budget, executionId: own.execution } },
    listParticipants: { params: { id: own.budget }, query: { id: [own.participant] } },
    addParticipants: { params: { id: own.budget }, body: { participants: ['colleague@else.test'] } },
    checkParticipants: { params: { id: own.budget }, body: { csv: 'colleague@else.test' } },
    deleteParticipants: { params: { id: own.budget }, body: { participantIds: [own.participant] } },
    updateParticipants: { params: { id: own.budget }, body: { participantIds: [own.participant], budgetAmount: 1000 } },
    getParticipantList: { params: { id: own.budget } },
    putParticipantList: {
      params: { id: own.budget },
      body: { known: [], rows: [{ email: 'ada@', name: 'Ada', amount: '25' }] },
    },
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
    getRunCalendar: {},
    getAllowanceLimit: {},
    getAllowanceStatement: { params: { participantId: own.participant }, query: { from: '2026-01-01' } },
    leaveBudget: { params: { participantId: own.participant } },
    getParticipantStatement: { params: { id: own.budget, participantId: own.participant } },
    getAllowance: {},
    listAllowances: {},
  }) satisfies Partial<Record<keyof Contract, Sample>>
