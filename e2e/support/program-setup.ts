import { ensureBuilt } from '#tools/build.mjs'

/** Vitest's global setup for what starts processes of Posy: they run what is built, as an installation's do. */
export default (): void => ensureBuilt('program')
