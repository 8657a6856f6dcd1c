/** Headers of a PDF shown in a frame on our own pages. */
export const pdfFrameHeaders: Record<string, string> = {
  'Content-Type': 'application/pdf',
  'Content-Security-Policy': "frame-ancestors 'self'",
  'X-Frame-Options': 'SAMEORIGIN',
}

/**
 * Headers of a preview in a frame on our own pages: it runs no script, sends nothing, and only we may frame it.
 * @param isEmail whether it is styled by attributes, as emails are
 */
export const framePolicy = (nonce: string, { isEmail = false } = {}): Record<string, string> => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    ...(isEmail ? ["style-src-attr 'unsafe-inline'"] : []),
    "img-src 'self' data:",
    "font-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'X-Frame-Options': 'SAMEORIGIN',
})

/** An email in a frame on our own pages; nothing in it can be pressed. */
export const emailInFrame = (html: string, nonce: string): Response =>
  new Response(html.replace('<body', '<body inert').replaceAll('<style', `<style nonce="${nonce}"`), {
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...framePolicy(nonce, { isEmail: true }) },
  })
