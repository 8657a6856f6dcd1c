import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf'
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

/** Every shape that a PDF sets, in the order it is set: its number in its font, where 0 is the box of a missing letter. */
export async function readShapes(content: Uint8Array): Promise<{ number: number; letters: string }[]> {
  const pdf = await getDocumentProxy(content)
  const { OPS } = await getResolvedPDFJS()
  const shapes = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { fnArray, argsArray } = await (await pdf.getPage(number)).getOperatorList()
    for (const [at, operation] of fnArray.entries()) {
      if (operation !== OPS.showText) continue
      for (const shape of argsArray[at][0])
        if (typeof shape === 'object') shapes.push({ number: shape.originalCharCode, letters: shape.unicode })
    }
  }
  return shapes
}

/** People and teams as they are written where they are from. */
export const NAMES = {
  'Latin Extended': 'Ḥasan Ǎngel Łukasz Šafařík-Őry',
  Vietnamese: 'Công ty Nguyễn Hữu Thọ',
  Greek: 'Αθηνά Παπαδοπούλου',
  Cyrillic: 'Владислав Щербаков',
  Arabic: 'محمد بن عبد الله',
  Hebrew: 'שרה כהן',
  Chinese: '王芳 李镕 陳大文',
  'Japanese and Korean': '佐藤 さくら 김하늘',
}
