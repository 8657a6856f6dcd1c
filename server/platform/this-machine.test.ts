import { describe, expect, test } from 'vitest'
import { callerAddress } from './http/address.ts'
import { enclosingNetworks, plainAddress } from './networks.ts'
import { foreignTo } from './this-machine.ts'

describe('a request from this machine itself', () => {
  test.each([['localhost:3000'], ['posy.localhost'], ['127.0.0.1:3000'], ['127.8.9.1'], ['[::1]:3000'], [undefined]])(
    'may name %s',
    (host) => expect(foreignTo({ host })).toBeNull(),
  )
  test.each([
    ['gifts.example.com'],
    ['localhost.example.com'],
    ['localhost.'],
    ['10.0.0.4:3000'],
    ['[2001:db8::1]'],
    [''],
  ])('never names %s', (host) => expect(foreignTo({ host })).toBe('host'))
  test.each([['x-forwarded-for'], ['x-forwarded-proto'], ['x-forwarded-host'], ['forwarded'], ['via'], ['x-real-ip']])(
    'never carries %s',
    (name) => expect(foreignTo({ host: 'localhost:3000', [name]: 'anything' })).toBe('forwarded'),
  )
})

describe('an address counts', () => {
  test('for itself as IPv4, however a socket or a proxy writes it', () => {
    for (const spelt of [
      '192.0.2.7',
      '::ffff:192.0.2.7',
      '::FFFF:c000:207',
      '192.0.2.7:51234',
      '[::ffff:192.0.2.7]:443',
      '64:ff9b::192.0.2.7',
    ])
      expect([spelt, enclosingNetworks(spelt), plainAddress(spelt)]).toEqual([
        spelt,
        [{ name: '192.0.2.7', times: 1 }],
        '192.0.2.7',
      ])
  })
  test('for its household and ten times for its site as IPv6, however it is spelt', () => {
    const networks = [
      { name: '2001:db8:7:9::/64', times: 1 },
      { name: '2001:db8:7::/48', times: 10 },
    ]
    for (const spelt of [
      '2001:db8:7:9::1',
      '2001:0DB8:0007:0009:ffff::',
      '[2001:db8:7:9:1:2:3:4]:80',
      '2001:db8:7:9::1%eth0',
      '2001:db8:7:9::192.0.2.7',
    ])
      expect([spelt, enclosingNetworks(spelt)]).toEqual([spelt, networks])
    expect(enclosingNetworks('::1')[0]!.name).toBe('0:0:0:0::/64')
  })
  test('for itself where it is none, and as the trusted proxies saw it', () => {
    expect(enclosingNetworks('internal')).toEqual([{ name: 'internal', times: 1 }])
    expect(callerAddress('10.0.0.1, 2001:db8::7, 192.0.2.1', 2)).toBe('2001:db8::7')
  })
})
