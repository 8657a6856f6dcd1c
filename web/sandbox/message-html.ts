import { data, type LoaderFunctionArgs } from 'react-router'
import { getSandboxMessage } from '#contract/sandbox/messages.ts'
import { callApi } from '#web/api.ts'
import { webContext } from '#web/context.ts'

/**
 * The HTML of one message, for the frame on its page. A document of its own, because mail is styled by attributes, which
 * our pages' policy forbids: here styles may speak and nothing else, and the sandbox keeps even that apart from us.
 */
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ')

export async function loader({ params, context }: LoaderFunctionArgs) {
  const answer = await callApi(context.get(webContext), getSandboxMessage, { params: { id: params.id ?? '' } })
  if (!answer.ok || !answer.value.data.html) throw data(null, { status: 404 })
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'X-Frame-Options': 'SAMEORIGIN',
  }
  return new Response(openLinksOutside(answer.value.data.html), { headers })
}

/** A link followed inside the frame would load a page that refuses to be framed. */
function openLinksOutside(html: string): string {
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => `${head}${base}`) : `${base}${html}`
}
