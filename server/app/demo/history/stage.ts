import type { Hono } from 'hono'
import type { Instant } from '#kit/time.ts'
import type { Posy } from '#server/platform/posy.ts'
import { DEMO_PASSWORD } from '../ids.ts'

/** The product, as its owner has put it together. */
export interface App {
  posy: Posy
  api: Hono
}

/** Something that people did at one moment. */
export interface Scene {
  at: Instant
  /** Played again after a restart, it finds what it did before and leaves it at that. */
  play(stage: Stage): Promise<void>
}

/** A person in one of their teams, or a program; recipients are no one. */
export type Caller = { email: string; teamId: string } | { client: string }

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'

/** What was asked for is not possible. */
export class DemoRefusal extends Error {
  readonly status: number
  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** Where scenes are played: through the API, as the people they tell of. */
export interface Stage {
  app: App
  /**
   * The answer's data. Everybody in the demo world has its usual password.
   * @throws Refusal
   */
  // biome-ignore lint/suspicious/noExplicitAny: scenes read answers as a caller would, by name
  ask(as: Caller | null, method: Method, path: string, body?: object): Promise<any>
}

/**
 * The stage of one scene. What it asks for has the same Idempotency-Key whenever it is played, so that after a restart the
 * first answer comes again.
 */
export function createStage(app: App, tokens: Map<string, string>, scene: number): Stage {
  let asked = 0
  const call = async (method: Method, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await app.api.request(path, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new DemoRefusal(`${method} ${path}: ${await response.text()}`, response.status)
    return response.json()
  }
  const getToken = async (caller: Caller): Promise<string> => {
    const known = tokens.get(JSON.stringify(caller))
    if (known) return known
    const grant =
      'client' in caller
        ? { grant_type: 'client_credentials', client_id: caller.client, client_secret: `${caller.client}-secret` }
        : {
            grant_type: 'password',
            client_id: 'demo-web',
            client_secret: 'demo-web-secret',
            username: caller.email,
            password: DEMO_PASSWORD,
            team_id: caller.teamId,
          }
    const { access_token } = await call('POST', '/oauth/token', grant)
    tokens.set(JSON.stringify(caller), access_token)
    return access_token
  }
  return {
    app,
    ask: async (as, method, path, body) => {
      const key = `demo-history-${scene}-${asked++}`
      const authorization: Record<string, string> = as ? { authorization: `Bearer ${await getToken(as)}` } : {}
      return (await call(method, path, body, { 'idempotency-key': key, ...authorization })).data
    },
  }
}
