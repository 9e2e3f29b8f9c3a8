/** Pastes texts of other programs: links, emphasis, headings and lists stay, everything else becomes plain text. */
import { copiedNodes } from '../markup.ts'

/** The elements that stay. Images would stay at their places on other hosts. */
const kept = new Set('A BLOCKQUOTE BR EM H2 H3 H4 LI OL P STRONG UL'.split(' '))

/** Elements that become others. A title of a text is below that of the event. */
const renamed: Readonly<Record<string, string>> = {
  B: 'strong',
  I: 'em',
  H1: 'h2',
  H5: 'h4',
  H6: 'h4',
  DIV: 'p',
  TR: 'p',
}

/** Replaces an element by another one with its content. */
function rename(element: Element, tag: string): Element {
  const other = element.ownerDocument.createElement(tag)
  other.append(...element.childNodes)
  element.replaceWith(other)
  return other
}

/**
 * Returns the document of pasted HTML. The policy of the page holds in it, too, and browsers report what it forbids, so that styles are
 * read under another name, and what runs is left out before.
 */
function parsedWithoutStyles(html: string): HTMLElement {
  const tags = html
    .replace(/<(\/?)(style|script)\b/gi, '<$1left-out')
    .replace(/<[^<>]+>/g, (tag) =>
      tag.replace(/\sstyle\s*=/gi, ' data-style=').replace(/\son\w+\s*=/gi, ' data-on='),
    )
  const { body } = new DOMParser().parseFromString(tags, 'text/html')
  for (const element of body.querySelectorAll('left-out')) element.remove()
  return body
}

const styleOf = (element: Element) => element.getAttribute('data-style') ?? ''
// Names of properties are read whole: Word writes its bold with “mso-bidi-font-weight: normal”, which is about right-to-left text alone.
const isBold = (element: Element) => /(?<![\w-])font-weight:\s*(bold|[6-9]00)/i.test(styleOf(element))
const isPlain = (element: Element) => /(?<![\w-])font-weight:\s*(normal|400)/i.test(styleOf(element))
const isItalic = (element: Element) => /(?<![\w-])font-style:\s*italic/i.test(styleOf(element))

/** Word writes the items of lists as paragraphs that begin with a mark of their own. */
const isWordItem = (element: Element | null): element is Element =>
  element !== null && /mso-list:(?!\s*ignore)/i.test(styleOf(element))
/** The name that Word gives to the list of an item. */
const wordListOf = (item: Element) => /mso-list:\s*(l\d+)/i.exec(styleOf(item))?.[1]
const markOf = (item: Element) =>
  [...item.querySelectorAll('[data-style]')].find((inner) => /mso-list:\s*ignore/i.test(styleOf(inner)))

/** Makes lists of such paragraphs: numbered ones where the first mark has a letter or digit and a point. */
function makeWordLists(body: Element): void {
  for (const first of body.querySelectorAll('p')) {
    if (!first.isConnected || !isWordItem(first)) continue
    const isNumbered = /^\(?[\p{L}\d]+[.)]/u.test(markOf(first)?.textContent?.trim() ?? '')
    const list = body.ownerDocument.createElement(isNumbered ? 'ol' : 'ul')
    first.before(list)
    const name = wordListOf(first)
    const isOfList = (item: Element | null): item is Element => isWordItem(item) && wordListOf(item) === name
    for (let item: Element | null = first; isOfList(item); item = list.nextElementSibling) {
      markOf(item)?.remove()
      list.append(item)
      rename(item, 'li')
    }
  }
}

/** Google Docs wraps everything in a bold element that is not bold; browsers and editors write emphasis as styles. */
function makeEmphasis(body: Element): void {
  for (const plain of body.querySelectorAll('b, strong')) if (isPlain(plain)) rename(plain, 'span')
  for (const span of body.querySelectorAll('span, font')) {
    const [bold, italic] = [isBold(span), isItalic(span)]
    const inner = bold ? rename(span, 'strong') : italic ? rename(span, 'em') : undefined
    if (inner === undefined || !(bold && italic)) continue
    const em = inner.ownerDocument.createElement('em')
    em.append(...inner.childNodes)
    inner.append(em)
  }
}

/** Whether an element shows nothing. */
const isEmpty = (element: Element) =>
  element.textContent?.trim() === '' && element.querySelector('br') === null

/** Converts pasted HTML to the HTML that stays of it. Nodes are made one by one, so that nothing runs or loads. */
function formattedHtml(html: string): string {
  const body = parsedWithoutStyles(html)
  for (const unseen of body.querySelectorAll('style, script, title, meta, link, template')) unseen.remove()
  makeWordLists(body)
  makeEmphasis(body)
  for (const [tag, name] of Object.entries(renamed))
    for (const element of body.querySelectorAll(tag)) rename(element, name)
  // Cells of a row don't run together.
  for (const cell of body.querySelectorAll('td + td, td + th, th + td, th + th')) cell.prepend(' · ')
  const box = document.createElement('div')
  box.append(...copiedNodes(body, kept))
  for (const element of box.querySelectorAll('p, strong, em, li, a')) if (isEmpty(element)) element.remove()
  // Blocks in blocks come of tables and sections of pages.
  for (const outer of box.querySelectorAll('p:has(p, ul, ol, h2, h3, h4, blockquote)'))
    outer.replaceWith(...outer.childNodes)
  return box.innerHTML.replace(/\s+/g, ' ').trim()
}

/** Pastes into an editable element. Without HTML, the text is pasted. */
export function pasteFormatted(event: ClipboardEvent): void {
  event.preventDefault()
  const html = event.clipboardData?.getData('text/html') ?? ''
  const formatted = html === '' ? '' : formattedHtml(html)
  if (formatted !== '') document.execCommand('insertHTML', false, formatted)
  else document.execCommand('insertText', false, event.clipboardData?.getData('text/plain') ?? '')
}
