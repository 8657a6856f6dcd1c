import { extractText, getDocumentProxy } from 'unpdf'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** Downloads a PDF by its link, as anybody who has it may, and reads its words. */
export async function textOf(app: TestApp, { url }: { url: string }): Promise<string> {
  const response = await app.api.request(new URL(url).pathname)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()))
  return (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ')
}
