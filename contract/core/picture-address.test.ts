import { expect, test } from 'vitest'
import { copiedPath, portablePath } from './picture-address.ts'

test.each([
  ['/catalogue/flat-white.svg', '/pictures/catalogue/flat-white.svg.png'],
  ['/catalogue/flat-white.webp', '/pictures/catalogue/flat-white.webp.jpg'],
])('the copy of the picture %s that every program draws is %s, and leads back to it', (path, copy) => {
  expect(portablePath(path)).toBe(copy)
  expect(copiedPath(copy)).toBe(path)
})

test.each(['/catalogue/flat-white.png', '/uploads/a.jpg', '/catalogue/svg'])(
  'the picture %s is its own copy',
  (path) => {
    expect(portablePath(path)).toBe(path)
    expect(copiedPath(path)).toBeUndefined()
  },
)

test.each(['/pictures/catalogue/a.svg.jpg', '/pictures/catalogue/a.png', '/pictures/.svg.webp', '/a.svg.png'])(
  'the path %s is no copy of a picture',
  (path) => expect(copiedPath(path)).toBeUndefined(),
)
