/**
 * Finds harmful content in responses; the result must always be empty. `harmIn` checks JSON and JSON-LD; `harmfulMarkup` checks
 * descriptions, pages and the HTML in feeds.
 */
import sanitize from 'sanitize-html'
import { isElementName } from '../../src/domain/text/tags.ts'

const shown = [
  ...[
    'a',
    'abbr',
    'b',
    'bdi',
    'bdo',
    'blockquote',
    'br',
    'caption',
    'cite',
    'code',
    'col',
    'colgroup',
    'dd',
    'del',
  ],
  ...[
    'dfn',
    'dl',
    'dt',
    'em',
    'figcaption',
    'figure',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'i',
    'img',
    'ins',
  ],
  ...[
    'kbd',
    'li',
    'mark',
    'ol',
    'p',
    'pre',
    'q',
    'rp',
    'rt',
    'ruby',
    's',
    'samp',
    'small',
    'strong',
    'sub',
    'sup',
  ],
  ...['table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'time', 'tr', 'u', 'ul', 'var', 'wbr'],
]
const addressed = ['href', 'src', 'cite', 'action', 'formaction', 'poster', 'background', 'data', 'srcset']
const doing = /^on|^style$|^class$|^id$|^name$|^target$|^srcdoc$|^is$|^form|^xlink|^xmlns/

/** Returns a URL as browsers read it: without the white space and control characters that they skip. */
const asRead = (address: string) => address.replace(/[\s\p{Cc}]/gu, '')

/** Whether a URL in a field is a plain web, mail or telephone URL. */
export function isSafeAddress(address: string): boolean {
  if (/["<>\\]/.test(address) || asRead(address) !== address) return false
  return /^(?:https?:\/\/[^/?#]|mailto:[^?]|tel:\+?[\d*#(])/i.test(address)
}

/** Whether browsers can follow a URL in markup without executing or embedding anything. */
const isLink = (address: string) =>
  /^(?:https?|mailto|tel):/i.test(asRead(address)) || isRelative(asRead(address))

const isRelative = (address: string) => /^(?:[?#]|\/(?![/\\])|[^\s:/\\?#]+(?:[/?#]|$))/.test(address)

/** Returns tags and attributes that execute, embed or style, as a lenient HTML parser finds them. */
export function harmfulMarkup(html: string): readonly string[] {
  const found: string[] = []
  sanitize(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    onOpenTag(tag, attributes) {
      if (!shown.includes(tag)) found.push(`<${tag}>`)
      for (const [name, value] of Object.entries(attributes)) {
        const isHarmful = addressed.includes(name) ? !isLink(value) : doing.test(name)
        if (isHarmful) found.push(`<${tag} ${name}="${value}">`)
      }
    },
  })
  if (/<(?:!|\?|script|style)/i.test(html)) found.push('what no text begins with')
  return found
}

/**
 * The known elements and the attributes that appear where a plain text is put into HTML unescaped. A browser reads a name up to white space, a
 * slash or a bracket (HTML §13.2.5.8), a lenient parser up to the next tag. An address in brackets has no attribute of a plain name.
 */
export function elementsOfPlainText(text: string): readonly string[] {
  const found: string[] = []
  sanitize(`<p>${text}</p>`, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    onOpenTag(tag, attributes) {
      if (tag === 'p' && Object.keys(attributes).length === 0) return
      if (isElementName(tag)) found.push(`<${tag}>`)
      for (const [name, value] of Object.entries(attributes))
        if (value !== '' && /^[a-z:_-]+$/i.test(name)) found.push(`<${tag} ${name}="${value}">`)
    },
  })
  for (const [tag, name = ''] of text.matchAll(/<([a-z][^\s/>]*)[^>]*>/gi))
    if (isElementName(name.toLowerCase()) || /[\s/][a-z:_-]+\s*=/i.test(tag)) found.push(tag)
  if (/<(?:!|[?][a-z])/i.test(text)) found.push('a declaration')
  return found
}

const markup = ['description', 'excerpt']
const names = ['title', 'venue', 'organizer', 'name', 'label', 'slug']
const addresses = [
  'url',
  'website',
  'rest_url',
  'next_rest_url',
  'self',
  'collection',
  'up',
  '@id',
  '@context',
  'sameAs',
]

function harmAt(key: string, text: string, isLinkedData: boolean): readonly string[] {
  if (markup.includes(key) && !isLinkedData) return harmfulMarkup(text)
  if (names.includes(key)) return elementsOfPlainText(text).slice(0, 1)
  if (!addresses.includes(key) || text === '') return []
  return isSafeAddress(text) ? [] : ['no address to follow']
}

/** Returns the harmful values in a representation or a list of representations, each with its path. */
export function harmIn(value: unknown, key = '', place = '', isLinkedData = false): readonly string[] {
  if (typeof value === 'string')
    return harmAt(key, value, isLinkedData).map((harm) => `${place}: ${harm} in ${JSON.stringify(value)}`)
  if (Array.isArray(value))
    return value.flatMap((one, at) => harmIn(one, key, `${place}[${at}]`, isLinkedData))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    harmIn(one, name, `${place}.${name}`, isLinkedData || name === 'json_ld'),
  )
}
