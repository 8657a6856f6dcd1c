import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb, webBuildIsCurrent } from '#tools/build.mjs'
import { ensureChromium } from '#tools/chromium.mjs'
import { startPosy } from './posy.ts'

/**
 * Vitest's global setup for the journeys: the web app built, a Chromium found (CHROMIUM_PATH), and the demo world
 * loaded once, for every embedded database of the run to be a copy of (E2E_DATA_DIR).
 */
export default async function setup() {
  if (!webBuildIsCurrent()) buildWeb()
  process.env.CHROMIUM_PATH = ensureChromium()
  const folder = mkdtempSync(join(tmpdir(), 'posy-demo-'))
  const posy = await startPosy('pglite', { DATA_DIR: folder })
  await posy.stop()
  process.env.E2E_DATA_DIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
