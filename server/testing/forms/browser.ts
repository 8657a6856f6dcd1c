import type { Web } from '#server/app/web.ts'
import { readSetCookies } from '#web/http/cookies.ts'

export interface PageAnswer {
  status: number
  headers: Headers
  text: string
  bytes: Uint8Array
}

/** A browser without scripts, in this process: it keeps its cookies, and leaves redirects to who asked. */
export class FormBrowser {
  readonly #web: Web
  readonly #origin: string
  readonly #cookies = new Map<string, string>()

  constructor(web: Web, publicUrl: string) {
    this.#web = web
    this.#origin = new URL(publicUrl).origin
  }

  get = (path: string): Promise<PageAnswer> => this.#send(path, { method: 'GET' })

  async post(path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<PageAnswer> {
    // In one piece: a body that the server stops reading half way is not this test's concern.
    const whole = new Response(body, { headers })
    const type = whole.headers.get('content-type')
    const bytes = await whole.arrayBuffer()
    return this.#send(path, { method: 'POST', body: bytes, headers: { ...(type && { 'content-type': type }) } })
  }

  async #send(path: string, init: RequestInit & { headers?: Record<string, string> }): Promise<PageAnswer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
    const request = new Request(`${this.#origin}${path}`, {
      ...init,
      headers: { ...init.headers, origin: this.#origin, ...(cookie && { cookie }) },
    })
    const response = await this.#web.fetch(request, { address: '203.0.113.7', userAgent: 'Firefox' })
    for (const [name, value] of readSetCookies(response.headers)) {
      if (value) this.#cookies.set(name, value)
      else this.#cookies.delete(name)
    }
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, text: new TextDecoder().decode(bytes), bytes }
  }
}
