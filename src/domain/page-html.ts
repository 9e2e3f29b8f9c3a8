/** Descriptions as pages show them: once more sanitised, and without anything that a browser would fetch from elsewhere. */
import type { Attributes, Tag } from 'sanitize-html'
import { allowedAttributes, allowedTags } from './html.ts'
import { cleaned } from './markup.ts'
import { plainTextOf } from './plain-text.ts'

/** Headings go below those of the page. */
const headings = { h1: 'h3', h2: 'h3', h3: 'h4', h4: 'h5', h5: 'h6', h6: 'h6' } as const

const lowered = Object.fromEntries(
  Object.entries(headings).map(([from, to]) => [
    from,
    (_: string, attribs: Attributes): Tag => ({ tagName: to, attribs }),
  ]),
)

/** What others wrote vouches for nothing, and what it opens is not told of this page. */
const RELATION = 'nofollow ugc noopener'

/** `media` is the address that the service's own images begin with: those alone are shown, others are linked. */
export function pageHtml(html: string, media: string): string {
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
      ...lowered,
      img: image,
      a: (tagName: string, attribs: Attributes): Tag => ({ tagName, attribs: { ...attribs, rel: RELATION } }),
    },
  }
  return cleaned(html, options) ?? escaped(plainTextOf(html))
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
