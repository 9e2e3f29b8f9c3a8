/** A text field with suggestions: the ARIA combobox pattern with a listbox. */
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Field, RemovedTags } from '../parts/field.tsx'
import { t } from '../words/index.ts'
import { exactSuggestion, needsNoDeliberateChoice, type Suggestion } from './suggestion.ts'
import { noteUnchosenText } from './unchosen-text.tsx'

// Takes the text of a field with suggestions as what it names exactly.

type Suggest = (text: string) => Promise<readonly Suggestion[]> | readonly Suggestion[]

interface ComboboxProps {
  readonly name: string
  readonly label: string
  readonly text: string
  readonly hint?: string
  readonly fault?: string | undefined
  readonly placeholder?: string
  readonly chosen?: ComponentChildren
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

/** Choosing from the list: arrows choose, Enter takes what is chosen or fits best, Escape closes. */
function useChoosing(id: string, props: ComboboxProps) {
  const { text, suggest, onPick, onEnter, isUntaken = false } = props
  const { takeExact, takeBest } = useTakingTypedText(id, props)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setActive] = useState(-1)
  const { found, isOld } = useSuggestions(text, isOpen, suggest)
  // The best match is marked while it is typed, because Enter takes it.
  const isBestMarked = isUntaken && onEnter === undefined && text.trim() !== '' && !isOld
  const best = isBestMarked ? found.findIndex(needsNoDeliberateChoice) : -1
  const active = chosen < 0 ? best : chosen
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const step = (by: number) => {
    setOpen(true)
    if (found.length > 0 && !isOld)
      setActive((chosen + by + found.length + (chosen < 0 && by < 0 ? 1 : 0)) % found.length)
  }
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
    const picked = found[active]
    const isTaking = event.key === 'Enter' || (event.key === ',' && onEnter !== undefined)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') step(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Escape' && isOpen) setOpen(false)
    else if (isTaking && picked !== undefined) pick(picked)
    else if (isTaking) take(takeBest)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const leave = () => {
    close()
    take(takeExact)
  }
  const open = () => setOpen(true)
  const restart = () => {
    setOpen(true)
    setActive(-1)
  }
  return { isAnswered: isOpen && !isOld, found, active, open, restart, pick, press, leave }
}

/** A text field with suggestions. */
export function Combobox(props: ComboboxProps) {
  const { text, suggest, onText, onPick, onEnter, placeholder, ...others } = props
  const { isUntaken, exactly, isJudged, isGrave, ...field } = others
  const id = useId()
  const { isAnswered, found, active, open, restart, pick, press, leave } = useChoosing(id, props)
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
            onFocus={open}
            onBlur={leave}
            onKeyDown={press}
            onInput={(event) => {
              restart()
              onText(event.currentTarget.value)
            }}
          />
          <Suggestions id={`${tied.id}-list`} label={field.label} found={found} active={active} pick={pick} />
          <RemovedTags text={text} />
          <span class="unseen" role="status">
            {isAnswered && text !== '' ? t('suggestions', { count: found.length }) : ''}
          </span>
        </>
      )}
    </Field>
  )
}

// A field for one item that is searched by typing, of a form that changes much at once.

export interface FoundItem {
  readonly text: string
  readonly picked?: Suggestion | undefined
}

export const noItem: FoundItem = { text: '' }

interface FoundProps {
  readonly name: string
  readonly label: string
  readonly value: FoundItem
  readonly placeholder?: string
  readonly suggest: (text: string) => Promise<readonly Suggestion[]>
  /** Whether a text is a value by itself. */
  readonly isText?: boolean
  readonly onChange: (value: FoundItem) => void
}

export function SearchedItemField({ value, suggest, isText = false, onChange, ...field }: FoundProps) {
  const { text, picked } = value
  return (
    <Combobox
      {...field}
      text={text}
      suggest={suggest}
      isUntaken={text.trim() !== '' && picked === undefined && !isText}
      isGrave
      onText={(typed) => onChange({ text: typed })}
      onPick={(one) => onChange({ text: one.label, picked: one })}
    />
  )
}
