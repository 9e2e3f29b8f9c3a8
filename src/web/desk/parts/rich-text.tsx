/** A rich text field with emphasis, headings, lists and links, edited visually or as HTML. */

import type { ComponentProps, TargetedKeyboardEvent } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { withScheme } from '../../../domain/typed/fields.ts'
import type { DeskIconName } from '../../design/icons.ts'
import { type Key, t } from '../words/index.ts'
import { Button, IconButton } from './button.tsx'
import { TextField } from './field.tsx'
import { copiedNodes, domNodesOfHtml, editedHtml } from './markup.ts'
import { moveAmong, useLocked } from './sections.tsx'
import { HtmlTextWarnings } from './text-checks.tsx'

// Pastes texts of other programs: links, emphasis, headings and lists stay, everything else becomes plain text.

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
function pasteFormatted(event: ClipboardEvent): void {
  event.preventDefault()
  const html = event.clipboardData?.getData('text/html') ?? ''
  const formatted = html === '' ? '' : formattedHtml(html)
  if (formatted !== '') document.execCommand('insertHTML', false, formatted)
  else document.execCommand('insertText', false, event.clipboardData?.getData('text/plain') ?? '')
}

// The buttons that format a text. They are no stops for Tab: Alt+F10 leads from the text to them, as in other editors.

interface ToolProps {
  readonly label: Key
  readonly icon: DeskIconName
  readonly class?: string
  readonly onClick: () => void
}

const tools = [
  { label: 'bold', icon: 'bold', command: 'bold' },
  { label: 'italic', icon: 'italic', command: 'italic' },
  { label: 'heading', icon: 'heading', command: 'formatBlock' },
  { label: 'bullets', icon: 'list', command: 'insertUnorderedList' },
  { label: 'numbers', icon: 'list-ordered', command: 'insertOrderedList' },
] as const

/** The block that a button makes: a heading, which the next press takes back. */
const blockOf = (command: string) =>
  command === 'formatBlock' ? (document.queryCommandValue(command) === 'h3' ? 'p' : 'h3') : undefined

type Act = (command: string, value?: string) => void

/** Buttons act on the selection, so that pressing them must not move the focus. */
const keepFocus = (event: Event) => event.preventDefault()

const ToolButton = ({ label, icon, class: kind, onClick }: ToolProps) => (
  <IconButton
    icon={icon}
    label={t(label)}
    tabIndex={-1}
    class={kind}
    onMouseDown={keepFocus}
    onClick={onClick}
  />
)

function LinkAddress({ link }: { readonly link: (href: string) => void }) {
  const [href, setHref] = useState('https://')
  const field = useRef<HTMLInputElement>(null)
  // What is typed or pasted takes the place of the scheme, from the first key: the text keeps the focus until then.
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <span class="link-to">
      <input
        ref={field}
        aria-label={t('address.web')}
        type="url"
        value={href}
        onInput={(event) => setHref(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          link(href)
        }}
      />
      <Button onClick={() => link(href)} label={t('link.set')} />
    </span>
  )
}

/** The button that makes the selection a link, and the field for its address. */
function LinkTool({ act }: { readonly act: Act }) {
  const [isOpen, setOpen] = useState(false)
  const range = useRef<Range | undefined>(undefined)
  const openLink = () => {
    const selection = getSelection()
    range.current = selection && selection.rangeCount > 0 ? selection.getRangeAt(0).cloneRange() : undefined
    setOpen(true)
  }
  const link = (href: string) => {
    const selection = getSelection()
    selection?.removeAllRanges()
    if (range.current) selection?.addRange(range.current)
    act('createLink', withScheme(href))
    setOpen(false)
  }
  return (
    <>
      <ToolButton label="link" icon="link" onClick={openLink} />
      {isOpen && <LinkAddress link={link} />}
    </>
  )
}

interface ToolsProps {
  readonly controls: string
  readonly act: Act
  readonly showHtml: () => void
}

/** Arrows move between the buttons, Escape leads back to the text. */
function press(event: TargetedKeyboardEvent<HTMLElement>): void {
  const { currentTarget: bar, key } = event
  moveAmong([...bar.querySelectorAll<HTMLElement>(':scope > button')], 'row', event)
  if (key !== 'Escape') return
  event.stopPropagation()
  document.getElementById(bar.getAttribute('aria-controls') ?? '')?.focus()
}

