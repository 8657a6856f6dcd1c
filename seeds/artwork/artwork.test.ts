import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ARTWORK_FOLDER, artwork } from './artwork.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, ARTWORK_FOLDER)
const drawn = artwork()

test('the pictures in the repository are the ones the code draws', () => {
  expect(readdirSync(folder).sort()).toEqual([...drawn.keys()].sort())
  const outdated = [...drawn].filter(([name, content]) => readFileSync(join(folder, name), 'utf8') !== content)
  expect(outdated.map(([name]) => name)).toEqual([])
})

test('the starter catalogue shows nothing but these pictures, and every one of them', () => {
  const catalogue = readFileSync(join(root, 'seeds/catalogue.json'), 'utf8')
  const shown = new Set([...catalogue.matchAll(/"\/catalogue\/([^"]+)"/g)].map((match) => match[1]!))
  const unknown = [...shown].filter((name) => !drawn.has(name))
  expect(unknown).toEqual([])
  // posy.svg stands in for a product without a picture.
  expect([...drawn.keys()].filter((name) => !shown.has(name))).toEqual(['posy.svg'])
})

test('a picture is shapes only: nothing is loaded, run or written in a font', () => {
  for (const [name, content] of drawn) {
    expect(content, name).not.toMatch(/<(script|text|style|image|foreignObject)|\son\w+=|url\(|href="[^#]/)
    expect(content, name).not.toMatch(/NaN|undefined/)
    expect(content.length, name).toBeLessThan(64 * 1024)
  }
})
