import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test.each(['main.ts', 'cli.ts'])(
  '%s leaves no thread that compiles behind, which its end could wait for without end: it says so before anything runs',
  (program) => {
    const [first] = readFileSync(new URL(program, import.meta.url), 'utf8').split('\n')
    expect(first).toMatch(/^import '[./#\w]*\/compile-in-turn\.ts'$/)
  },
)
