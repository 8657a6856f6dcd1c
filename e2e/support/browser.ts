import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page, selectors } from 'playwright-core'
import { DEMO_PASSWORD } from '#server/app/demo/ids.ts'
import type { Posy } from './posy.ts'

let launched: Promise<Browser> | undefined

/** However slow the machine is, a step that is right comes to its end: how quick a page is, is no journey's to judge. */
const PATIENCE_MS = 60_000

/**
 * The Chromium that global-setup.ts found: one for all files that this process runs, each with contexts of its own, which
 * it closes (`leaveBrowser`). Launched again where it is gone. It ends with the process.
 */
export async function launchBrowser(): Promise<Browser> {
  if (!(await launched?.catch(() => undefined))?.isConnected()) launched = launch()
  return launched!
}

export const leaveBrowser = async (browser: Browser | undefined): Promise<void> => {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
}

async function launch(): Promise<Browser> {
  named ??= selectors.register('unready', findUnready)
  await named
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH!,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Pages live for seconds: what compiling them for long use costs is never won back.
      '--js-flags=--no-maglev --no-opt --single-threaded-gc',
    ],
  })
}

interface Fiber {
  child: Fiber | null
  memoizedProps?: { value?: { location?: { key?: string } } }
}

let named: Promise<void> | undefined
/**
 * Finds the whole page while its scripts have not taken it over, or what they draw is still of another address than it has:
 * React draws a moment after the address has changed. Some pages have no scripts of ours.
 */
const findUnready = () => {
  const own = window as { __reactRouterContext?: unknown; hasComeToLife?: boolean }
  const findKey = (node: object, name: string) => Object.keys(node).find((key) => key.startsWith(name)) as never
  const isDrawn = () => {
    const root: { stateNode: { current: Fiber } } = document[findKey(document, '__reactContainer')]
    for (let fiber: Fiber | null = root.stateNode.current; fiber; fiber = fiber.child) {
      const key = fiber.memoizedProps?.value?.location?.key
      if (key) return key === (history.state?.key ?? 'default')
    }
    return false
  }
  const find = () => {
    const page = document.documentElement
    if (document.readyState === 'loading') return [page]
    if (!own.__reactRouterContext) return []
    if (own.hasComeToLife) return isDrawn() ? [] : [page]
    // What React does once it has the page, such as moving the focus, comes a moment later.
    if (findKey(page, '__reactProps')) setTimeout(() => (own.hasComeToLife = true))
    return [page]
  }
  return { query: () => find()[0], queryAll: find }
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>

/** A browser of its own, with whatever goes wrong in it. */
export interface Visitor {
  page: Page
  context: BrowserContext
  /** Errors of scripts and the console, such as what the content security policy refuses. */
  problems: string[]
}

export async function visit(browser: Browser, posy: Pick<Posy, 'url'>, options: ContextOptions = {}): Promise<Visitor> {
  // Sixty frames a second are drawn while anything moves, which took a third of a long journey's time: journeys about what
  // moves ask for it.
  const asked: ContextOptions = { baseURL: posy.url, locale: 'en-GB', reducedMotion: 'reduce', ...options }
  const context = await browser.newContext(asked)
  context.setDefaultTimeout(PATIENCE_MS)
  context.on('page', waitForScripts)
  const page = await context.newPage()
  const problems: string[] = []
  // Leaving before a page has loaded all its data gives those requests up: that is no problem of a script either.
  page.on('pageerror', (error) => error.name === 'AbortError' || problems.push(String(error)))
  page.on('console', (message) => {
    // A page that is refused on purpose is no problem of a script.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text())
  })
  return { page, context, problems }
}

/**
 * `goto`, `waitForURL`, every action and every `waitFor` wait until the page's scripts have taken it over and drawn it,
 * however it was reached, as a person does who looks before typing: what is typed or pressed earlier on a busy machine meets
 * what is about to be replaced. `waitUntil: 'commit'` is for journeys about what is done that early: until the next `goto`.
 */
function waitForScripts(page: Page): void {
  const unready = page.locator('unready=*')
  // Playwright looks for it before each of its steps, and continues once it is gone.
  const wait = () => page.addLocatorHandler(unready, async () => {})
  void wait().catch(() => undefined)
  let isEarly = false
  const goTo = page.goto.bind(page)
  page.goto = async (url, options) => {
    isEarly = options?.waitUntil === 'commit'
    await page.removeLocatorHandler(unready)
    if (!isEarly) await wait()
    const answer = await goTo(url, options)
    if (!isEarly) await unready.waitFor({ state: 'hidden' })
    return answer
  }
  const waitForURL = page.waitForURL.bind(page)
  page.waitForURL = async (url, options) => {
    await waitForURL(url, options)
    if (!isEarly) await unready.waitFor({ state: 'hidden' })
  }
}

/** Signs in by the form, and waits for the first screen. */
export async function signIn(page: Page, email: string, password: string = DEMO_PASSWORD): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/home')
  // Scripts have come to life, where there are any.
  await page.waitForLoadState('networkidle')
}

