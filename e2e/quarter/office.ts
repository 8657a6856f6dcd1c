import { expect } from 'vitest'
import type { TestApp } from '#server/testing/app.ts'
import type { FormWeb } from '#server/testing/forms/form-world.ts'
import { pageTables, type Table } from './books/files.ts'
import { ADMIN } from './steps.ts'

/** What the company's finance person has before them: screens without scripts, and the files and papers that they lead to. */
export interface Office {
  page(path: string): Promise<string>
  /** As someone else has it before them. */
  pageOf(email: string, path: string): Promise<string>
  /** What a link on a page downloads. */
  file(path: string): Promise<Uint8Array>
  /** Its tables by their names, each through all the pages that follow. */
  tables(path: string): Promise<(caption: RegExp) => Table>
  // biome-ignore lint/suspicious/noExplicitAny: answers are read as a caller would, by name
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<any>
  /** What an address of a file gives to anyone who has it. */
  download(url: string): Promise<Uint8Array>
}

const NO_TABLE: Table = { caption: '', head: [], rows: [] }

function nextPage(html: string, path: string): string | undefined {
  const [link] = html.match(/<a\b[^>]*rel="next"[^>]*>/) ?? []
  return /href="([^"]*)"/
    .exec(link ?? '')?.[1]
    ?.replaceAll('&amp;', '&')
    .replace(/^\?/, `${path.split('?')[0]}?`)
}

export async function openOffice(app: TestApp, web: FormWeb): Promise<Office> {
  const browsers = new Map<string, Awaited<ReturnType<FormWeb['signIn']>>>()
  const get = async (path: string, email = ADMIN) => {
    const browser = browsers.get(email) ?? (await web.signIn(email))
    browsers.set(email, browser)
    const answer = await browser.get(path)
    expect([email, path, answer.status]).toEqual([email, path, 200])
    return answer
  }
  const page: Office['page'] = async (path) => (await get(path)).text
  return {
    page,
    pageOf: async (email, path) => (await get(path, email)).text,
    file: async (path) => (await get(path)).bytes,
    tables: async (path) => {
      const found = new Map<string, Table>()
      for (let at: string | undefined = path; at; ) {
        const html: string = await page(at)
        for (const table of pageTables(html)) {
          const before = found.get(table.caption)
          found.set(table.caption, before ? { ...before, rows: [...before.rows, ...table.rows] } : table)
        }
        at = nextPage(html, path)
      }
      return (caption) => [...found.values()].find((table) => caption.test(table.caption)) ?? NO_TABLE
    },
    call: async (method, path, body) => {
      const answer = await app.request(method, path, { as: ADMIN, ...(body && { body }) })
      expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
      await app.settle()
      return answer.body
    },
    download: async (url) => {
      const response = await app.api.request(new URL(url).pathname)
      expect([url, response.status]).toEqual([url, 200])
      return new Uint8Array(await response.arrayBuffer())
    },
  }
}
