/** Plain text → HTML. */

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Converts each block of lines to a paragraph, and each line break within a block to `<br>`; "" for an empty text. */
export function htmlOfText(text: string): string {
  if (text === '') return ''
  const paragraphs = text.replace(/[&<>]/g, (mark) => marks[mark] ?? mark).split(/\n\s*\n/)
  return paragraphs.map((one) => `<p>${one.replaceAll('\n', '<br>')}</p>`).join('\n')
}