/** The same form sent without being shown: for journeys about something else, which open their first screen themselves. */
export async function enter(page: Page, { url }: Pick<Posy, 'url'>, username: string): Promise<void> {
  const answer = await page.request.post(`${url}/sign-in`, {
    form: { username, password: DEMO_PASSWORD },
    headers: { origin: url },
    maxRedirects: 0,
  })
  if (answer.status() !== 303) throw new Error(`${username} could not sign in: ${answer.status()}`)
}

const EVERY_RULE = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} as const
/** That a button is called what it shows, for people who speak to the page: axe leaves it out unless asked. */
const MORE_RULES = { 'label-content-name-mismatch': { enabled: true } }
/** All that a theme can change. */
const RULES_OF_COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const
type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>

/** Half the size of what AxeBuilder sends to the page. */
const axeSource = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/**
 * What axe finds wrong, in words a failing test can show. Where the same screen is judged in both themes, the dark one is
 * asked about its colours only: everything else is the same page again.
 */
export const accessibilityProblems = (page: Page, theme: 'light' | 'dark' = 'light'): Promise<string[]> =>
  shownWhole(page, () => problemsAsShown(page, theme))

/** The whole page at once: how far it is scrolled decides what a bar at the window's edge happens to cover. */
async function shownWhole<T>(page: Page, look: () => Promise<T>): Promise<T> {
  const size = page.viewportSize()!
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (height <= size.height) return look()
  await page.setViewportSize({ ...size, height })
  const seen = await look()
  await page.setViewportSize(size)
  return seen
}

async function problemsAsShown(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  await standStill(page)
  const violations = await axeViolations(page, theme === 'dark' ? RULES_OF_COLOURS : EVERY_RULE)
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} (${failureSummary})`).join(' | ')}`,
  )
}

async function axeViolations(
  page: Page,
  runOnly: typeof EVERY_RULE | typeof RULES_OF_COLOURS,
): Promise<AxeResults['violations']> {
  // What is right is only counted: describing each element that passes a rule took longer than judging it.
  const rules = runOnly === EVERY_RULE ? MORE_RULES : {}
  const options = { runOnly, rules, resultTypes: ['violations'] } as unknown as Parameters<AxeBuilder['options']>[0]
  // Frames of other origins are judged from a page of their own, which takes as long again: only where there are any.
  if (page.frames().length > 1) return (await new AxeBuilder({ page, axeSource }).options(options).analyze()).violations
  // Once a document: AxeBuilder would send and compile it twice for each look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(async (asked) => {
    const { axe } = window as unknown as { axe: { run(where: Document, how: typeof asked): Promise<AxeResults> } }
    return (await axe.run(document, asked)).violations
  }, options)
}

/** Colours on their way from one theme to another would be judged half-way. */
const standStill = (page: Page) =>
  page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ playState }) => playState === 'running')
    // What is folded away does not move on, and so never ends.
    const shown = moving.filter(({ effect }) => (effect as KeyframeEffect | null)?.target?.checkVisibility() ?? true)
    const ending = shown.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

