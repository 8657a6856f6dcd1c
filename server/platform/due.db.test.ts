import { expect, test } from 'vitest'
import { toDate } from '#kit/time.ts'
import { startTestApp } from '#server/testing/app.ts'
import { runDue } from './due.ts'

test('a source that is due now is run, however long it and those before it take to look', async () => {
  const app = await startTestApp({ database: 'pglite' })
  try {
    let runs = 0
    app.posy.due.push({
      name: 'test.slow',
      nextDueAt: async () => {
        app.wall.advanceSeconds(1)
        return toDate(app.posy.clock.now())
      },
      run: async () => {
        runs += 1
      },
    })
    await runDue(app.posy)
    expect(runs).toBe(1)
  } finally {
    await app.close()
  }
})
