/** HTML templates that escape interpolated values. */

/** Text that is already HTML. */
export interface Markup {
  readonly markup: string
}

type MarkupPart = Markup | string | number | false | undefined | readonly MarkupPart[]

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const special = /[&<>"']/
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '')

function shown(part: MarkupPart): string {
  if (part === false || part === undefined) return ''
  if (typeof part === 'string') return special.test(part) ? escaped(part) : part
  if (typeof part === 'number') return String(part)
  if ('markup' in part) return part.markup
  let text = ''
  for (const one of part) text += shown(one)
  return text
}

/** Template tag: escapes values, except markup. False and undefined render as nothing. */
export function html(texts: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  // Joined, a page is one text of flat ones: of texts that were added up it would be a tree, which takes a third longer to send.
  const all = [texts[0] ?? '']
  for (let at = 0; at < parts.length; at++) all.push(shown(parts[at]), texts[at + 1] ?? '')
  return { markup: all.join('') }
}

/** Renders a line of a description; text between backticks becomes code. */
function line(text: string): readonly Markup[] {
  return text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

/** Renders a description with its paragraphs and lists. */
export function renderProse(text: string): Markup {
  if (text === '') return html``
  const blocks = text.split('\n\n').map((block) => {
    const lines = block.split('\n')
    if (!lines.every((one) => one.startsWith('- '))) return html`<p>${line(block)}</p>`
    return html`<ul>${lines.map((one) => html`<li>${line(one.slice(2))}</li>`)}</ul>`
  })
  return html`${blocks}`
}

/** Renders a description that is English in every language of the page. */
export const englishProse = (text: string): Markup => html`<div lang="en">${renderProse(text)}</div>`
