/** Prepares descriptions for pages: sanitises them again and removes everything that a browser would load from other sites. */
import type { Attributes, Tag } from 'sanitize-html'
import { withBareAddressesLinked } from './bare-links.ts'
import { allowedAttributes, allowedTags } from './html.ts'
import { cleanedHtml } from './markup.ts'
import { plainTextOf } from './plain-text.ts'

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
