import { UNSAFE_decodeViaTurboStream as decode, type LoaderFunctionArgs } from 'react-router'
import { expect, test, vi } from 'vitest'
import { createPageHandler } from './entry.server.tsx'
import * as root from './root.tsx'
import { type BuiltRoute, pageContext, publicUrl, testServerBuild } from './testing/pages.ts'

const hostile = '</script><script>alert(1)</script></body>\u2028 & "£5"'

/** A page that says good morning. */
async function renderPage(loader: (args: LoaderFunctionArgs) => unknown, handle = {}): Promise<string> {
  const greeting = { loader, handle, default: () => 'Good morning' }
  const respond = createPageHandler(
    testServerBuild([
      { id: 'root', path: '', module: root as BuiltRoute['module'] },
      { id: 'greeting', parentId: 'root', path: 'greeting', module: greeting as unknown as BuiltRoute['module'] },
    ]),
    'production',
  )
  return (await respond(new Request(`${publicUrl}/greeting`), pageContext())).text()
}

test('a page brings what its loaders answered, whatever is in it, in one script that the policy allows', async () => {
  const html = await renderPage(() => ({ said: hostile, at: new Date(0), of: new Map([['a', 1n]]) }))
  const [, written] = html.match(/<script nonce="n0nce">[^<]*streamController\.enqueue\(("[^<]*")\);/) ?? []
  const stream = new Blob([JSON.parse(written!) as string]).stream()
  const { value } = await decode(stream, globalThis as never)
  expect((value as { loaderData: { greeting: unknown } }).loaderData.greeting).toEqual({
    said: hostile,
    at: new Date(0),
    of: new Map([['a', 1n]]),
  })
  expect(html).not.toContain('<script>')
  expect(html.match(/<\/body>/g)).toHaveLength(1)
  expect(html.endsWith('</script></body></html>')).toBe(true)
})

test('a page without scripts takes no data along, and keeps nothing waiting once it is sent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const html = await renderPage(() => ({ said: 'a secret of the server' }), { scripts: false })
    expect(html).toContain('Good morning')
    expect(html).not.toMatch(/a secret|<script/)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test.each(['日本語', '🎁', '’“£', 'x'])('a page arrives whole in whatever script it is written: %s', async (word) => {
  const said = word.repeat(50_000)
  const html = await renderPage(() => ({ said }))
  expect(html).toContain(said)
  expect(html.endsWith('</script></body></html>')).toBe(true)
})

test('pages made at the same time do not mix', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `page ${at} ${'x'.repeat(at * 997)}`)
  const pages = await Promise.all(names.map((name) => renderPage(() => ({ said: name }))))
  for (const [at, html] of pages.entries()) {
    expect(html).toContain(names[at])
    expect(html.endsWith('</body></html>')).toBe(true)
  }
})
