/** The buttons that format a text. They are no stops for Tab: Alt+F10 leads from the text to them, as in other editors. */
import type { TargetedKeyboardEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Key, t } from '../../words/index.ts'
import { moveAmong } from '../stops/one-stop.ts'

interface Tool {
  readonly label: Key
  readonly sign: string
  readonly command: string
  readonly value?: string
}

const tools: readonly Tool[] = [
  { label: 'bold', sign: 'B', command: 'bold' },
  { label: 'italic', sign: 'I', command: 'italic' },
  { label: 'heading', sign: 'H', command: 'formatBlock', value: 'h3' },
  { label: 'paragraph', sign: '¶', command: 'formatBlock', value: 'p' },
  { label: 'bullets', sign: '•', command: 'insertUnorderedList' },
  { label: 'numbers', sign: '#', command: 'insertOrderedList' },
]

type Act = (command: string, value?: string) => void

/** Buttons act on the selection, so that pressing them must not move the focus. */
const keepFocus = (event: Event) => event.preventDefault()

interface LinkAddressProps {
  /** Makes the selection a link. */
  readonly link: (href: string) => void
}

/** The field for the address of a link, with the focus. */
function LinkAddress({ link }: LinkAddressProps) {
  const [href, setHref] = useState('https://')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
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
      <button type="button" onClick={() => link(href)}>
        {t('link.set')}
      </button>
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
    act('createLink', href)
    setOpen(false)
  }
  return (
    <>
      <button type="button" tabIndex={-1} onMouseDown={keepFocus} onClick={openLink}>
        {t('link')}
      </button>
      {isOpen && <LinkAddress link={link} />}
    </>
  )
}

interface ToolsProps {
  /** The id of the text. */
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

/** The toolbar of a text. */
export function FormatTools({ controls, act, showHtml }: ToolsProps) {
  return (
    <div role="toolbar" aria-label={t('format')} aria-controls={controls} class="tools" onKeyDown={press}>
      {tools.map(({ label, sign, command, value }) => (
        <button
          type="button"
          key={label}
          tabIndex={-1}
          aria-label={t(label)}
          title={t(label)}
          onMouseDown={keepFocus}
          onClick={() => act(command, value)}
        >
          <span aria-hidden="true">{sign}</span>
        </button>
      ))}
      <LinkTool act={act} />
      <button type="button" tabIndex={-1} class="quiet" onClick={showHtml}>
        {t('as-html')}
      </button>
    </div>
  )
}

/** Goes from a text to the toolbar before it, on Alt+F10. */
export function goToToolbarOnAltF10(event: TargetedKeyboardEvent<HTMLElement>): void {
  if (event.key !== 'F10' || !event.altKey) return
  event.preventDefault()
  event.currentTarget.parentElement?.querySelector<HTMLElement>('[role=toolbar] button')?.focus()
}
