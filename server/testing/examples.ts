import type { Endpoint } from '#contract/core/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import type { Sample } from './contract-walk.ts'
import { isObject, KNOWN } from './recorder.ts'
import { samples, type TenantRecords } from './samples.ts'

type Name = keyof Contract

/** The requests of the reference: a sample of each endpoint, or one that succeeds where the sample does not. */
export const exampleRequests = (own: TenantRecords): Record<Name, Sample> => ({
  ...samples(own),
  beginPasskey: { params: { id: own.user }, body: { password: DEMO_PASSWORD } },
  createAuthoriseUrl: { body: { provider: 'google', redirectUri: 'http://posy.localhost:3000/sso/google' } },
  searchHugggs: { body: { query: { filters: { transactionIds: [own.transaction], teamIds: [own.team] } } } },
  presignup: { body: { email: 'ada@new.test', plan: demo.plans.free } },
  sendTransactionHugggs: {
    params: { id: own.transaction },
    body: { receivers: [{ email: 'ada@friends.test', notes: 'Ada' }] },
  },
  cancelHuggg: { params: { id: own.printedHuggg } },
  updateWallet: { params: { id: own.otherWallet }, body: { name: 'Team days' } },
})

/** What would be refused after others have been sent, in this order. */
const FIRST: readonly Name[] = [
  'putRecipientList',
  'raiseSuperHugggLimit',
  'requestClaimCode',
  'withdrawFromParticipant',
  'checkParticipants',
  'addParticipants',
  'previewBudgetFeed',
  'putBudgetFeed',
  'runBudget',
  'changeTransactionHugggs',
  'sendTransactionHugggs',
  'updateHuggg',
  'toggleHugggSent',
  'openGift',
  'claimGift',
  'revealGift',
  'reactToGift',
  'redeemHuggg',
  'signOutTeamUser',
]
/** What ends something that others need, in this order. */
const LAST: readonly Name[] = ['revokeApiKey', 'switchTeam', 'endOtherSessions', 'endSession']

/** Questions first, then what makes and changes, then what takes away. */
export function inSendingOrder(endpoints: readonly [Name, Endpoint][]): [Name, Endpoint][] {
  const turn = ([name, { id, method, path }]: [Name, Endpoint]) => {
    if (LAST.includes(name)) return 4 + LAST.indexOf(name)
    if (method === 'GET' || path.includes('/searches')) return 0
    if (FIRST.includes(name)) return 1 + FIRST.indexOf(name) / FIRST.length
    return method === 'DELETE' || /^(cancel|stop|end)[A-Z]/.test(id) ? 3 : 2
  }
  return endpoints.toSorted((one, other) => turn(one) - turn(other))
}

/** Where two examples differ in shape: in their fields, not in what these hold. Nothing is of any shape, and so is an empty list. */
export function shapeDifferences(one: unknown, other: unknown, path = ''): string[] {
  if (one === null || other === null) return []
  if (Array.isArray(one) && Array.isArray(other))
    return one.length && other.length ? shapeDifferences(one[0], other[0], `${path}[]`) : []
  if (!isObject(one) || !isObject(other))
    return typeof one === typeof other ? [] : [`${path} ${typeof one} ${typeof other}`]
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) => !key.startsWith(KNOWN))
  return keys.flatMap((key) => shapeDifferences(one[key], other[key], `${path}.${key}`))
}
