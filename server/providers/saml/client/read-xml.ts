import { Parser, processors } from 'xml2js'
import { SamlRefusal } from '#server/providers/saml/types.ts'

/** An element as xml2js reads it, without the prefixes of its names: attributes under `$`, text under `_`. */
export interface Element {
  $?: Record<string, string>
  _?: string
  [child: string]: Element[] | Record<string, string> | string | undefined
}

/** Entities, DTDs, comments and instructions: none of them has a place in SAML, and each has been someone's way in. */
const ODD = /<!|<\?(?!xml\s)/

/** @throws SamlRefusal for what is not plain XML */
export async function readXml(text: string): Promise<Record<string, Element>> {
  if (ODD.test(text)) throw new SamlRefusal('malformed', 'It holds a declaration, a comment or an instruction.')
  const parser = new Parser({ explicitCharkey: true, tagNameProcessors: [processors.stripPrefix] })
  const read: unknown = await parser.parseStringPromise(text).catch((cause: unknown) => {
    throw new SamlRefusal('malformed', 'It is not XML.', cause)
  })
  if (typeof read !== 'object' || read === null) throw new SamlRefusal('malformed', 'It is empty.')
  return read as Record<string, Element>
}

/** The elements of a name right under one. */
export const childElements = (element: Element | undefined, name: string): Element[] => {
  const found = element?.[name]
  return Array.isArray(found) ? found.map((one) => (typeof one === 'string' ? { _: one } : one)) : []
}

export const elementText = (element: Element | undefined): string => (element?._ ?? '').trim()

/** Far more than any answer has. */
const MAX_DEPTH = 40

/** The elements of a name anywhere under one. @throws SamlRefusal where they are nested beyond reason */
export function descendantElements(element: Element, name: string, depth = 0): Element[] {
  if (depth > MAX_DEPTH) throw new SamlRefusal('malformed', 'It is nested too deep.')
  return Object.keys(element).flatMap((key) => {
    if (key === '$' || key === '_') return []
    const children = childElements(element, key)
    return [
      ...(key === name ? children : []),
      ...children.flatMap((child) => descendantElements(child, name, depth + 1)),
    ]
  })
}
