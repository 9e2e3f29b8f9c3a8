/** Plain text → HTML. */

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A paragraph for each block of lines, with a break for each line within; "" for no text. */
export function htmlOfText(text: string): string {
  if (text === '') return ''
  const paragraphs = text.replace(/[&<>]/g, (mark) => marks[mark] ?? mark).split(/\n\s*\n/)
  return paragraphs.map((one) => `<p>${one.replaceAll('\n', '<br>')}</p>`).join('\n')
}
