import { describe, expect, test } from 'vitest'
import { readWish } from './text-reply.ts'

describe('a reply to a text', () => {
  test.each([
    'STOP',
    'Stop.',
    'stop please',
    'Stop. Thank you',
    'opt out',
    'OPT-OUT',
    'optout',
    '“STOP”',
    '\u202dSTOP\u202c',
    'ＳＴＯＰ',
    'Unsubscribe!',
    'Please stop',
    'STOP ALL',
    'Stop stop STOP',
    'Quit',
    'cancel',
    'Can you please stop texting me',
    'Don’t text me again',
    'no more texts please',
    'Please remove me from this list',
    'I want to unsubscribe from this',
    'STOPP',
    'Arrêt',
  ])('"%s" is a wish to stop', (text) => expect(readWish(text)).toBe('stop'))

  test.each(['START', 'start.', ' Unstop '])('"%s" is a wish for texts again', (text) =>
    expect(readWish(text)).toBe('start'),
  )

  test.each([
    'yes',
    'Yes please!',
    'start it again if you like',
    'I can’t stop smiling',
    'Don’t stop now',
    'I will stop by the shop tomorrow',
    'The bus stop was full',
    'Thank you',
    'never ending thanks',
    'Can I cancel my gift?',
    '',
    '👍',
  ])('"%s" is none of both', (text) => expect(readWish(text)).toBeNull())
})
