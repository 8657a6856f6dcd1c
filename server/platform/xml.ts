import { SaxesParser } from 'saxes'

/** An element with what is in it. Elements go by their local names; an attribute with a prefix keeps it, and is never another. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

const MAX_DEPTH = 40

class XmlError extends Error {}

/** Reads a well-formed document. One with a DOCTYPE is refused: no entity is ever declared, let alone fetched. */
export function readXml(source: string): XmlElement | { error: string } {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw new XmlError(`is no well-formed XML: ${error.message}`)
  })
  parser.on('doctype', () => {
    throw new XmlError('has a DOCTYPE, which is never needed')
  })
  parser.on('opentag', ({ local, attributes }) => {
    if (open.length > MAX_DEPTH) throw new XmlError('is nested too deeply')
    const values = Object.fromEntries(Object.values(attributes).map((each) => [each.name, each.value]))
    const element: XmlElement = { name: local, attributes: values, children: [], text: '' }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    open.at(-1)!.text += text
  })
  parser.on('cdata', (text) => {
    open.at(-1)!.text += text
  })
  parser.on('closetag', () => void open.pop())
  try {
    parser.write(source).close()
  } catch (error) {
    if (error instanceof XmlError) return { error: error.message }
    throw error
  }
  return root.children[0] ?? { error: 'is empty' }
}

/** Every element at a path of local names: `Acct/Id/IBAN`. */
export const elementsAt = (element: XmlElement, path: string): XmlElement[] =>
  path
    .split('/')
    .reduce<XmlElement[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((each) => each.name === name)),
      [element],
    )

export const textAt = (element: XmlElement, path: string): string => elementsAt(element, path)[0]?.text.trim() ?? ''
