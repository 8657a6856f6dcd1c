import type { WebContext } from '#web/context.ts'
import { ErrorPage } from '#web/ui/error-page.tsx'
import { MessagePage } from '#web/ui/message-page.tsx'
import { award } from './award/award.tsx'
import { calendar } from './calendar.ts'
import { copy } from './copy.en-GB.ts'
import { findGifts } from './find-gifts.ts'
import { gift } from './gift.tsx'
import { giftByCode } from './gift-by-code.tsx'
import { notReceived } from './not-received.ts'
import { renderPage } from './page.tsx'
import { reminders } from './reminders.tsx'
import { type Asked, PageRefusal, type RecipientRoute } from './route.ts'
import { shared } from './shared/shared.tsx'
import { texts } from './texts/texts.tsx'

/** All that recipients see. They need no router: each is a function from request to response. */
export const recipientRoutes: Readonly<Record<string, RecipientRoute>> = {
  '/a/:code': award,
  '/g': giftByCode,
  '/g/:shortcode': gift,
  '/g/:shortcode/calendar.ics': calendar,
  '/g/:shortcode/reminders': reminders,
  '/s/:shortcode': shared,
  '/t/:code': texts,
  '/gift-not-received': notReceived,
  '/find-gifts': findGifts,
}

/** Links are retyped and passed on: in capitals, or with a slash at their end. */
const patterns = Object.entries(recipientRoutes).map(
  ([path, route]) => [new RegExp(`^${path.replace(/:\w+/, '([^/]+)').replace('.', '\\.')}/*$`, 'i'), route] as const,
)

/** A recipient's page; null where the address is not one. */
export function answerRecipient(request: Request, page: WebContext): Promise<Response> | null {
  const url = new URL(request.url)
  const found = findRecipientRoute(url.pathname)
  return found && answer(found.route, { request, url, page, code: found.code })
}

export function findRecipientRoute(pathname: string): { route: RecipientRoute; code: string } | null {
  for (const [pattern, route] of patterns) {
    const match = pattern.exec(pathname)
    if (match) return { route, code: decode(match[1] ?? '') }
  }
  return null
}

async function answer(route: RecipientRoute, asked: Asked): Promise<Response> {
  const { request, page } = asked
  try {
    const response = await (request.method === 'POST' ? submit(route, asked) : route.show(asked))
    if (request.method !== 'HEAD') return response
    return new Response(null, { status: response.status, headers: response.headers })
  } catch (error) {
    const isRefusal = error instanceof PageRefusal
    if (!isRefusal && !request.signal.aborted) page.reportError(error)
    return apologise(route, asked, isRefusal ? error.status : 500)
  }
}

async function submit(route: RecipientRoute, asked: Asked): Promise<Response> {
  if (!route.submit) throw new PageRefusal(405)
  const form = await asked.request.formData().catch(() => {
    throw new PageRefusal(400)
  })
  return route.submit(asked, form)
}

const RETRY_AFTER_SECONDS: Record<number, string> = { 429: '60', 503: '30' }

function apologise(route: RecipientRoute, asked: Asked, status: number): Response {
  if (route.apologise) return route.apologise(asked, status)
  const { unknown = copy.failures.unknown } = route
  const { page, url } = asked
  const { busy, unavailable, retry } = copy.failures
  const retryAfter = RETRY_AFTER_SECONDS[status]
  const init = { status, ...(retryAfter && { headers: { 'Retry-After': retryAfter } }) }
  if (status === 405) return renderPage(page, <ErrorPage status={status} here={url.pathname} />, init)
  if (status === 404 || status === 400) return renderPage(page, <MessagePage {...unknown} />, init)
  const words = status === 429 ? busy : unavailable
  return renderPage(page, <MessagePage {...words} action={{ label: retry, href: url.pathname }} />, init)
}

function decode(code: string): string {
  try {
    return decodeURIComponent(code)
  } catch {
    return code
  }
}
