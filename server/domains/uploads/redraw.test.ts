import { describe, expect, test } from 'vitest'
import { MAX_PROCESS_CPU_MS, redraw } from './redraw.ts'
import { drawsTooMuch } from './svg-weight.ts'
import { TeamPlaces } from './team-places.ts'

const teamId = 'a team'
const drawing = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${inner}</svg>`
const levels = (count: number, refer: (level: number) => string) =>
  Array.from({ length: count }, (_, n) => `<g id="l${n + 1}">${refer(n).repeat(10)}</g>`).join('')
const RECT = '<g id="l0"><rect width="1" height="1"/></g>'

test('an outline that draws without end is stopped, and its process with it', async () => {
  const noise = '<filter id="f"><feTurbulence baseFrequency=".9" numOctaves="99"/></filter>'
  const endless = drawing(`${noise}${'<rect width="100" height="100" filter="url(#f)" opacity=".5"/>'.repeat(5000)}`)
  expect(await redraw(Buffer.from(endless), 'logo', { teamId, limitMs: 2000 })).toEqual({ fault: 'too-complex' })
})

describe('an outline is weighed before it is drawn', () => {
  test('nested references are refused at once, however they are spelt', async () => {
    const bombs = [
      `<defs>${RECT}${levels(9, (n) => `<use href="#l${n}"/>`)}</defs><use href="#l9"/>`,
      `<defs>${RECT}${levels(9, (n) => `<use xlink:href=' #l${n}'/>`)}</defs><use xlink:href="#l9"/>`,
      `<defs>${RECT}${levels(9, (n) => `<svg:use href="#l${n}"></svg:use>`)}</defs><use href="#l9"/>`,
      `<defs>${RECT.replace('"l0"', '"&#108;0"')}${levels(9, (n) => `<use href="#l${n}"/>`)}</defs><use href="#l9"/>`,
      `<defs>${RECT}${levels(9, (n) => `<rect fill="url(#l${n})"/>`)}</defs><rect mask="url('#l9')"/>`,
      '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
      '<g id="a"><g><use href="#a"/></g></g>',
    ]
    for (const bomb of bombs) {
      expect([bomb.slice(0, 80), drawsTooMuch(drawing(bomb))]).toEqual([bomb.slice(0, 80), true])
      const began = performance.now()
      expect(await redraw(Buffer.from(drawing(bomb)), 'logo', { teamId })).toHaveProperty('fault')
      // Drawn, it would take all that a process may.
      expect(performance.now() - began).toBeLessThan(MAX_PROCESS_CPU_MS)
    }
  })

  test('what people draw is accepted: many shapes, shared colours, repeated icons, links and animations', () => {
    const gradient = `<linearGradient id="sky">${'<stop offset="1"/>'.repeat(20)}</linearGradient>`
    const shapes = '<path d="M1 1L2 2" fill="url(#sky)"/>'.repeat(30_000)
    expect(drawsTooMuch(drawing(gradient + shapes))).toBe(false)
    expect(drawsTooMuch(drawing(`<defs>${RECT}</defs>${'<use href="#l0"/>'.repeat(5000)}`))).toBe(false)
    const animated = '<g id="a"><animate href="#a"/><a href="#a"><text id="b">x</text></a></g>'
    expect(drawsTooMuch(drawing(`<!-- <use href="#a"> -->${animated}`))).toBe(false)
  })

  test('the time grows with its length alone: deep, unclosed and odd ones too', () => {
    const long = [
      Array.from({ length: 40_000 }, (_, n) => `<g id="n${n}"><use href="#n${n + 1}"/>`).join(''),
      '<g id="'.repeat(200_000),
      `<g ${'a'.repeat(1_500_000)}`,
      `<path d="${" id='".repeat(300_000)}"/>`,
      '<!--'.repeat(400_000),
    ]
    const began = performance.now()
    for (const each of long) drawsTooMuch(drawing(each))
    expect(performance.now() - began).toBeLessThan(30_000)
  })
})

describe('places for drawing', () => {
  /** Work that ends when it is told to. */
  const open = () => {
    const places = new TeamPlaces({ atATime: 2, mostWaitingOfTeam: 2, mostWaiting: 3 })
    const started: string[] = []
    const ends = new Map<string, () => void>()
    const bring = (team: string, name: string) =>
      places.run(team, () => {
        started.push(name)
        return new Promise<void>((resolve) => ends.set(name, resolve))
      })
    const end = async (name: string) => {
      ends.get(name)!()
      await new Promise((resolve) => setImmediate(resolve))
    }
    return { started, bring, end }
  }

  test('are one a team: a team that brings much waits for itself, and others take turns with it', async () => {
    const { started, bring, end } = open()
    const all = [bring('a', 'a1'), bring('a', 'a2'), bring('a', 'a3')]
    const refused = await bring('a', 'a4').catch((error) => error.code)
    all.push(bring('b', 'b1'), bring('c', 'c1'))
    await Promise.resolve()
    expect([refused, started]).toEqual(['too_many_requests', ['a1', 'b1']])
    expect(await bring('d', 'd1').catch((error) => error.code)).toBe('unavailable')
    await end('a1')
    await end('b1')
    expect(started).toEqual(['a1', 'b1', 'a2', 'c1'])
    await end('a2')
    await end('c1')
    await end('a3')
    await Promise.all(all)
    expect(started).toEqual(['a1', 'b1', 'a2', 'c1', 'a3'])
  })
})
