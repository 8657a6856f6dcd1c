import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Speaks as reCAPTCHA v2 is documented: a script, a box to tick in a frame of its own, and a verdict on each answer, once. */
export interface RecaptchaServer {
  baseUrl: string
  siteKey: string
  secretKey: string
  close(): Promise<void>
}

const SCRIPT = `
const home = new URL('.', document.currentScript.src).href
window.grecaptcha = {
  ready: (callback) => callback(),
  render(container, { sitekey }) {
    let asked = 0
    const ask = () => {
      asked += 1
      container.innerHTML = '<iframe title="reCAPTCHA ' + asked + '" width="304" height="78"></iframe><textarea name="g-recaptcha-response" hidden></textarea>'
      container.firstChild.src = home + 'api2/anchor?k=' + sitekey
    }
    addEventListener('message', ({ source, data }) => {
      if (source === container.firstChild.contentWindow) container.lastChild.value = data
    })
    this.reset = ask
    ask()
    return 0
  },
}`

const anchor = (answer: string) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>reCAPTCHA</title>
<label><input type="checkbox"> I’m not a robot</label>
<script>document.querySelector('input').onchange = () => parent.postMessage('${answer}', '*')</script>`

export async function startRecaptcha(): Promise<RecaptchaServer> {
  const siteKey = 'a-site-key-of-the-tests'
  const secretKey = 'a-secret-key-of-the-tests'
  const answers = new Set<string>()
  const send = (response: ServerResponse, type: string, body: string) =>
    response.writeHead(200, { 'content-type': type }).end(body)
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
    if (pathname === '/recaptcha/api.js') return send(response, 'text/javascript', SCRIPT)
    if (pathname === '/recaptcha/api2/anchor' && searchParams.get('k') === siteKey) {
      const answer = crypto.randomUUID()
      answers.add(answer)
      return send(response, 'text/html', anchor(answer))
    }
    if (pathname !== '/recaptcha/api/siteverify') return response.writeHead(404).end()
    let body = ''
    for await (const chunk of request) body += chunk
    const asked = new URLSearchParams(body)
    const success = asked.get('secret') === secretKey && answers.delete(asked.get('response') ?? '')
    return send(response, 'application/json', JSON.stringify({ success }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/recaptcha`,
    siteKey,
    secretKey,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
