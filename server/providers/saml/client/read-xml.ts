import { elementsAt, readXml, type XmlElement } from '#server/platform/xml.ts'
import { SamlRefusal } from '#server/providers/saml/types.ts'

/** Entities, DTDs, comments and instructions: none of them has a place in SAML, and each has been someone's way in. */
const ODD = /<!|<\?(?!xml\s)/

/** @throws SamlRefusal for what is not plain XML */
export function readPlainXml(text: string): XmlElement {
  if (ODD.test(text)) throw new SamlRefusal('malformed', 'It holds a declaration, a comment or an instruction.')
  const root = readXml(text)
  if ('error' in root) throw new SamlRefusal('malformed', 'It is not XML.', root.error)
  return root
}

/** The elements of a name right under one. */
export const childElements = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element ? elementsAt(element, name) : []

export const elementText = (element: XmlElement | undefined): string => (element?.text ?? '').trim()

/** The elements of a name anywhere under one. */
export const descendantElements = (element: XmlElement, name: string): XmlElement[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...descendantElements(child, name)])
