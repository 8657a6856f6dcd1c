import { expect, test } from 'vitest'
import { seek } from './sought.ts'

test('numbers and references are read however they are spelt, and a part of a reference is one', () => {
  for (const spelt of ['INV-000012', 'inv 12', 'Invoice no. 12', 'inv000012'])
    expect(seek(spelt).numbers, spelt).toContain('INV-000012')
  for (const spelt of ['MST-000001', 'payment mst000001', 'mst 1'])
    expect(seek(spelt).numbers, spelt).toContain('MST-000001')
  for (const spelt of ['hg demo 0401', 'HGDEMO0401', 'hg-demo-0401'])
    expect(seek(spelt).walletReferences, spelt).toContain('HGDEMO0401')
  expect(seek('Payment po 0f04-nwp9').letters).toBe('PAYMENTPO0F04NWP9')
  expect([seek('hgdemo').referencePart, seek('demo 04').referencePart]).toEqual(['HGDEMO', 'DEMO04'])
  expect([seek('acme').referencePart, seek('hg').referencePart]).toEqual([null, null])
})

test('telephone numbers are read with any marks, whole or in part; an id is nothing else', () => {
  expect(seek('07700 900-123').phone).toEqual({ typed: '07700900123', whole: '+447700900123' })
  expect(seek('+44 (7700) 900123').phone).toEqual({ typed: '447700900123', whole: '+447700900123' })
  expect(seek('0044 7700 900').phone).toMatchObject({ typed: '447700900' })
  expect([seek('1234').phone, seek('HG12345').phone]).toEqual([null, null])
  const id = '00000000-0000-4000-8000-00000000DEAD'
  expect(seek(id)).toMatchObject({ id: id.toLowerCase(), phone: null, numbers: [], shortcode: null })
  for (const pasted of [id, `Request id: ${id}`, `x-request-id: ${id}`, `"requestId": "${id}",`])
    expect(seek(pasted).requestIds, pasted).toEqual([id, id.toLowerCase()])
  expect(seek('00000000 - 0000-4000-8000-0000 0000DEAD').id).toBe(id.toLowerCase())
  expect([seek('batch_7').requestIds, seek('Request id 12').requestIds, seek('').requestIds]).toEqual([
    ['batch_7'],
    [],
    [],
  ])
})
