/** A text field with suggestions: the ARIA combobox pattern with a listbox. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../words/index.ts'
import { Field } from './field.tsx'

export interface Suggestion {
  readonly value: string
  readonly label: string
  /** A hint after the label, in a weaker style. */
  readonly detail?: string
}

interface ComboboxProps {
  readonly name: string
  readonly label: string
  readonly text: string
  readonly hint?: string
  readonly fault?: string | undefined
  readonly placeholder?: string
  /** Returns suggestions for the text; may send a request. */
  readonly suggest: (text: string) => Promise<readonly Suggestion[]> | readonly Suggestion[]
  readonly onText: (text: string) => void
  readonly onPick: (picked: Suggestion) => void
  /** Called for Enter or a comma without a chosen suggestion. Returns whether the text was used. */
  readonly onEnter?: (text: string) => boolean
}

const WAIT = 150

/** Loads suggestions for a text when typing pauses. */
function useSuggestions(text: string, isOpen: boolean, suggest: ComboboxProps['suggest']) {
  const [found, setFound] = useState<readonly Suggestion[]>([])
  const latest = useRef(suggest)
  latest.current = suggest
  useEffect(() => {
    if (!isOpen) return undefined
    let isCurrent = true
    const timer = setTimeout(async () => {
      const suggestions = await Promise.resolve(latest.current(text)).catch(() => [])
      if (isCurrent) setFound(suggestions)
    }, WAIT)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text, isOpen])
  return isOpen ? found : []
}

interface ListProps {
  readonly id: string
  readonly label: string
  readonly found: readonly Suggestion[]
  readonly active: number
  readonly pick: (picked: Suggestion) => void
}

function Suggestions({ id, label, found, active, pick }: ListProps) {
  return (
    <div
      role="listbox"
      id={id}
      aria-label={label}
      class="suggestions"
      hidden={found.length === 0}
      tabIndex={-1}
    >
      {found.map((one, at) => (
        <div
          role="option"
          id={`${id}-${at}`}
          key={one.value}
          tabIndex={-1}
          aria-selected={at === active}
          onMouseDown={(event) => {
            event.preventDefault()
            pick(one)
          }}
        >
          <span>{one.label}</span>
          {one.detail && <small>{one.detail}</small>}
        </div>
      ))}
    </div>
  )
}

/** A text field with suggestions: arrows choose, Enter takes, Escape closes. */
export function Combobox(props: ComboboxProps) {
  const { text, suggest, onText, onPick, onEnter, placeholder, ...field } = props
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const found = useSuggestions(text, isOpen, suggest)
  const pick = (picked: Suggestion) => {
    setOpen(false)
    setActive(-1)
    onPick(picked)
  }
  const step = (by: number) => {
    setOpen(true)
    if (found.length > 0)
      setActive((active + by + found.length + (active < 0 && by < 0 ? 1 : 0)) % found.length)
  }
  const press = (event: KeyboardEvent) => {
    const chosen = found[active]
    const isTaking = event.key === 'Enter' || (event.key === ',' && onEnter !== undefined)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') step(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Escape' && isOpen) setOpen(false)
    else if (isTaking && chosen !== undefined) pick(chosen)
    else if (isTaking && text !== '' && onEnter?.(text)) setOpen(false)
    else if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Field {...field} class="combobox">
      {(tied) => (
        <>
          <input
            {...tied}
            role="combobox"
            autocomplete="off"
            aria-autocomplete="list"
            aria-expanded={found.length > 0}
            aria-controls={`${tied.id}-list`}
            aria-activedescendant={found[active] ? `${tied.id}-list-${active}` : undefined}
            value={text}
            placeholder={placeholder}
            onFocus={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onKeyDown={press}
            onInput={(event) => {
              setOpen(true)
              setActive(-1)
              onText(event.currentTarget.value)
            }}
          />
          <Suggestions id={`${tied.id}-list`} label={field.label} found={found} active={active} pick={pick} />
          <span class="unseen" role="status">
            {isOpen && text !== '' ? t('suggestions', { count: found.length }) : ''}
          </span>
        </>
      )}
    </Field>
  )
}
