import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import type { Db } from '#server/platform/database/database.ts'
import { findToken, integrations, issueToken, takeToken } from './tokens.ts'

const readBrowserScript = (name: string): string => readFileSync(join(import.meta.dirname, 'browser', name), 'utf8')

const STYLE = `
  :root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1d2433; }
  body { margin: 0; padding: 1.5rem; background: #fff; }
  h1 { font-size: 1.15rem; margin: 0 0 .75rem; }
  label { display: block; padding: .35rem 0; }
  button { font: inherit; font-weight: 600; padding: .6rem 1rem; border: 0; border-radius: .5rem; background: #0b4fd8; color: #fff; cursor: pointer; margin: .9rem .5rem 0 0; }
  button.quiet { background: #e5e9f2; color: #1d2433; }
  :focus-visible { outline: 3px solid #93b4ff; outline-offset: 2px; }`

/** The provider's script and the page it opens in a frame, where a person picks a system and approves. */
export function linkPages(db: Db): Hono {
  const app = new Hono()
  const initialize = readBrowserScript('initialize.js')
  const finish = readBrowserScript('finish.js')
  app.get('/initialize.js', () => script(initialize))
  app.get('/finish.js', () => script(finish))
  app.get('/link', async (context) => {
    const link = await findToken(db, 'link', context.req.query('link_token') ?? '')
    return page(link ? question(link) : '<h1>This link has been used.</h1><p>Close this and start again.</p>')
  })
  app.post('/link', async (context) => {
    const form = new URLSearchParams(await context.req.text())
    if (form.get('choice') !== 'approve') return finished('')
    return approve(db, context, form)
  })
  return app
}

const script = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' } })

function question({ token, integration }: { token: string; integration: string }): string {
  const known = integrations.find(({ slug }) => slug === integration)
  const pick = integrations.map(
    ({ slug, name }, place) =>
      `<label><input type="radio" name="integration" value="${slug}" ${place ? '' : 'checked'}> ${name}</label>`,
  )
  const heading = known ? `Connect ${known.name}` : 'Which system do you use?'
  return `<h1>${heading}</h1><p>Posy will read names, work addresses, start dates, birthdays and groups of the people who work at your company. This is a sandbox: the company is made up.</p>
<form method="post" action="link"><input type="hidden" name="link_token" value="${token}">
${known ? `<input type="hidden" name="integration" value="${known.slug}">` : `<fieldset><legend>System</legend>${pick.join('')}</fieldset>`}
<button name="choice" value="approve">Approve</button><button class="quiet" name="choice" value="cancel">Cancel</button></form>`
}

async function approve(db: Db, context: Context, form: URLSearchParams): Promise<Response> {
  const link = await takeToken(db, 'link', form.get('link_token') ?? '')
  const integration = integrations.find(({ slug }) => slug === form.get('integration'))?.slug
  if (!link || !integration) return context.text('This link has been used.', 410)
  return finished(await issueToken(db, 'public', { origin_id: link.origin_id, integration }))
}

/** Hands the public token, or none, to the page that opened this one. */
const finished = (publicToken: string): Response =>
  page(`<h1>${publicToken ? 'Connected' : 'Nothing was connected'}</h1><p id="result" data-public-token="${publicToken}">You can close this.</p>
<script src="finish.js"></script>`)

function page(body: string): Response {
  const nonce = randomBytes(16).toString('base64')
  const markup = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Connect an HR system</title><style nonce="${nonce}">${STYLE}</style></head><body><main>${body}</main></body></html>`
  return new Response(markup, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'self'; form-action 'self'; frame-ancestors 'self'; base-uri 'none'`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  })
}
