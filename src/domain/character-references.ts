/** Character references of HTML (`&amp;`, `&#8217;`) in texts that are not HTML. */
import { plainTextOf } from './plain-text.ts'

const reference = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);?/gi
/** A reference to a `<` that would begin a tag. */
const tagStart = /&(?:lt|#0*60|#x0*3c);?(?=[a-z/!?])/gi

/** Decodes the references of a text once, white space collapsed: `Rock &amp; Roll` → `Rock & Roll`. A `<` that would begin a tag stays `&lt;`. */
export function decodedReferences(text: string): string {
  if (!text.includes('&')) return text
  return plainTextOf(text.replace(tagStart, '&amp;lt;'))
}

/** Whether browsers read the text, which looks like one reference, as another character. */
function isReference(text: string): boolean {
  return plainTextOf(`x${text}x`) !== `x${text}x`
}

/**
 * Escapes each `&` that would be read as the beginning of a reference, and nothing else: whoever decodes the
 * result gets the text, and `Rock & Roll` stays as it is.
 */
export function withoutReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(reference, (found) => (isReference(found) ? `&amp;${found.slice(1)}` : found))
}