/** Whether the page’s scripts have taken a control over; asked in the page. */
export const isAlive = (control: Element): boolean => Object.keys(control).some((key) => key.startsWith('__reactProps'))

/** Wider than the window: something sticks out. */
export const sidewaysOverflow = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // Letters of another width come with their file.
    await document.fonts.ready
    return document.documentElement.scrollWidth - window.innerWidth
  })

/** Links in a page's content that have one name and lead to different places: who hears them cannot tell them apart. */
export const linksOfOneName = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const places = new Map<string, Set<string>>()
    for (const link of document.querySelectorAll<HTMLAnchorElement>('main a[href]')) {
      if (!link.checkVisibility()) continue
      const pictures = [...link.querySelectorAll('img')].map(({ alt }) => alt)
      const name = link.ariaLabel ?? [link.textContent, ...pictures].join(' ').replace(/\s+/g, ' ').trim()
      // A question is of one press: it opens the same dialog.
      places.set(name, (places.get(name) ?? new Set()).add(link.href.replace(/&question=[^&]*/, '')))
    }
    const apart = [...places].filter(([, { size }]) => size > 1)
    return apart.map(([name, where]) => `has links called “${name}” to ${[...where].join(' and ')}`)
  })

/** Tabs on until the focus is where a name is. */
export async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 90; presses += 1) {
    await page.keyboard.press(key)
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      // The page itself has the focus between two stops, and every name is in it.
      if (element === document.body) return ''
      const labels =
        element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null
      return element?.getAttribute('aria-label') ?? (labels?.[0]?.textContent || element?.textContent) ?? ''
    })
    if (name.test(focused)) return
  }
  throw new Error(`Nothing called ${name} can be reached`)
}

/**
 * The page as it stands, at each width in both themes: what axe finds, and whether anything sticks out. One visit serves
 * them all, for what a page shows is made the same way in every look.
 */
export async function problemsInEveryLook(page: Page, widths: number[] = [390, 1440]): Promise<string[]> {
  const size = page.viewportSize()!
  const found: string[] = []
  // From one width to the next in the theme that is shown: a page full of pictures takes long to be drawn in another.
  let themes: readonly ('light' | 'dark')[] = ['light', 'dark']
  for (const width of widths) {
    await page.setViewportSize({ ...size, width })
    const overflow = await sidewaysOverflow(page)
    if (overflow > 0) found.push(`${width} px: ${overflow} px too wide`)
    await shownWhole(page, async () => {
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme })
        // Frames of others are drawn again in the other theme's colours.
        await page.evaluate(() => new Promise(requestAnimationFrame))
        await page.waitForFunction(() => !document.querySelector('fieldset[aria-busy="true"]'))
        const problems = await problemsAsShown(page, theme)
        found.push(...problems.map((problem) => `${theme}, ${width} px: ${problem}`))
      }
    })
    themes = themes.toReversed()
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(size)
  return found
}

/**
 * Opens an address: what axe finds there, and whether anything sticks out, here and on a small phone; in both themes
 * where widths are given.
 */
export async function screenProblems(page: Page, path: string, widths?: number[]): Promise<string[]> {
  const size = page.viewportSize()!
  const answer = await page.goto(path, { waitUntil: 'networkidle' })
  const problems = widths ? await problemsInEveryLook(page, widths) : await accessibilityProblems(page)
  const found = problems.map((problem) => `${path} ${problem}`)
  // The page that says sorry is accessible too.
  if (answer && answer.status() >= 500) found.push(`${path} answers ${answer.status()}`)
  for (const seen of [size, { width: 320, height: 700 }]) {
    await page.setViewportSize(seen)
    const overflow = await sidewaysOverflow(page)
    if (overflow > 0) found.push(`${path} is ${overflow} px too wide at ${seen.width} px`)
  }
  await page.setViewportSize(size)
  return found
}
