/** HTML character references (`&amp;`, `&#8217;`) in plain texts. */
import { plainTextOf } from './plain-text.ts'

const reference = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);?/gi
/** A reference to `<` before a character that would begin a tag. */
const tagStart = /&(?:lt|#0*60|#x0*3c);?(?=[a-z/!?])/gi

/** Decodes the references of a text once and collapses white space: `Rock &amp; Roll` → `Rock & Roll`. A `<` that would begin a tag stays `&lt;`. */
export function decodedReferences(text: string): string {
  if (!text.includes('&')) return text
  return plainTextOf(text.replace(tagStart, '&amp;lt;'))
}

/** Whether browsers decode the text, which has the form of one reference. */
function isReference(text: string): boolean {
  return plainTextOf(`x${text}x`) !== `x${text}x`
}

/**
 * Escapes each `&` that begins a reference, and nothing else. Decoding the result gives the text back;
 * `Rock & Roll` does not change.
 */
export function escapedReferenceAmpersands(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(reference, (found) => (isReference(found) ? `&amp;${found.slice(1)}` : found))
}
