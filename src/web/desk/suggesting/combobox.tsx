/** A text field with suggestions: the ARIA combobox pattern with a listbox. */
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Field, RemovedTags } from '../parts/field.tsx'
import { t } from '../words/index.ts'
import { exactSuggestion, needsNoDeliberateChoice, type Suggestion } from './suggestion.ts'
import { noteUnchosenText } from './unchosen-text.tsx'

// Takes the text of a field with suggestions as what it names exactly.

/** Loads suggestions for a text. */
type Suggest = (text: string) => Promise<readonly Suggestion[]> | readonly Suggestion[]

interface ComboboxProps {
  readonly name: string
  readonly label: string
  readonly text: string
  readonly hint?: string
  readonly fault?: string | undefined
  readonly placeholder?: string
  /** Returns suggestions for the text; may send a request. */
  readonly suggest: Suggest
  readonly onText: (text: string) => void
  readonly onPick: (picked: Suggestion) => void
  /** Called for Enter, a comma or leaving the field without a chosen suggestion. */
  readonly onEnter?: (text: string) => void
  /** Whether the text is not a value of the form yet. Leaving the field takes it if it names a suggestion exactly. */
  readonly isUntaken?: boolean
  /** Finds the suggestion that the text names exactly. */
  readonly exactly?: typeof exactSuggestion
  /** Whether the text is shown to be wrong where it is, so that saving asks nothing. */
  readonly isJudged?: boolean
  /** Whether a hasty answer would change much: then Enter goes back to the form. */
  readonly isGrave?: boolean
}

/** Returns the functions that take the text of the field as the suggestion that it names, exactly or best, and keeps it for the form until then. */
function useTakingTypedText(id: string, props: ComboboxProps) {
  const latest = useRef(props)
  latest.current = props
  const { isUntaken = false, isJudged = false } = props
  const find = async (text: string, choose: typeof exactSuggestion): Promise<boolean> => {
    const found = choose(text, await Promise.resolve(latest.current.suggest(text)).catch(() => []))
    const isSame = latest.current.text === text
    if (found !== undefined && isSame) latest.current.onPick(found)
    return found !== undefined && isSame
  }
  // Leaving the field and saving the form ask at the same time: the text is looked for and taken once.
  const finding = useRef<{ readonly text: string; readonly isTaken: Promise<boolean> } | undefined>(undefined)
  const takeExact = async (): Promise<boolean> => {
    const { text, exactly = exactSuggestion } = latest.current
    if (finding.current?.text !== text) finding.current = { text, isTaken: find(text, exactly) }
    const isTaken = await finding.current.isTaken
    finding.current = undefined
    return isTaken
  }
  useEffect(() => {
    const input = document.getElementById(id)
    const isOfForm = input instanceof HTMLInputElement && input.form !== null
    if (!isUntaken || isJudged || !isOfForm) return undefined
    noteUnchosenText(id, () => ({
      label: latest.current.label,
      text: latest.current.text,
      input,
      isGrave: latest.current.isGrave === true,
      takeExact,
      suggest: async () => latest.current.suggest(latest.current.text),
      pick: (picked) => latest.current.onPick(picked),
      drop: () => latest.current.onText(''),
    }))
    return () => noteUnchosenText(id, undefined)
  }, [id, isUntaken, isJudged])
  /** Takes what is exact, otherwise the best suggestion. */
  const takeBest = () =>
    find(
      latest.current.text,
      (text, found) =>
        (latest.current.exactly ?? exactSuggestion)(text, found) ?? found.find(needsNoDeliberateChoice),
    )
  return { takeExact, takeBest }
}

const WAIT = 150

interface Suggested {
  readonly text: string
  readonly found: readonly Suggestion[]
}