function FormatTools({ controls, act, showHtml }: ToolsProps) {
  return (
    <div role="toolbar" aria-label={t('format')} aria-controls={controls} class="tools" onKeyDown={press}>
      {tools.map(({ label, icon, command }) => (
        <ToolButton key={label} {...{ label, icon }} onClick={() => act(command, blockOf(command))} />
      ))}
      <LinkTool act={act} />
      <ToolButton label="as-html" icon="code" class="quiet" onClick={showHtml} />
    </div>
  )
}

/** Goes from a text to the toolbar before it, on Alt+F10. */
function goToToolbarOnAltF10(event: TargetedKeyboardEvent<HTMLElement>): void {
  if (event.key !== 'F10' || !event.altKey) return
  event.preventDefault()
  event.currentTarget.parentElement?.querySelector<HTMLElement>('[role=toolbar] button')?.focus()
}

interface RichTextProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly hint?: string | undefined
  readonly fault?: string | undefined
  readonly isShort?: boolean
  readonly onInput: (html: string) => void
}

interface EditableProps extends RichTextProps {
  readonly id: string
  readonly isLocked: boolean
  readonly showHtml: () => void
}

/** The element that shows a text as it is edited, and the functions that tell of an edit and make one. */
function useEdited({ value, onInput }: EditableProps) {
  const box = useRef<HTMLDivElement>(null)
  const own = useRef<string | undefined>(undefined)
  // At once: after the next key, this value would be an old one, and showing it would undo the key.
  useLayoutEffect(() => {
    if (own.current !== value) box.current?.replaceChildren(...domNodesOfHtml(value))
    own.current = value
  }, [value])
  const onEdit = () => {
    if (box.current === null) return
    own.current = editedHtml(box.current)
    onInput(own.current)
  }
  const act = (command: string, argument?: string) => {
    box.current?.focus()
    document.execCommand(command, false, argument)
    onEdit()
  }
  return { box, onEdit, act }
}

function Editable(props: EditableProps) {
  const { id, isLocked, showHtml, name, label, hint, fault, isShort } = props
  const { box, onEdit, act } = useEdited(props)
  return (
    <>
      {!isLocked && <FormatTools controls={id} {...{ act, showHtml }} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a textarea has no headings, lists and links */}
      <div
        ref={box}
        id={id}
        class={isShort ? 'rich short' : 'rich'}
        role="textbox"
        tabIndex={0}
        contentEditable={!isLocked}
        aria-readonly={isLocked ? true : undefined}
        aria-multiline="true"
        aria-keyshortcuts="Alt+F10"
        aria-label={label}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        aria-invalid={fault ? true : undefined}
        data-name={name}
        onInput={onEdit}
        onKeyDown={goToToolbarOnAltF10}
        onPaste={pasteFormatted}
        onFocus={() => document.execCommand('defaultParagraphSeparator', false, 'p')}
      />
    </>
  )
}

/** HTML as the service cleaned it, made node by node: nothing of it runs or loads, and its links open in tabs of their own. */
export function ShownHtml({
  html,
  ...around
}: Omit<ComponentProps<'div'>, 'ref'> & { readonly html: string }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    box.current?.replaceChildren(...domNodesOfHtml(html))
    for (const link of box.current?.querySelectorAll('a') ?? [])
      Object.assign(link, { target: '_blank', rel: 'noopener nofollow' })
  }, [html])
  return <div {...around} ref={box} />
}

export function RichTextField(props: RichTextProps) {
  const { name, label, value, hint, fault, onInput } = props
  const id = useId()
  const isLocked = useLocked()
  const [isSource, setSource] = useState(false)
  return (
    <div class="field" data-field={name}>
      {isSource ? (
        <TextField name={name} label={label} rows={12} value={value} onInput={onInput} />
      ) : (
        <>
          <span class="label">{label}</span>
          <Editable {...props} id={id} isLocked={isLocked} showHtml={() => setSource(true)} />
        </>
      )}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && <p class="wrong">{fault}</p>}
      <HtmlTextWarnings html={value} />
      {isSource && <Button class="quiet" onClick={() => setSource(false)} label={t('as-text')} />}
    </div>
  )
}
