/** Links for addresses that stand in a text as they are. */
import { urlOf } from './links.ts'

/**
 * An address begins with its scheme, or with `www.`, which is no part of another one. It ends at the latest at white space, a quotation
 * mark, or a tag, as cleaned HTML writes them.
 */
const ADDRESS =
  /(?:\bhttps?:\/\/|(?<![\p{L}\p{N}@/.:-])www\.(?=[\p{L}\p{N}-]+\.\p{L}))(?:(?!&(?:lt|gt|quot|#39);)[^\s<>"'\u201c\u201d\u00ab\u00bb])+/giu

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

/** Returns cleaned HTML in which bare addresses are links with this relation: http(s), and https where they begin with `www.`. Those in links stay as they are. */
export function withBareLinks(html: string, relation: string): string {
  let depth = 0
  const parts = html.split(/(<[^<>]*>)/).map((part) => {
    if (/^<a[\s>]/i.test(part)) depth += 1
    else if (/^<\/a>/i.test(part)) depth -= 1
    if (part.startsWith('<') || depth > 0 || !/:\/\/|www\./i.test(part)) return part
    return part.replace(ADDRESS, (found) => {
      const address = withoutTail(found)
      const target = /^www/i.test(address) ? `https://${address}` : address
      if (urlOf(target.replaceAll('&amp;', '&')) === undefined) return found
      return `<a href="${target}" rel="${relation}">${address}</a>${found.slice(address.length)}`
    })
  })
  return parts.join('')
}
