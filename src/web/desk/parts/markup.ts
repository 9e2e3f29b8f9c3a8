/** Converts HTML to DOM nodes for editing, and back. Nodes are created one by one, so that text is never parsed as markup. */

const allowed = new Set(
  'A ABBR B BLOCKQUOTE BR CAPTION CITE CODE DD DEL DIV DL DT EM FIGCAPTION FIGURE H1 H2 H3 H4 H5 H6 HR I IMG INS KBD LI MARK OL P PRE Q S SMALL SPAN STRONG SUB SUP TABLE TBODY TD TFOOT TH THEAD TR U UL'.split(
    ' ',
  ),
)
const address = /^(https?:|mailto:|tel:)/i

function copied(node: Node, tags: ReadonlySet<string>): Node | undefined {
  if (node instanceof Text) return document.createTextNode(node.data)
  if (!(node instanceof Element)) return undefined
  const children = [...node.childNodes].flatMap((child) => copied(child, tags) ?? [])
  if (!tags.has(node.tagName)) {
    const plain = document.createDocumentFragment()
    plain.append(...children)
    return plain
  }
  const copy = document.createElement(node.tagName)
  const href = node.getAttribute('href') ?? ''
  if (node.tagName === 'A' && address.test(href)) copy.setAttribute('href', href)
  if (node.tagName === 'IMG') {
    // Not loaded, because it may be on another host, which the desk does not contact.
    copy.dataset.source = node.getAttribute('src') ?? ''
    copy.setAttribute('alt', node.getAttribute('alt') ?? '')
  }
  copy.append(...children)
  return copy
}

/** Copies the nodes inside an element: only elements with one of the `tags`, and the content of others. */
export const copiedNodes = (element: Element, tags: ReadonlySet<string> = allowed): readonly Node[] =>
  [...element.childNodes].flatMap((node) => copied(node, tags) ?? [])

/** Converts HTML to nodes: only text elements and links, nothing that runs or loads. */
export function domNodesOfHtml(html: string): readonly Node[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return copiedNodes(body)
}

/** Elements that begin a line of their own. */
const BLOCKS =
  'p, div, ul, ol, li, h1, h2, h3, h4, h5, h6, blockquote, pre, figure, table, tr, td, th, hr, br'

/** Returns the text of HTML, with line breaks between its blocks, whose words would run together. */
export function plainTextOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const block of body.querySelectorAll(BLOCKS)) block.after('\n')
  return (body.textContent ?? '').trimEnd()
}

export function editedHtml(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement
  for (const image of copy.querySelectorAll('img')) {
    image.setAttribute('src', image.dataset.source ?? '')
    delete image.dataset.source
  }
  const html = copy.innerHTML.trim()
  return copy.textContent?.trim() === '' && copy.querySelector('img, hr') === null ? '' : html
}
