import { ensureChromium } from './chromium.mjs'

/** Vitest's global setup for the browser tests, which read CHROMIUM_PATH. */
export default function setup() {
  process.env.CHROMIUM_PATH = ensureChromium()
}
