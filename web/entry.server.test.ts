import { UNSAFE_decodeViaTurboStream as decode, type LoaderFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import { createPageHandler } from './entry.server.tsx'
import * as root from './root.tsx'
import { type BuiltRoute, buildOf, pageContext, publicUrl } from './testing/pages.ts'

const hostile = '</script><script>alert(1)</script></body>\u2028 & "£5"'

/** A page with scripts that says what its loader answers. */
async function pageOf(loader: (args: LoaderFunctionArgs) => unknown): Promise<string> {
  const greeting = { loader, default: () => 'Good morning' }
  const handle = createPageHandler(
    buildOf([
      { id: 'root', path: '', module: root as BuiltRoute['module'] },
      { id: 'greeting', parentId: 'root', path: 'greeting', module: greeting as unknown as BuiltRoute['module'] },
    ]),
    'production',
  )
  return (await handle(new Request(`${publicUrl}/greeting`), pageContext())).text()
}

test('a page brings what its loaders answered, whatever is in it, in one script that the policy allows', async () => {
  const html = await pageOf(() => ({ said: hostile, at: new Date(0), of: new Map([['a', 1n]]) }))
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
