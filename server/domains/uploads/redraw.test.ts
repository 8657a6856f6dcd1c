import { expect, test } from 'vitest'
import { redraw } from './redraw.ts'

test('an outline that draws without end is given up', async () => {
  const levels = Array.from(
    { length: 40 },
    (_, n) => `<g id="l${n + 1}">${`<use href="#l${n}"/>`.repeat(10)}</g>`,
  ).join('')
  const noise = '<feTurbulence baseFrequency=".9" numOctaves="99"/>'
  const endless = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><defs>
    <filter id="f" x="-50" y="-50" width="101" height="101">${noise}</filter>
    <g id="l0"><rect width="1" height="1" filter="url(#f)"/></g>${levels}</defs><use href="#l40"/></svg>`
  expect(await redraw(Buffer.from(endless), 'logo', { limitMs: 2000 })).toEqual({ fault: 'too-complex' })
})
