import { extractText, getDocumentProxy } from 'unpdf'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** Downloads a PDF by its link, as anybody who has it may, and reads its words. */
export async function readPdfText(app: TestApp, { url }: { url: string }): Promise<string> {
  const response = await app.api.request(new URL(url).pathname)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return readPdf(new Uint8Array(await response.arrayBuffer()))
}

/** The words of a PDF, on one line. */
export async function readPdf(content: Uint8Array): Promise<string> {
  const pdf = await getDocumentProxy(content)
  return (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ')
}
