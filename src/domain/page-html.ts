/** Descriptions as pages show them: once more sanitised, and without anything that a browser would fetch from elsewhere. */
import type { Attributes, Tag } from 'sanitize-html'
import { allowedAttributes, allowedTags } from './html.ts'
import { cleaned } from './markup.ts'
import { plainTextOf } from './plain-text.ts'

/** Headings go below that of the page, the highest that is written directly below it, and none is left out between two. */
function lowered(html: string) {
  const written = [...html.matchAll(/<h([1-6])[\s>]/gi)].map(([, level]) => Number(level))
  const levels = [...new Set(written)].sort()
  const each = levels.map((level, rank) => [
    `h${level}`,
    (_: string, attribs: Attributes): Tag => ({ tagName: `h${Math.min(rank + 2, 6)}`, attribs }),
  ])
  return Object.fromEntries(each)
}

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
      ...lowered(html),
      img: image,
      a: (tagName: string, attribs: Attributes): Tag => ({ tagName, attribs: { ...attribs, rel: RELATION } }),
    },
  }
  return cleaned(html, options) ?? escaped(plainTextOf(html))
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
