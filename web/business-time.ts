import { getSandboxClock } from '#contract/sandbox/clock.ts'
import { callApi } from './api.ts'
import type { WebContext } from './context.ts'

/** What time the product takes it for: in the sandbox its clock may have been moved. */
export async function businessNow(page: WebContext): Promise<Date> {
  const clock = page.sandbox ? await callApi(page, getSandboxClock, {}) : null
  return clock?.ok ? new Date(clock.value.data.now) : new Date()
}
