/** A rich text field with emphasis, headings, lists and links, edited visually or as HTML. */
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { HtmlTextWarnings } from '../checks/text-checks.tsx'
import { t } from '../words/index.ts'
import { TextField } from './field.tsx'
import { pasteFormatted } from './format/pasting.ts'
import { FormatTools, goToToolbarOnAltF10 } from './format/tools.tsx'
import { domNodesOfHtml, editedHtml } from './markup.ts'
import { useLocked } from './part.tsx'

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
      {isSource && (
        <button type="button" class="quiet" onClick={() => setSource(false)}>
          {t('as-text')}
        </button>
      )}
    </div>
  )
}
