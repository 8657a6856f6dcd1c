import { createHmac, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import {
  type Employee,
  type HrIntegration,
  HrRefused,
  type HrSystems,
  HrUnavailable,
} from '#server/providers/merge/types.ts'
import { AccountToken, Event, Integration, LinkToken, Page, readEmployee, SyncStatus } from './answers.ts'

export interface MergeSettings {
  apiKey: string
  /** Signs Merge's webhooks to us. */
  webhookKey: string
  /** `https://api.merge.dev`, or the address of another region. */
  baseUrl: string
  /** The script that opens the page on which a person connects their HR system; Merge's own unless told. */
  linkScriptUrl?: string
  /** For one request; 20 s unless told. */
  timeoutMs?: number
  /** How a rate limit is waited for. */
  pause?: (ms: number) => Promise<unknown>
}

const LINK_SCRIPT_URL = 'https://ah-cdn.merge.dev/initialize.js'
const PAGE_SIZE = 100
/** No one has more; a list without end is an error of the other side's. */
const MOST_PAGES = 2000
const LONGEST_ANSWER = 8_000_000
/** A wait of at most so long is waited for within a request; a longer one is handed back. */
const LONGEST_PAUSE_SECONDS = 60
const TRIES = 4
const USUAL_PAUSE_SECONDS = 5

interface Call {
  method?: 'GET' | 'POST'
  path: string
  accountToken?: string
  body?: object
}

/** HR systems through Merge (api.merge.dev, HRIS v1). */
export function openMerge(settings: MergeSettings): HrSystems {
  const ask = <S extends z.ZodType>(schema: S, call: Call) => askMerge(settings, schema, call)
  return {
    linkScriptUrl: settings.linkScriptUrl ?? LINK_SCRIPT_URL,
    integrations: async (category) => {
      const found = await readPages(ask, { path: '/api/organizations/integrations' })
      return found
        .flatMap((one) => Integration.safeParse(one).data ?? [])
        .filter(({ categories }) => categories.includes(category))
        .map(
          ({ slug, name, image, square_image, color }): HrIntegration => ({
            ...{ slug, name, image, categories: [category] },
            squareImage: square_image,
            colour: color,
          }),
        )
    },
    createLinkToken: async ({ originId, category, integrationSlug, email, organisation }) => {
      const { link_token } = await ask(LinkToken, {
        method: 'POST',
        path: `/api/${category}/v1/link-token`,
        body: {
          end_user_email_address: email,
          end_user_organization_name: organisation,
          end_user_origin_id: originId,
          categories: [category],
          integration: integrationSlug,
          should_create_magic_link_url: false,
        },
      })
      return link_token
    },
    exchange: async (publicToken) => {
      const { account_token, integration } = await ask(AccountToken, {
        path: `/api/hris/v1/account-token/${encodeURIComponent(publicToken)}`,
      })
      return { accountToken: account_token, integration }
    },
    isReady: async (accountToken) => {
      const models = await readPages(ask, { path: '/api/hris/v1/sync-status', accountToken })
      return models.every((model) => {
        const { model_name: name, status, is_initial_sync: isFirst } = SyncStatus.parse(model)
        return name !== 'Employee' || !isFirst || status === 'DONE' || status === 'PARTIALLY_SYNCED'
      })
    },
    employees: async (accountToken) => {
      const path = `/api/hris/v1/employees?expand=employments,groups,work_location&page_size=${PAGE_SIZE}`
      const byId = new Map<string, Employee>()
      for (const answer of await readPages(ask, { path, accountToken })) {
        const employee = readEmployee(answer)
        if (employee) byId.set(employee.id, employee)
      }
      return [...byId.values()]
    },
    forget: async (accountToken) => {
      await post(settings, '/api/hris/v1/delete-account', accountToken)
    },
    readEvent: ({ rawBody, signature }) => {
      if (!isSigned(settings.webhookKey, rawBody, signature)) return 'forged'
      const event = Event.safeParse(parse(rawBody))
      return event.success ? { originId: event.data.linked_account.end_user_origin_id } : null
    },
  }
}

type Ask = <S extends z.ZodType>(schema: S, call: Call) => Promise<z.output<S>>

/** Every page or none: one that fails fails the whole. */
async function readPages(ask: Ask, call: Call): Promise<unknown[]> {
  const found: unknown[] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const separator = call.path.includes('?') ? '&' : '?'
    const path: string = cursor ? `${call.path}${separator}cursor=${encodeURIComponent(cursor)}` : call.path
    const { next, results } = await ask(Page, { ...call, path })
    found.push(...results)
    if (!next) return found
    cursor = cursorIn(next)
  }
  throw new HrUnavailable('Merge gave pages without end')
}

/** Some lists give the next page's cursor, some its address. */
const cursorIn = (next: string): string =>
  (URL.canParse(next) ? new URL(next).searchParams.get('cursor') : null) ?? next

const post = (settings: MergeSettings, path: string, accountToken: string) =>
  request(settings, { method: 'POST', path, accountToken }).catch((error: unknown) => {
    if (!(error instanceof HrRefused)) throw error
    return ''
  })

async function askMerge<S extends z.ZodType>(settings: MergeSettings, schema: S, call: Call): Promise<z.output<S>> {
  const read = schema.safeParse(parse(await request(settings, call)))
  if (!read.success) throw new HrUnavailable('Merge gave an answer of no known form')
  return read.data
}

const waitFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** One request, again after a rate limit's pause. @returns the answer's text */
async function request(settings: MergeSettings, call: Call): Promise<string> {
  const { pause = waitFor } = settings
  for (let attempt = 1; ; attempt++) {
    const response = await send(settings, call)
    const raw = await response.text().catch(() => '')
    if (response.ok) return raw.length > LONGEST_ANSWER ? '' : raw
    if (response.status === 401 || response.status === 403)
      throw new HrRefused(`Merge ${response.status}`, call.accountToken ? 'revoked' : 'invalid')
    if (response.status === 429) {
      const seconds = Number(response.headers.get('retry-after')) || USUAL_PAUSE_SECONDS
      if (seconds > LONGEST_PAUSE_SECONDS || attempt === TRIES) throw new HrUnavailable('Merge 429', seconds)
      await pause(seconds * 1000)
      continue
    }
    if (response.status < 500) throw new HrRefused(`Merge ${response.status}`, 'invalid')
    throw new HrUnavailable(`Merge ${response.status}`)
  }
}

async function send({ apiKey, baseUrl, timeoutMs = 20_000 }: MergeSettings, call: Call): Promise<Response> {
  const { method = 'GET', path, accountToken, body } = call
  try {
    return await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${apiKey}`,
        ...(accountToken && { 'X-Account-Token': accountToken }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (error) {
    throw new HrUnavailable(`Merge: ${error instanceof Error ? error.name : 'no answer'}`)
  }
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

/** HMAC-SHA256 over the body as it came, in base64url; padding may be there or not. */
function isSigned(key: string, rawBody: string, signature: string | null): boolean {
  const expected = createHmac('sha256', key).update(rawBody).digest('base64url')
  const given = (signature ?? '').replace(/=+$/, '')
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}
