/**
 * Draws `web/static/previews/<giftwrap>.jpg`, the pictures of link previews: chats show no SVG. Run it after changing a
 * giftwrap: `node web/tooling/draw-previews.ts`, with CHROMIUM_PATH where the browser is
 * not /usr/bin/chromium.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createServer, isRunnableDevEnvironment } from 'vite'

const root = join(import.meta.dirname, '../..')
const directory = join(root, 'web/static/previews')
const size = { width: 1200, height: 630 }

interface Drawings {
  preview: typeof import('#web/ui/wraps/preview.tsx')
  wraps: typeof import('#web/ui/wraps/index.ts')
  styles: typeof import('#web/ui/wraps/wrap-styles.ts')
  copy: typeof import('#web/recipient/copy.en-GB.ts')
}

/** Node does not read JSX; Vite does. */
async function loadDrawings(): Promise<Drawings> {
  const vite = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    server: { middlewareMode: true, hmr: false },
  })
  const { ssr } = vite.environments
  if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite has no environment to draw in')
  const drawings = {
    preview: await ssr.runner.import('/web/ui/wraps/preview.tsx'),
    wraps: await ssr.runner.import('/web/ui/wraps/index.ts'),
    styles: await ssr.runner.import('/web/ui/wraps/wrap-styles.ts'),
    copy: await ssr.runner.import('/web/recipient/copy.en-GB.ts'),
  }
  await vite.close()
  return drawings
}

async function pageStyles(): Promise<string> {
  const fontPath = createRequire(import.meta.url).resolve(
    '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2',
  )
  const font = (await readFile(fontPath)).toString('base64')
  const giftBoxCss = await readFile(join(root, 'web/ui/wraps/gift-box.css'), 'utf8')
  return `
    @font-face { font-family: 'Fraunces Variable'; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) }
    :root { --serif: 'Fraunces Variable' }
    ${giftBoxCss}
    body { margin: 0 }
    .picture { position: relative; display: grid; place-items: center; height: 630px; background: var(--stage) }
    .picture .present { height: 88% }`
}

const { preview, wraps, styles, copy } = await loadDrawings()
const css = await pageStyles()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ viewport: size, colorScheme: 'light' })
await mkdir(directory, { recursive: true })
for (const name of wraps.giftwrapNames) {
  const wrap = wraps.giftwrapNamed(name)
  const picture = renderToStaticMarkup(createElement(preview.LinkPreviewPicture, { wrap, tag: copy.copy.tag }))
  await page.setContent(`<style>${styles.wrapStyles(wrap)}${css}</style>${picture}`)
  await page.evaluate('document.fonts.ready')
  await writeFile(join(directory, `${name}.jpg`), await page.screenshot({ type: 'jpeg', quality: 86 }))
}
await browser.close()
