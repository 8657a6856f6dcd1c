import { expect, test } from 'vitest'
import { picturePath } from './picture-path.ts'

test.each([
  ['https://posy.example/pictures/catalogue/flat-white.svg.png', '/catalogue/flat-white.svg'],
  ['https://posy.example/uploads/a.png', '/uploads/a.png'],
  ['/catalogue/flat-white.svg', '/catalogue/flat-white.svg'],
])('a page shows the picture that v2 answers as %s from %s, as it was drawn', (address, path) =>
  expect(picturePath(address)).toBe(path),
)
