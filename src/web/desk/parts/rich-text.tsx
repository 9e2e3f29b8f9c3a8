/** A rich text field with emphasis, headings, lists and links, edited visually or as HTML. */
import type { TargetedKeyboardEvent } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { TextChecks } from '../checks/text-checks.tsx'
import { type Key, t } from '../words/index.ts'
import { TextField } from './field.tsx'
import { domNodesOfHtml, editedHtml } from './markup.ts'
import { useLocked } from './part.tsx'
import { pasteFormatted } from './pasting.ts'

interface RichTextProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly hint?: string | undefined
  readonly fault?: string | undefined
  /** Whether a few lines are usual. */
  readonly isShort?: boolean
  readonly onInput: (html: string) => void
}

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

/** The button that makes the selection a link, and the field for its address. */
function LinkTool({ act }: { readonly act: Act }) {
  const [href, setHref] = useState<string | undefined>(undefined)
  const range = useRef<Range | undefined>(undefined)
  const openLink = () => {
    const selection = getSelection()
    range.current = selection && selection.rangeCount > 0 ? selection.getRangeAt(0).cloneRange() : undefined
    setHref('https://')
  }
  const link = () => {
    const selection = getSelection()
    selection?.removeAllRanges()
    if (range.current) selection?.addRange(range.current)
    act('createLink', href)
    setHref(undefined)
  }
  return (
    <>
      <button type="button" tabIndex={-1} onMouseDown={keepFocus} onClick={openLink}>
        {t('link')}
      </button>
      {href !== undefined && (
        <span class="link-to">
          <input
            aria-label={t('address.web')}
            type="url"
            value={href}
            onInput={(event) => setHref(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              link()
            }}
          />
          <button type="button" onClick={link}>
            {t('link.set')}
          </button>
        </span>
      )}
    </>
  )
}

/** Moves the focus between the buttons by arrows: for Tab, they are one stop. */
function moveInToolbar(event: TargetedKeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((one) => one === document.activeElement)
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (at === -1 || step === undefined) return
  event.preventDefault()
  buttons.at((at + step) % buttons.length)?.focus()
}

function Tools({ controls, act }: { readonly controls: string; readonly act: Act }) {
  return (
    <div
      role="toolbar"
      aria-label={t('format')}
      aria-controls={controls}
      class="tools"
      onKeyDown={moveInToolbar}
    >
      {tools.map(({ label, sign, command, value }, at) => (
        <button
          type="button"
          key={label}
          tabIndex={at === 0 ? 0 : -1}
          aria-label={t(label)}
          title={t(label)}
          onMouseDown={keepFocus}
          onClick={() => act(command, value)}
        >
          <span aria-hidden="true">{sign}</span>
        </button>
      ))}
      <LinkTool act={act} />
    </div>
  )
}

interface EditableProps extends RichTextProps {
  readonly id: string
  readonly isLocked: boolean
}

function Editable({ id, isLocked, name, label, value, hint, fault, isShort, onInput }: EditableProps) {
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
  return (
    <>
      {!isLocked && <Tools controls={id} act={act} />}
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
        aria-label={label}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        aria-invalid={fault ? true : undefined}
        data-name={name}
        onInput={onEdit}
        onPaste={pasteFormatted}
        onFocus={() => document.execCommand('defaultParagraphSeparator', false, 'p')}
      />
    </>
  )
}

/** The field, with a switch to the HTML below it. */
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
          <Editable {...props} id={id} isLocked={isLocked} />
        </>
      )}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && <p class="wrong">{fault}</p>}
      <TextChecks html={value} />
      <button type="button" class="quiet" onClick={() => setSource(!isSource)}>
        {t(isSource ? 'as-text' : 'as-html')}
      </button>
    </div>
  )
}
