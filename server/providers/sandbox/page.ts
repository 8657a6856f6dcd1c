import { randomBytes } from 'node:crypto'

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

interface Page {
  title: string
  body: string
  style: string
  script?: string
  /** Who may show it in a frame, for the content security policy. */
  ancestors: string
}

export function page({ title, body, style, script, ancestors }: Page): Response {
  const nonce = randomBytes(16).toString('base64')
  const markup = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style></head><body>${body}${
    script ? `<script nonce="${nonce}">${script}</script>` : ''
  }</body></html>`
  return new Response(markup, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; frame-ancestors ${ancestors}; base-uri 'none'`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  })
}
