import { data, UNSAFE_decodeViaTurboStream as decode, type LoaderFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import { createPageHandler } from './entry.server.tsx'
import * as root from './root.tsx'
import { type BuiltRoute, pageContext, publicUrl, testServerBuild } from './testing/pages.ts'

const hostile = '</script><script>alert(1)</script></body>\u2028 & "£5"'

/** A page that says good morning. */
async function renderPage(loader: (args: LoaderFunctionArgs) => unknown): Promise<string> {
  const greeting = { loader, default: () => 'Good morning' }
  const respond = createPageHandler(
    testServerBuild([
      { id: 'root', path: '', module: root as BuiltRoute['module'] },
      { id: 'greeting', parentId: 'root', path: 'greeting', module: greeting as unknown as BuiltRoute['module'] },
    ]),
    'production',
  )
  return (await respond(new Request(`${publicUrl}/greeting`), pageContext())).text()
}

/** What the page brings for the router, as its script has it. */
const readData = (html: string): string => {
  const calls = /<script nonce="n0nce">window\.__reactRouterContext\.streamController\.enqueue\(("[^<]*")\);/.exec(html)
  return JSON.parse(calls![1]!) as string
}

test('a page brings what its loaders answered, whatever is in it, in a script that the policy allows', async () => {
  const html = await renderPage(() => ({ said: hostile, at: new Date(0), of: new Map([['a', 1n]]) }))
  const { value } = await decode(new Blob([readData(html)]).stream(), globalThis as never)
  expect((value as { loaderData: { greeting: unknown } }).loaderData.greeting).toEqual({
    said: hostile,
    at: new Date(0),
    of: new Map([['a', 1n]]),
  })
  expect(html).toContain('streamController.close();</script>')
  expect(html.replaceAll('<script nonce="n0nce"', '')).not.toContain('<script')
  expect(html.match(/<\/body>/g)).toHaveLength(1)
  expect(html.endsWith('</body></html>')).toBe(true)
})

test('a page is written in one piece: nothing of it waits for another part, and one script holds all its data', async () => {
  const html = await renderPage(() => ({ said: 'x'.repeat(200_000) }))
  expect(html.match(/streamController\.\w+\(/g)).toEqual(['streamController.enqueue(', 'streamController.close('])
  expect(html.match(/<script[^>]*>window\.__reactRouterContext\.streamController/g)).toHaveLength(1)
  expect(html).not.toContain('<!--$')
})

test('a page that fails as a whole is told of without scripts, and takes no data along', async () => {
  const html = await renderPage(() => {
    throw data('a secret of the server', { status: 404 })
  })
  expect(html).toContain('Page not found')
  expect(html).not.toMatch(/a secret|<script/)
})

test('a file that cannot be given is answered with a page that says so, and where a page did not ask, with its status alone', async () => {
  const failing = () => {
    throw new Response(null, { status: 503 })
  }
  const respond = createPageHandler(
    testServerBuild([
      { id: 'root', path: '', module: root as BuiltRoute['module'] },
      { id: 'file', parentId: 'root', path: 'file', module: { loader: failing, action: failing } as never },
    ]),
    'production',
  )
  for (const method of ['GET', 'POST']) {
    const headers = { Accept: 'text/html,*/*' }
    const answer = await respond(new Request(`${publicUrl}/file?of=june`, { method, headers }), pageContext())
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(await answer.text()).toMatch(/One moment, please[\s\S]*href="\/file\?of=june"/)
  }
  const bare = await respond(new Request(`${publicUrl}/file`), pageContext())
  expect([bare.status, await bare.text()]).toEqual([503, ''])
})

test.each(['日本語', '🎁', '’“£', 'x'])('a page arrives whole in whatever script it is written: %s', async (word) => {
  const said = word.repeat(50_000)
  const html = await renderPage(() => ({ said }))
  expect(html).toContain(said)
  expect(html.endsWith('</body></html>')).toBe(true)
})

test('pages made at the same time do not mix', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `page ${at} ${'x'.repeat(at * 997)}`)
  const pages = await Promise.all(names.map((name) => renderPage(() => ({ said: name }))))
  for (const [at, html] of pages.entries()) {
    expect(html).toContain(names[at])
    expect(html.endsWith('</body></html>')).toBe(true)
  }
})
