import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '#tools/build.mjs'
import { ensureChromium } from '#tools/chromium.mjs'

/**
 * Vitest's global setup for the journeys: the web app built, a Chromium found (CHROMIUM_PATH), and a folder for the files
 * of the demo world that they are copies of (E2E_DATA_DIR).
 */
export default function setup() {
  ensureBuilt('web')
  process.env.CHROMIUM_PATH = ensureChromium()
  const folder = mkdtempSync(join(tmpdir(), 'posy-demo-'))
  process.env.E2E_DATA_DIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
