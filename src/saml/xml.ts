/** Reading XML strictly: whatever two parsers could understand in two ways is refused. */
import { DOMParser, type Element, onWarningStopParsing } from '@xmldom/xmldom'

export type { Element } from '@xmldom/xmldom'

export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
export const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
export const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
export const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'

/**
 * Returns the root element of a text. Throws for what is not well-formed, and for a document type: it could define entities, which name
 * other files or grow without bound.
 */
export function rootOf(text: string): Element {
  if (/<!DOCTYPE/i.test(text)) throw new Error('it has a document type (DOCTYPE)')
  const { documentElement } = new DOMParser({ onError: onWarningStopParsing }).parseFromString(
    text,
    'text/xml',
  )
  if (documentElement === null) throw new Error('it is empty')
  return documentElement
}

const isElement = (node: { readonly nodeType: number }): node is Element => node.nodeType === 1

/** Returns the child elements of a name, in their order. */
export const childrenOf = (parent: Element, namespace: string, name: string): readonly Element[] =>
  [...parent.childNodes]
    .filter(isElement)
    .filter((one) => one.namespaceURI === namespace && one.localName === name)

/** Returns the only child element of a name; undefined without one. Throws for several. */
export function childOf(parent: Element, namespace: string, name: string): Element | undefined {
  const [first, second] = childrenOf(parent, namespace, name)
  if (second !== undefined) throw new Error(`${parent.localName} has several ${name}`)
  return first
}

/** Returns the elements of a name within another one, at any depth. */
export const elementsIn = (parent: Element, namespace: string, name: string): readonly Element[] => [
  ...parent.getElementsByTagNameNS(namespace, name),
]

/** Returns the whole text within an element, without white space around it; "" without the element. */
export const textOf = (element: Element | undefined): string => element?.textContent?.trim() ?? ''

/** Returns a text as the content of an element or a value of an attribute. */
export const escapedXml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
