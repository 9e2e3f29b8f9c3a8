/** Prepares descriptions for pages: sanitises them again and removes everything that a browser would load from other sites. */
import type { Attributes, Tag } from 'sanitize-html'
import { allowedAttributes, allowedTags, cleanedHtml } from './html.ts'
import { urlOfAnyScheme, wholeTextAsEmailAddress } from './links.ts'
import { plainTextOf } from './plain-text.ts'

// Links for addresses that stand in a text as they are.

/**
 * An address begins with its scheme, or with `www.`, which is no part of another one. It ends at the latest at white space, a quotation
 * mark, or a tag, as cleaned HTML writes them.
 */
const ADDRESS =
  /(?:\bhttps?:\/\/|(?<![\p{L}\p{N}@/.:-])www\.(?=[\p{L}\p{N}-]+\.\p{L}))(?:(?!&(?:lt|gt|quot|#39);)[^\s<>"'\u201c\u201d\u00ab\u00bb])+/giu

/** An e-mail address: no part of another address, and no name on the social web, which begins with `@`. */
const MAILBOX =
  /(?<![\p{L}\p{M}\p{N}_.+/@-])[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.+-]{0,63}@[\p{L}\p{N}][\p{L}\p{M}\p{N}.-]{0,250}(?![\p{L}\p{M}\p{N}@_/])/u

const ANY = new RegExp(`${ADDRESS.source}|${MAILBOX.source}`, 'giu')

/** Signs that end a sentence rather than an address. */
const TRAILING = /[.,:;!?)\]}\u2026]/

/** Returns the address without the signs behind it. */
function withoutTail(address: string): string {
  let end = address.length
  for (;;) {
    const text = address.slice(0, end)
    if (text.endsWith('&amp;')) end -= '&amp;'.length
    else if (TRAILING.test(text.slice(-1))) end -= 1
    else return text
  }
}

/** Returns where an address leads; undefined if it is none. `address` is as cleaned HTML writes it. */
function targetOf(address: string): string | undefined {
  const isWeb = /^(?:https?:|www\.)/i.test(address)
  if (!isWeb) return wholeTextAsEmailAddress(address) && `mailto:${encodeURI(address)}`
  const target = /^www/i.test(address) ? `https://${address}` : address
  return urlOfAnyScheme(target.replaceAll('&amp;', '&')) && target
}

/**
 * Returns cleaned HTML in which bare addresses are links with this relation: of web pages, by https where they begin with `www.`, and of
 * e-mail. Those in links stay as they are.
 */
export function withBareAddressesLinked(html: string, relation: string): string {
  let depth = 0
  const parts = html.split(/(<[^<>]*>)/).map((part) => {
    if (/^<a[\s>]/i.test(part)) depth += 1
    else if (/^<\/a>/i.test(part)) depth -= 1
    if (part.startsWith('<') || depth > 0 || !/:\/\/|www\.|@/i.test(part)) return part
    return part.replace(ANY, (found) => {
      const address = withoutTail(found)
      const target = targetOf(address)
      if (target === undefined) return found
      return `<a href="${target}" rel="${relation}">${address}</a>${found.slice(address.length)}`
    })
  })
  return parts.join('')
}

/** Transformations that move headings below the h1 of the page. The highest becomes h2, and no level is skipped. */
function lowered(html: string) {
  const written = [...html.matchAll(/<h([1-6])[\s>]/gi)].map(([, level]) => Number(level))
  const levels = [...new Set(written)].sort()
  const each = levels.map((level, rank) => [
    `h${level}`,
    (_: string, attribs: Attributes): Tag => ({ tagName: `h${Math.min(rank + 2, 6)}`, attribs }),
  ])
  return Object.fromEntries(each)
}

/** Links in user content are no endorsement by the site, and the opened page gets no reference to this one. */
const RELATION = 'nofollow ugc noopener'

/** Sanitises the HTML of a description for a page. `media` is the address prefix of the service's own images; other images become links. */
export function sanitizeForPage(html: string, media: string): string {
  const image = (_: string, attribs: Attributes): Tag => {
    const { src = '', alt = '' } = attribs
    if (src.startsWith(media)) {
      const path = new URL(src).pathname
      return { tagName: 'img', attribs: { ...attribs, alt, src: path, loading: 'lazy' } }
    }
    return { tagName: 'a', attribs: { href: src, rel: RELATION }, text: alt || src }
  }
  const options = {
    allowedTags,
    allowedAttributes: { ...allowedAttributes, img: [...allowedAttributes.img, 'loading'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nonTextTags: ['script', 'style'],
    transformTags: {
      ...lowered(html),
      img: image,
      a: (tagName: string, attribs: Attributes): Tag => ({ tagName, attribs: { ...attribs, rel: RELATION } }),
    },
  }
  return withBareAddressesLinked(cleanedHtml(html, options) ?? escaped(plainTextOf(html)), RELATION)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
