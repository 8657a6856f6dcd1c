import { expect } from 'vitest'
import { callUrl } from '#contract/core/call-url.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { CallResult } from '#contract/core/invoke.ts'
import type { TestAnswer, TestApp } from './app.ts'
import type { Sample } from './contract-walk.ts'
import { sameAnswer } from './refusals.ts'

export interface Sending {
  as?: string | undefined
  /** In place of the sample's: a string is sent as it is. */
  body?: unknown
  headers?: Record<string, string>
}

/**
 * Sends a sample over HTTP and, where a page could send the same, in process as well: both doors must answer alike. What a page
 * cannot send is an API key, other headers and a body that is none of the contract's kinds. What was carried out is not asked again.
 */
export async function sendThroughBothDoors(
  app: TestApp,
  endpoint: Endpoint,
  sample: Sample,
  { as, body = sample.body, headers = {} }: Sending = {},
): Promise<TestAnswer> {
  const answer = await app.request(endpoint.method, callUrl('', endpoint, sample.params, sample.query), {
    ...(as && { as }),
    ...((endpoint.body || body !== undefined) && { body: body ?? {} }),
    headers,
  })
  const onPage = toValue(endpoint, body)
  const wasDone = answer.status < 400 && endpoint.method !== 'GET'
  if (wasDone || as?.startsWith('key:') || Object.keys(headers).length || !onPage) return answer
  const outcome = await app.invoke(endpoint, { ...sample, body: onPage.value } as never, as)
  expect(outcomeParts(outcome), endpoint.id).toEqual(answerParts(endpoint, answer))
  return answer
}

/** A body as a page would give it; null where it cannot. */
function toValue({ bodyKind }: Endpoint, body: unknown): { value: unknown } | null {
  const isWholeForm =
    bodyKind !== 'multipart' || Object.values((body ?? {}) as object).some((one) => one instanceof Blob)
  if (body instanceof FormData || !isWholeForm) return null
  if (typeof body !== 'string') return { value: body }
  try {
    return { value: JSON.parse(body) }
  } catch {
    return null
  }
}

const outcomeParts = (outcome: CallResult<unknown>) => {
  if (outcome.ok) return { ok: true }
  const { requestId: _, ...problem } = outcome.problem
  return { ok: false, ...(sameAnswer(problem) as object) }
}

function answerParts(endpoint: Endpoint, { status, body }: TestAnswer) {
  if (status === (endpoint.status ?? 200) || status === 202) return { ok: true }
  const { code, message, help, details = [] } = body
  return { ok: false, status, ...(sameAnswer({ code, message, help, details }) as object) }
}
