import { matchRoutes, type RouteObject } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import type { FormBrowser, PageAnswer } from '#server/testing/forms/browser.ts'
import { formPages, leftOut, type Reader, unseenForms } from '#server/testing/forms/form-places.ts'
import { type FormWeb, makeFormWorld, openFormWeb } from '#server/testing/forms/form-world.ts'
import {
  asBody,
  broken,
  type Entry,
  filledIn,
  forged,
  type RawBody,
  seeded,
} from '#server/testing/forms/hostile-input.ts'
import {
  actionData,
  errorInstead,
  foreignSentence,
  isTypedText,
  lostText,
  textOnPage,
} from '#server/testing/forms/judge.ts'
import { formsOnPage, type PageForm } from '#server/testing/forms/page-forms.ts'

/** `npm test` tries some of each; `npm run faults` ten thousand for every form that is typed into. */
const INPUTS = process.env.FAULT_ROUNDS ? 10_000 : 60
/** Of a form with nothing but a button. */
const INPUTS_OF_A_BUTTON = process.env.FAULT_ROUNDS ? 200 : 10
/** Every so many are sent as a browser without scripts sends them, and answered by a page. */
const PAGE_EVERY = 15
/** `HOSTILE_FORM=app/wallets/new HOSTILE_INPUT=17` repeats one. */
const { HOSTILE_FORM, HOSTILE_INPUT } = process.env

interface Stand {
  /** The action, and what tells its forms apart. */
  name: string
  action: string
  page: string
  reader: Reader
  form: PageForm
  isUnseen: boolean
}

let app: TestApp
let web: FormWeb
let stands: Stand[]
let actions: string[]
const browsers = new Map<Reader, FormBrowser>()

beforeAll(async () => {
  app = await startTestApp({
    env: {
      GUESSES_PER_MINUTE: '1000000000',
      SIGN_IN_FAILURES_PER_QUARTER_HOUR: '1000000',
      SIGN_IN_FAILURES_PER_QUARTER_HOUR_AND_ADDRESS: '1000000',
      REQUESTS_PER_MINUTE: '1000000000',
    },
  })
  web = await openFormWeb(app)
  actions = Object.values(web.build.routes).flatMap((route) => ('action' in route!.module ? [route!.id] : []))
  stands = await findForms()
}, 600_000)
afterAll(() => app.close())

const routeTree = (parentId?: string): RouteObject[] =>
  Object.values(web.build.routes).flatMap((route) =>
    route?.parentId === parentId
      ? [{ id: route!.id, path: route!.path, index: route!.index, children: routeTree(route!.id) } as RouteObject]
      : [],
  )

/** The module that a form is sent to; a recipient's page by the first word of its address. */
function actionAt(address: string, tree: RouteObject[]): string {
  const { pathname, searchParams } = new URL(address, 'http://page')
  const found = matchRoutes(tree, pathname) ?? []
  const route = (found.at(-1)?.route.index && !searchParams.has('index') ? found.at(-2) : found.at(-1))?.route
  return route?.id ?? `recipient/${pathname.split('/')[1]}`
}

/** Rows of a list have the same form each; which act a form asks for tells it from its neighbours. */
const formName = (action: string, { controls }: PageForm): string => {
  const words = controls.map(({ kind, name, value }) =>
    (kind === 'hidden' || kind === 'button') && /^[a-z-]{1,20}$/.test(value) ? `${name}=${value}` : name,
  )
  return [action, ...new Set(words)].join(' ')
}

/** What ends a session, or what other forms stand on, is tried last. */
const ENDS = [
  /emergency|sign-out|end-session|end-other|intent=password/,
  /delete|remove|revoke|close|cancel|stop|discard|deactivate|leave|erase/,
  /do=methods/,
  /do=second-step/,
]
const turn = ({ name }: Stand): number => ENDS.findLastIndex((end) => end.test(name))

async function findForms(): Promise<Stand[]> {
  const world = await makeFormWorld(app, web)
  const tree = routeTree()
  const found = new Map<string, Stand>()
  const add = (form: PageForm, page: string, reader: Reader, isUnseen: boolean) => {
    const action = actionAt(form.action, tree)
    const name = formName(action, form)
    if (!found.has(name)) found.set(name, { name, action, page, reader, form, isUnseen })
  }
  for (const reader of ['visitor', 'admin', 'operator'] as const) {
    const browser = await web.enter(reader)
    for (const address of formPages(world)[reader]) {
      const first = await browser.get(address)
      const page = first.headers.get('location') ?? address
      const { text } = first.status < 300 ? first : await browser.get(page)
      for (const form of formsOnPage(text, page)) add(form, page, reader, false)
    }
    for (const form of unseenForms(world)[reader]) add(form, form.action, reader, true)
  }
  return [...found.values()].sort((one, other) => turn(one) - turn(other))
}

type Input = { way: 'typed' | 'forged'; entries: Entry[] } | { way: 'broken'; raw: RawBody }

