import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCodeFile } from './code-file.ts'

test('a file of codes is read with PINs, links and last days, whatever the order of the columns', () => {
  const { rows, errors } = readCodeFile(
    '\uFEFFCode,expiry,url,pin\r\nAB-1,2026-12-31,https://daisy.test/r?a=1,12\r\n\r\n"C ""2"", x",,,\r\n',
  )
  expect(errors).toEqual([])
  expect(rows).toEqual([
    {
      line: 2,
      code: 'AB-1',
      pin: '12',
      url: 'https://daisy.test/r?a=1',
      expiresAt: new Date('2026-12-31T23:59:59.999Z'),
    },
    { line: 4, code: 'C "2", x', pin: null, url: null, expiresAt: null },
  ])
})

test('a file of codes lists every wrong line, and never repeats a code', () => {
  const { rows, errors } = readCodeFile(
    'code,pin,url,expiry\nSAME-SECRET,,,\nSAME-SECRET,,,\n,12,,\nX1,,http://plain.test,\nX2,,javascript:alert(1),2026-02-30\nX3,,,31/12/2026\nX4,,,,more\nX\u00005,,,\n',
  )
  expect(rows.map((row) => row.line)).toEqual([2])
  expect(errors.map((error) => error.line)).toEqual([3, 4, 5, 6, 6, 7, 8, 9])
  expect(JSON.stringify(errors)).not.toContain('SECRET')
})

test('a file of codes needs a first line that names the columns, and at least one code', () => {
  for (const text of ['', 'AB-1\nAB-2', 'code,code\n1,2', 'code,colour\n1,red', 'pin\n1'])
    expect(readCodeFile(text)).toMatchObject({ rows: [], errors: [{ line: 1 }] })
  expect(readCodeFile('code\n').errors).toEqual([{ line: 1, message: 'there are no codes' }])
})

test('a file of codes is read as any spreadsheet may write it', () => {
  const code = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/)
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  fc.assert(
    fc.property(fc.uniqueArray(code, { minLength: 1, maxLength: 20 }), fc.boolean(), (codes, isWindows) => {
      const text = ['code', ...codes.map(quote)].join(isWindows ? '\r\n' : '\n')
      expect(readCodeFile(text)).toMatchObject({ errors: [], rows: codes.map((each) => ({ code: each })) })
    }),
  )
})
