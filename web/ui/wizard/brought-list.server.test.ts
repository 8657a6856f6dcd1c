import { describe, expect, test } from 'vitest'
import { readSample, samples } from '#server/testing/people-lists.ts'
import { readBroughtPeople, readListText } from './brought-list.server.ts'

describe('a list that is brought to a form', () => {
  const bring = (bytes: Uint8Array<ArrayBuffer>, pasted = 'typed@x.test') => {
    const form = new FormData()
    form.set('pasted', pasted)
    form.set('file', new File([bytes], 'list.csv'))
    return readListText(form, 'pasted')
  }
  const encodeText = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding))

  test('as a file in whatever encoding is read as it was written', async () => {
    expect(await bring(encodeText('Zo\xeb \x96,zoe@x.test', 'latin1'))).toEqual({ list: 'Zoë –,zoe@x.test' })
    expect(await bring(encodeText('\uFEFFZoë,zoe@x.test', 'utf16le'))).toEqual({ list: 'Zoë,zoe@x.test' })
    expect(await bring(encodeText('\uFEFFZoë,zoe@x.test', 'utf8'))).toEqual({ list: 'Zoë,zoe@x.test' })
  })

  test('as a workbook or junk is refused in words, and what was pasted stays', async () => {
    const workbook = await bring(encodeText('PK\u0003\u0004 xl/workbook.xml', 'latin1'))
    expect(workbook).toMatchObject({ list: 'typed@x.test', refused: expect.stringContaining('CSV UTF-8') })
    const junk = await bring(new Uint8Array(Array.from({ length: 999 }, (_, index) => (index * 7919) % 251)))
    expect(junk.refused).toContain('no text')
    const large = await bring(new Uint8Array(4 * 1024 * 1024 + 1).fill(65))
    expect(large.refused).toContain('4 MB')
  })
})

describe('people brought to a form', () => {
  const bring = (file: string, fields: Record<string, string> = {}, contact: 'email' | 'phone' = 'email') => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('file', new File([readSample(file)], file))
    return readBroughtPeople(form, { contact, most: 1_000_000, tooMuch: 'too much' })
  }

  test.each(samples.filter(({ question }) => !question))(
    'from a file are read as the API reads them, and what is passed over is said: $title',
    async ({ file, contact, people, unread = [] }) => {
      const { people: read, notices } = await bring(file, {}, contact)
      expect(read.map(({ row, address, name }) => [row, address, name].join(' | '))).toEqual(
        people.map((each) => each.split(' | ')).map(([row, address, , name = '']) => [row, address, name].join(' | ')),
      )
      for (const heading of unread) expect(notices[0]).toContain(`“${heading}”`)
      expect(notices.length).toBe(unread.length ? 1 : 0)
    },
  )

  test('by name alone stand under Name, and their address is what is missing; half an address stays one', async () => {
    const form = new FormData()
    form.set('pasted', 'ada@example.net\nKate O’Neill\nJ. Smith\nОлена\nbo.example.net\nroom12\nno-address')
    const { people } = await readBroughtPeople(form, { contact: 'email', most: 1_000, tooMuch: 'too much' })
    expect(people.map(({ address, name }) => [address, name])).toEqual([
      ['ada@example.net', ''],
      ['', 'Kate O’Neill'],
      ['', 'J. Smith'],
      ['', 'Олена'],
      ['bo.example.net', ''],
      ['room12', ''],
      ['no-address', ''],
    ])
  })

  test('where two columns fit wait in their box until it is said which is meant, and never in the place of what was pasted', async () => {
    const asked = await bring('two-addresses.csv')
    expect(asked).toMatchObject({ people: [], question: { part: 'email', columns: ['Email', 'E-mail address'] } })
    expect(asked.unread).toContain('zoe@example.net')
    const beside = await bring('two-addresses.csv', { pasted: 'ada@example.net' })
    expect(beside).toMatchObject({ people: [], question: null, unread: 'ada@example.net' })
    expect(beside.general[0]).toContain('Add the pasted list first')
    const again = await bring('two-addresses.csv', { pasted: asked.unread.replaceAll('\n', '\r\n') })
    expect(again).toMatchObject({ people: [], question: { part: 'email' }, unread: asked.unread })
    const chosen = await bring('two-addresses.csv', { 'column.email': 'E-mail address' })
    expect(chosen).toMatchObject({ people: [{ address: 'zoe@example.net', name: 'Zoe' }], question: null, unread: '' })
  })
})