/** Loads suggestions for a text when typing pauses. Until then, those of the text before stay, and can't be chosen by key. */
function useSuggestions(text: string, isOpen: boolean, suggest: Suggest) {
  const [suggested, setSuggested] = useState<Suggested>({ text: '', found: [] })
  const latest = useRef(suggest)
  latest.current = suggest
  useEffect(() => {
    if (!isOpen) return undefined
    let isCurrent = true
    const timer = setTimeout(async () => {
      const found = await Promise.resolve(latest.current(text)).catch(() => [])
      if (isCurrent) setSuggested({ text, found })
    }, WAIT)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text, isOpen])
  return { found: isOpen ? suggested.found : [], isOld: suggested.text !== text }
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

/** The list of suggestions while it is open, and which of them is active. */
function useList({ text, suggest, onEnter, isUntaken = false }: ComboboxProps) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setActive] = useState(-1)
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const { found, isOld } = useSuggestions(text, isOpen, suggest)
  const step = (by: number) => {
    setOpen(true)
    if (found.length > 0 && !isOld)
      setActive((chosen + by + found.length + (chosen < 0 && by < 0 ? 1 : 0)) % found.length)
  }
  // The best match is marked while it is typed, because Enter takes it.
  const isBestMarked = isUntaken && onEnter === undefined && text.trim() !== '' && !isOld
  const best = isBestMarked ? found.findIndex(needsNoDeliberateChoice) : -1
  const active = chosen < 0 ? best : chosen
  return { isOpen, setOpen, found, active, setActive, step, close }
}

/** Choosing from the list: arrows choose, Enter takes what is chosen or fits best, Escape closes. */
function useChoosing(id: string, props: ComboboxProps) {
  const { text, onPick, onEnter, isUntaken } = props
  const list = useList(props)
  const { isOpen, setOpen, found, active, step, close } = list
  const { takeExact, takeBest } = useTakingTypedText(id, props)
  const pick = (picked: Suggestion) => {
    close()
    onPick(picked)
  }
  /** Takes the text itself, or what it names. */
  const take = (takeNamed: () => Promise<boolean>) => {
    if (onEnter !== undefined && text.trim() !== '') onEnter(text)
    else if (isUntaken) void takeNamed().then((isTaken) => isTaken && close())
  }
  const press = (event: KeyboardEvent) => {
    const chosen = found[active]
    const isTaking = event.key === 'Enter' || (event.key === ',' && onEnter !== undefined)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') step(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Escape' && isOpen) setOpen(false)
    else if (isTaking && chosen !== undefined) pick(chosen)
    else if (isTaking) take(takeBest)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const leave = () => {
    close()
    take(takeExact)
  }
  return { ...list, pick, press, leave }
}

/** A text field with suggestions. */
export function Combobox(props: ComboboxProps) {
  const {
    text,
    suggest,
    onText,
    onPick,
    onEnter,
    placeholder,
    isUntaken,
    exactly,
    isJudged,
    isGrave,
    ...field
  } = props
  const id = useId()
  const { isOpen, setOpen, active, setActive, found, pick, press, leave } = useChoosing(id, props)
  return (
    <Field {...field} id={id} class="combobox">
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
            onBlur={leave}
            onKeyDown={press}
            onInput={(event) => {
              setOpen(true)
              setActive(-1)
              onText(event.currentTarget.value)
            }}
          />
          <Suggestions id={`${tied.id}-list`} label={field.label} found={found} active={active} pick={pick} />
          <RemovedTags text={text} />
          <span class="unseen" role="status">
            {isOpen && text !== '' ? t('suggestions', { count: found.length }) : ''}
          </span>
        </>
      )}
    </Field>
  )
}

// A field for one item that is searched by typing, of a form that changes much at once.

interface FoundProps {
  readonly name: string
  readonly label: string
  readonly suggest: (text: string) => Promise<readonly Suggestion[]>
  /** Called with the chosen item, or undefined if the field was cleared. */
  readonly onChange: (picked: Suggestion | undefined) => void
  /** Called with the typed text, which is a value by itself. */
  readonly onTyped?: (text: string) => void
}

/** Renders the field. */
export function SearchedItemField({ suggest, onChange, onTyped, ...field }: FoundProps) {
  const [text, setText] = useState('')
  const [isTaken, setTaken] = useState(true)
  return (
    <Combobox
      {...field}
      text={text}
      suggest={suggest}
      isUntaken={!isTaken}
      isGrave
      onText={(typed) => {
        setText(typed)
        setTaken(typed.trim() === '' || onTyped !== undefined)
        onChange(undefined)
        onTyped?.(typed.trim())
      }}
      onPick={(picked) => {
        setText(picked.label)
        setTaken(true)
        onChange(picked)
      }}
    />
  )
}
