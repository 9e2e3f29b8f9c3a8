/** HTML that cannot be broken by what is put into it. */

/** Text that is HTML already. */
export interface Markup {
  readonly markup: string
}

export type Part = Markup | string | number | false | undefined | readonly Part[]

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function shown(part: Part): string {
  if (part === false || part === undefined) return ''
  if (typeof part === 'string' || typeof part === 'number')
    return String(part).replace(/[&<>"']/g, (sign) => signs[sign] ?? '')
  return 'markup' in part ? part.markup : part.map(shown).join('')
}

/** A template whose parts are escaped, but for those that are markup themselves; false and undefined are nothing. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: texts.map((text, at) => text + shown(parts[at])).join('') }
}

/** A line of the document's descriptions: `code` between backticks. */
function line(text: string): readonly Markup[] {
  return text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

/** A description: paragraphs and lists as the document writes them. */
export function prose(text: string): Markup {
  if (text === '') return html``
  const blocks = text.split('\n\n').map((block) => {
    const lines = block.split('\n')
    if (!lines.every((one) => one.startsWith('- '))) return html`<p>${line(block)}</p>`
    return html`<ul>${lines.map((one) => html`<li>${line(one.slice(2))}</li>`)}</ul>`
  })
  return html`${blocks}`
}
