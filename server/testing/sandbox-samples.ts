import type { sandboxEndpoints } from '#contract/sandbox/index.ts'
import type { Sample } from './contract-walk.ts'

const DNS_RECORD = { name: '_posy-challenge.acme.test', text: 'posy=one' }

/** A request of each endpoint of the sandbox that succeeds, to be sent in this order: the clock is moved last. */
export const sandboxSamples = (own: {
  message: string
  employee: string
  railCode: string
  sandbox: string
}): Record<keyof typeof sandboxEndpoints, Sample> => ({
  listSandboxMessages: { query: { limit: 2 } },
  getSandboxMessage: { params: { id: own.message } },
  reportSandboxMessage: { params: { id: own.message }, body: { event: 'delivered' } },
  planSandboxCardFailure: { body: { at: 'payment', failure: 'error', times: 2 } },
  getSandboxCards: { query: { limit: 2 } },
  clearSandboxCardFailures: {},
  setSandboxIssuerStock: { body: { brand: 'daisy-gb', left: 3 } },
  planSandboxIssuerFailure: { body: { failure: 'throttled', times: 3 } },
  getSandboxIssuer: { query: { limit: 2 } },
  clearSandboxIssuerFailures: {},
  planSandboxRailFailure: { body: { at: 'pin', failure: 'slow', times: 2 } },
  getSandboxRails: { query: { limit: 2 } },
  clearSandboxRailFailures: {},
  spendSandboxRailCode: { body: { rail: 'pin', reference: own.railCode, event: 'cashed' } },
  getSandboxSettlement: { params: { rail: 'pin' } },
  planSandboxPhoneFailure: { body: { failure: 'spam', times: 2 } },
  getSandboxPhone: {},
  clearSandboxPhoneFailures: {},
  replyFromSandboxPhone: { body: { from: '+447700900410', text: 'STOP' } },
  hireSandboxEmployee: {
    body: {
      firstName: 'Nina',
      surname: 'Newcomer',
      workEmail: 'nina.newcomer@acme.test',
      team: 'Engineering',
      location: 'Leeds',
    },
  },
  changeSandboxEmployee: { params: { id: own.employee }, body: { team: 'Support' } },
  planSandboxHrFailure: { body: { failure: 'throttled', times: 2 } },
  getSandboxHr: {},
  clearSandboxHrFailures: {},
  putSandboxDnsRecord: { body: DNS_RECORD },
  getSandboxDns: {},
  planSandboxMonitoringFailure: { body: { failure: 'error', times: 1 } },
  getSandboxMonitoring: {},
  clearSandboxMonitoring: {},
  startOwnSandbox: {},
  listOwnSandboxes: {},
  stopOwnSandbox: { params: { id: own.sandbox } },
  moveSandboxClock: { body: { advance: 'P1D' } },
  getSandboxClock: {},
})
