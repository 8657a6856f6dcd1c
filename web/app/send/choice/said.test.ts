import { expect, test } from 'vitest'
import { offeredSegments, ownPicture, segmentsToOffer, toGiftMeta } from './said.ts'

const uploaded = 'http://posy.test/uploads/0190a0c4-7c2e-4a51-9d62-0d6f5a9f0001.png'
const segment = (id: string) => ({ id, name: `Segment ${id}`, options: [] })
const all = ['a', 'b', 'c'].map(segment)

test('a choice of which everything is offered, and nothing said, stays open to what comes into it later', () => {
  const kept = all.map(({ id }) => ({ id, isKept: true, image: null, description: '' }))
  expect(toGiftMeta(null, kept)).toBeNull()
  expect(toGiftMeta('Pick a treat', kept)).toEqual({ customDescription: 'Pick a treat' })
  expect(offeredSegments(all, { customDescription: 'Pick a treat' }).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('a choice that was narrowed keeps the segments, the words and the pictures that its sender gave it, and is shown by them again', () => {
  const meta = toGiftMeta(null, [
    { id: 'a', isKept: false, description: 'gone with it' },
    { id: 'b', isKept: true, description: 'For the garden', image: uploaded },
    { id: 'c', isKept: true, description: null, image: 'https://elsewhere.test/c.png' },
  ])
  expect(meta).toEqual({
    gwcSegments: [
      { id: 'b', image: uploaded, description: 'For the garden' },
      { id: 'c', image: 'https://elsewhere.test/c.png' },
    ],
  })
  expect(segmentsToOffer(all, meta).map(({ isKept, words, picture }) => [isKept, words, picture])).toEqual([
    [false, '', null],
    [true, 'For the garden', ownPicture(uploaded)],
    [true, '', null],
  ])
})
