import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { getDocumentProxy, renderPageAsImage } from 'unpdf'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer } })

const DOTS_PER_INCH = 150

/** A PDF as an office printer puts it on paper: one picture a page. */
export async function rasterise(pdf: Uint8Array): Promise<Buffer[]> {
  const pages = await getDocumentProxy(new Uint8Array(pdf))
  const pictures: Buffer[] = []
  for (let page = 1; page <= pages.numPages; page++) {
    const canvasImport = () => import('@napi-rs/canvas')
    pictures.push(Buffer.from(await renderPageAsImage(pages, page, { canvasImport, scale: DOTS_PER_INCH / 72 })))
  }
  return pictures
}

/** Everything that a scanner finds on a page. */
export async function scanPage(page: Buffer): Promise<{ format: string; text: string }[]> {
  const found = await readBarcodes(new Uint8Array(page), {
    formats: ['QRCode', 'Code128'],
    tryHarder: true,
    maxNumberOfSymbols: 20,
  })
  return found.map(({ format, text }) => ({ format, text }))
}
