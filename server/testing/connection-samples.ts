import type { Contract } from '#contract/index.ts'
import { demo } from '#server/app/demo/ids.ts'
import type { Sample } from './contract-walk.ts'
import type { TenantRecords } from './tenant-records.ts'

/** Of other systems: HR, celebrations and webhooks. */
export const connectionSamples = (own: TenantRecords) =>
  ({
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
    updateWebhook: { params: { id: own.team, webhookId: own.webhook }, body: { description: 'For our CRM' } },
    deleteWebhook: { params: { id: own.team, webhookId: own.webhook } },
    rotateWebhookSecret: { params: { id: own.team, webhookId: own.webhook } },
    testWebhook: { params: { id: own.team, webhookId: own.webhook } },
    listWebhookDeliveries: { params: { id: own.team, webhookId: own.webhook } },
    replayWebhook: {
      params: { id: own.team, webhookId: own.webhook },
      body: { from: '2026-03-01T00:00:00Z', until: '2026-03-02T00:00:00Z' },
    },
  }) satisfies Partial<Record<keyof Contract, Sample>>