function hostileInput({ form, isUnseen }: Stand, number: number): Input {
  const random = seeded(number * 7919 + form.controls.length)
  if (number % 10 === 9) return { way: 'broken', raw: broken(form, random) }
  if (number % 10 === 8 || isUnseen) return { way: 'forged', entries: forged(form, random) }
  return { way: 'typed', entries: filledIn(form, random) }
}

/** Sends one input; who is no longer signed in comes in again, and who was too quick waits. */
async function send({ reader, form }: Stand, input: Input, isPage: boolean): Promise<PageAnswer> {
  const { pathname, search } = new URL(form.action, 'http://page')
  const address = isPage ? form.action : `${pathname}.data${search}`
  const post = async () => {
    const browser = browsers.get(reader) ?? (await web.enter(reader))
    browsers.set(reader, browser)
    if (input.way === 'broken') return browser.post(address, input.raw.body, { 'content-type': input.raw.type })
    return browser.post(address, asBody(input.entries, form.isMultipart))
  }
  const answer = await post()
  if (answer.status === 429) app.wall.advanceSeconds(3600)
  const isOut =
    /sign-in/.test(answer.headers.get('location') ?? '') || (answer.status === 202 && /sign-in/.test(answer.text))
  if (isOut) browsers.delete(reader)
  return answer.status === 429 || (isOut && reader !== 'visitor') ? post() : answer
}

/** Whether the form still stands on its page: what it is about may be done, or gone. */
async function stillStands({ page, reader, name, form, action }: Stand): Promise<boolean> {
  const browser = browsers.get(reader) ?? (await web.enter(reader))
  const ids = ({ controls }: PageForm) =>
    controls.flatMap(({ kind, value }) =>
      ['hidden', 'button'].includes(kind) && /^[\da-f-]{36}$/.test(value) ? [value] : [],
    )
  const known = new Set(ids(form))
  return formsOnPage((await browser.get(page)).text, page).some(
    (each) => formName(action, each) === name && (known.size === 0 || ids(each).some((id) => known.has(id))),
  )
}

/** Its readers write programs. */
const ABOUT_PROGRAMS = /^site\/developers\//

/** What is wrong with how an input was answered. */
async function wrongWith(stand: Stand, number: number): Promise<string | null> {
  const input = hostileInput(stand, number)
  const isRecipients = stand.action.startsWith('recipient/')
  const isPage = isRecipients || (number % PAGE_EVERY === 0 && !stand.isUnseen)
  const bugs = web.bugs.length
  const answer = await send(stand, input, isPage)
  const told = `${stand.name} · input ${number}, ${input.way}, answered ${answer.status}: `
  if (answer.status >= 500 || web.bugs.length > bugs) return `${told}${String(web.bugs.at(-1)).slice(0, 300)}`
  if (input.way !== 'typed') return null
  const exchange = { form: stand.form, page: stand.page, entries: input.entries, answer }
  const isData = !isPage && /x-script/.test(answer.headers.get('content-type') ?? '')
  const said = isData ? await actionData(answer) : { sentences: [textOnPage(answer.text)], error: undefined }
  const isRefused = answer.status >= 400
  const wrong =
    errorInstead(exchange, said.error) ??
    (ABOUT_PROGRAMS.test(stand.action) ? null : foreignSentence(said.sentences, input.entries)) ??
    (isPage && (isRefused || answer.status === 303) ? lostText(exchange) : null)
  return (
    wrong &&
    `${told}${wrong}\n  ${JSON.stringify(input.entries.map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, 80) : value.name]))}`
  )
}

const isChosen = ({ name }: Stand) => !HOSTILE_FORM || name.includes(HOSTILE_FORM)

async function walk(stand: Stand): Promise<string[]> {
  if (HOSTILE_INPUT) return [await wrongWith(stand, Number(HOSTILE_INPUT))].filter((wrong) => wrong !== null)
  const isTyped = stand.form.controls.some((control) => isTypedText(control) || control.kind === 'file')
  const failures: string[] = []
  for (let number = 0; number < (isTyped ? INPUTS : INPUTS_OF_A_BUTTON); number++) {
    const wrong = await wrongWith(stand, number)
    if (!wrong) continue
    if (!stand.isUnseen && !(await stillStands(stand))) break
    failures.push(wrong)
  }
  return failures
}

test('every action of the web app is sent hostile input, or it is said why not', () => {
  const reached = new Set(stands.map(({ action }) => action))
  expect(actions.filter((action) => !reached.has(action) && !leftOut[action])).toEqual([])
  expect(Object.keys(leftOut).filter((action) => !actions.includes(action))).toEqual([])
})

test(
  'whatever a form is sent is answered by its page in our own words, and what was typed is still there',
  async () => {
    const failures: string[] = []
    for (const stand of stands.filter(isChosen)) failures.push(...(await walk(stand)))
    expect(failures).toEqual([])
  },
  6 * 3_600_000,
)
