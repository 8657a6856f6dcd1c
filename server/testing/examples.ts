import type { Endpoint } from '#contract/core/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import type { Example } from '#contract/recorded-examples.ts'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import type { TestAnswer } from './app.ts'
import type { Sample } from './contract-walk.ts'
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

const MOST_ITEMS = 2
const MOST_VALUES = 12
const MOST_LETTERS = 200
const SECRET = /token|secret|^key$|^codes?$/i
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
/** Of the demo world and the starter catalogue, the same in every installation with a sandbox. */
const KNOWN = '00000000-0000-4000-8000-'

/** Writes down requests and answers as the reference shows them: ids numbered as they come, secrets and long parts cut. */
export class Recorder {
  readonly #ids = new Map<string, string>()

  record(endpoint: Endpoint, { params, query, body }: Sample, { status, body: answer }: TestAnswer): Example {
    const isForm = endpoint.bodyKind === 'multipart'
    const isAnswered = status !== 204
    return {
      ...(params && { params: this.#tidy(params) as Record<string, unknown> }),
      ...(query && { query: this.#tidy(query) as Record<string, unknown> }),
      ...(endpoint.body && !isForm && { body: this.#tidy(body ?? {}) }),
      status,
      ...(isAnswered && { answer: this.#tidy(answer, '', true) }),
    }
  }

  #tidy(value: unknown, name = '', cut = false): unknown {
    if (typeof value === 'string') return this.#tidyText(value, name, cut)
    if (Array.isArray(value))
      return (cut ? value.slice(0, isObject(value[0]) ? MOST_ITEMS : MOST_VALUES) : value).map((one) =>
        this.#tidy(one, name, cut),
      )
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [this.#number(key), this.#tidy(one, key, cut)]))
  }

  #tidyText(text: string, name: string, cut: boolean): string {
    const numbered = this.#number(text)
    if (cut && SECRET.test(name) && text.length > 40) return `${numbered.slice(0, 12)}…`
    return cut && text.length > MOST_LETTERS ? `${numbered.slice(0, MOST_LETTERS)}…` : numbered
  }

  #number = (text: string): string =>
    text.replace(UUID, (id) => {
      if (id.startsWith(KNOWN)) return id
      const known = this.#ids.get(id) ?? `${KNOWN}e${String(this.#ids.size + 1).padStart(11, '0')}`
      this.#ids.set(id, known)
      return known
    })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
