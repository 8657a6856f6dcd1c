import { expect, test } from 'vitest'
import { elementsAt, readXml, textAt, type XmlElement } from './xml.ts'

const read = (source: string) => readXml(source) as XmlElement

test('XML is read by local names of elements, whatever their prefixes, with text and CDATA', () => {
  const root = read('<a:One xmlns:a="urn:a"><a:Two> first </a:Two><Two><![CDATA[<second>]]></Two></a:One>')
  expect(root.name).toBe('One')
  expect(elementsAt(root, 'Two').map(({ text }) => text.trim())).toEqual(['first', '<second>'])
  expect(textAt(root, 'Two')).toBe('first')
})

test('an attribute of XML with a prefix is never taken for the one without, wherever it stands', () => {
  const { attributes } = read('<One xmlns:x="urn:x" ID="own" x:ID="another"/>')
  expect(attributes.ID).toBe('own')
})

test.each([
  ['is cut off', '<One><Two></Two>'],
  ['has a prefix that stands for nothing', '<x:One/>'],
  ['has an attribute twice', '<One ID="a" ID="b"/>'],
  ['has a DOCTYPE', '<!DOCTYPE One [<!ENTITY who "someone">]><One>&who;</One>'],
  ['is nested without end', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`],
  ['is empty', ''],
])('XML that %s is refused', (_, source) => {
  expect(readXml(source)).toEqual({ error: expect.any(String) })
})
