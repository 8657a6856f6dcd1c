import { expect, test } from 'vitest'
import { NAMES, readShapes } from '#server/testing/pdf.ts'
import { drawPoster, type Poster } from './draw-poster.ts'

const draw = (names: Pick<Poster, 'fromName' | 'teamName'>) =>
  drawPoster({
    ...names,
    url: 'https://posy.test/s/ada',
    giftwrap: 'peony',
    accentHex: null,
    logo: null,
    claimMethod: 'email',
    madeAt: new Date('2026-03-02T10:00:00Z'),
  })

test('a poster bears names of every script without a missing letter', async () => {
  for (const name of Object.values(NAMES)) {
    const shapes = await readShapes(new Uint8Array(await draw({ fromName: name, teamName: name })))
    expect(shapes.filter(({ number }) => number === 0)).toEqual([])
    expect(shapes.length).toBeGreaterThan(80)
  }
})
