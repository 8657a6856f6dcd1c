import type { Assembled } from './assemble.ts'

/**
 * What nothing caught is logged and counted, and the process continues: its work is in transactions, which a bug in one
 * request leaves rolled back, while ending would take everyone else's requests along.
 */
export function watchUnhandledErrors({ posy, metrics }: Pick<Assembled, 'posy' | 'metrics'>): () => void {
  const note = (kind: string) => (error: unknown) => {
    metrics.unhandledErrors.inc({ kind })
    posy.log.error({ err: error }, `unhandled ${kind}`)
  }
  const [rejection, exception] = [note('rejection'), note('exception')]
  process.on('unhandledRejection', rejection)
  process.on('uncaughtException', exception)
  return () => {
    process.off('unhandledRejection', rejection)
    process.off('uncaughtException', exception)
  }
}
