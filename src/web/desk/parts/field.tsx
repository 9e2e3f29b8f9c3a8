/** A form field: label, hint and error, linked for screen readers. */
import { type ComponentChildren, h, type TargetedKeyboardEvent } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { t } from '../words/index.ts'
import { loadedOnce } from './once.ts'

interface ErrorTextProps {
  readonly class?: string
  /** Undefined or empty if there is no error. */
  readonly children: string | undefined
}

/** The text of an error, read out at once; nothing without one. */
export const ErrorText = ({ class: kind = '', children }: ErrorTextProps) =>
  children ? (
    <p class={`wrong ${kind}`} role="alert">
      {children}
    </p>
  ) : null

// Says beside a field of plain text that the service removes tags from it, and what it keeps.

/** Loaded with the first text that may have a tag. */
const remover = loadedOnce(async () => (await import('../../../domain/text/tags.ts')).withoutTags)

const looksMarked = (text: string) => /<[a-z/!?]/i.test(text)

/** What is kept of a text, where that is not all of it. */
export function RemovedTags({ text }: { readonly text: string }) {
  const remove = remover.value()
  const isMarked = looksMarked(text)
  useEffect(() => {
    if (isMarked) void remover.load()
  }, [isMarked])
  if (!isMarked || remove === undefined) return null
  const kept = remove(text, () => ' ')
  if (kept === text) return null
  return (
    <p class="hint warned" role="status">
      {t('tags-removed', { text: kept.replace(/\s+/g, ' ').trim() })}
    </p>
  )
}

interface Tied {
  readonly id: string
  readonly name: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean | undefined
}

export interface FieldProps {
  /** The id of the control; by default a new one. */
  readonly id?: string
  readonly name: string
  readonly label: string
  readonly hint?: ComponentChildren
  readonly fault?: string | undefined
  readonly class?: string
  /** What is chosen already, between the label and the control. */
  readonly chosen?: ComponentChildren
  readonly children: (tied: Tied) => ComponentChildren
}

/** A field named `name`, as the API names the arg. */
export function Field(props: FieldProps) {
  const { id: given, name, label, hint, fault, class: kind = '', chosen, children } = props
  const own = useId()
  const id = given ?? own
  const described = [...(hint ? [`${id}-hint`] : []), ...(fault ? [`${id}-fault`] : [])].join(' ')
  const tied: Tied = {
    id,
    name,
    'aria-describedby': described || undefined,
    'aria-invalid': fault ? true : undefined,
  }
  return (
    <div class={`field ${kind}`} data-field={name}>
      <label for={id}>{label}</label>
      {chosen}
      {children(tied)}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p class="wrong" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}

type FieldType = 'text' | 'search' | 'url' | 'tel' | 'email' | 'password'

interface TextProps extends Omit<FieldProps, 'children'> {
  readonly value: string
  readonly onInput: (value: string) => void
  /** Called for Enter, which then doesn't submit the form. */
  readonly onEnter?: (() => void) | undefined
  readonly type?: FieldType | undefined
  readonly autocomplete?: string
  /** Whether a dialog begins with it. */
  readonly autofocus?: boolean
  readonly required?: boolean
  readonly rows?: number
  /** Whether what is longer than the field goes on below. It stays one line, which Enter sends. */
  readonly wraps?: boolean
  readonly inputMode?: 'decimal' | 'numeric' | 'email' | 'tel' | 'url'
}

/** Sends the form as Enter does from a field of one line: by its first button. */
function sendByEnter(event: TargetedKeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.isComposing || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  event.currentTarget.form?.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
}

/** A text field of one line, or of `rows` lines. */
export function TextField({ value, onInput, rows, type = 'text', autocomplete = 'off', ...rest }: TextProps) {
  const { autofocus, required, inputMode, onEnter, wraps = false, ...field } = rest
  const onFieldInput = (event: Event) => onInput((event.currentTarget as HTMLInputElement).value)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || onEnter === undefined) return
    event.preventDefault()
    onEnter()
  }
  const controlOf = (tied: Tied) => {
    const common = { ...tied, value, required, autofocus }
    if (wraps)
      return (
        <textarea
          {...common}
          rows={1}
          onInput={({ currentTarget }) => onInput(currentTarget.value.replace(/\s*\n\s*/g, ' '))}
          onKeyDown={sendByEnter}
        />
      )
    if (rows !== undefined) return <textarea {...common} rows={rows} onInput={onFieldInput} />
    return h('input', { ...common, type, autocomplete, inputMode, onInput: onFieldInput, onKeyDown })
  }
  return (
    <Field {...field}>
      {(tied) => (
        <>
          {controlOf(tied)}
          {type === 'text' && rows === undefined && <RemovedTags text={value} />}
        </>
      )}
    </Field>
  )
}

interface NumberProps extends Omit<FieldProps, 'children'> {
  readonly value: number
  readonly onInput: (value: number) => void
}

/** A field for a whole number from 1 to 999. It may be empty while it is typed. */
export function SmallPositiveNumberField({ value, onInput, ...field }: NumberProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined)
  return (
    <Field {...field}>
      {(tied) => (
        <input
          {...tied}
          type="number"
          min="1"
          max="999"
          value={typed ?? value}
          onBlur={() => setTyped(undefined)}
          onInput={({ currentTarget: { value: text, valueAsNumber: number } }) => {
            setTyped(text)
            if (number >= 1) onInput(Math.trunc(number))
          }}
        />
      )}
    </Field>
  )
}

interface CheckProps {
  readonly name: string
  readonly label: string
  readonly value: boolean
  readonly hint?: string
  readonly onChange: (value: boolean) => void
}

export function CheckField({ name, label, value, hint, onChange }: CheckProps) {
  const id = useId()
  return (
    <div class="check" data-field={name}>
      <input
        type="checkbox"
        id={id}
        name={name}
        checked={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** A possibility, with what it means where all of them are seen. */
export type Option<V extends string> = readonly [value: V, label: string, hint?: string]

interface ChoiceProps<V extends string> {
  readonly name: string
  readonly label: string
  readonly value: V
  readonly options: readonly Option<V>[]
  readonly onChange: (value: V) => void
  readonly hint?: string | undefined
  readonly fault?: string | undefined
}

export const Options = ({ value, options }: Pick<ChoiceProps<string>, 'value' | 'options'>) =>
  options.map(([one, label]) => (
    <option key={one} value={one} selected={one === value}>
      {label}
    </option>
  ))

export function SelectField<V extends string>({ value, options, onChange, ...field }: ChoiceProps<V>) {
  return (
    <Field {...field}>
      {(tied) => (
        <select {...tied} value={value} onChange={(event) => onChange(event.currentTarget.value as V)}>
          <Options value={value} options={options} />
        </select>
      )}
    </Field>
  )
}

/** A choice of which all possibilities are seen. */
export function RadioField<V extends string>(
  props: Omit<ChoiceProps<V>, 'value'> & {
    readonly value: V | undefined
    /** Whether a dialog begins with it. */
    readonly autofocus?: boolean
  },
) {
  const { name, label, value, options, onChange, hint: told, fault, autofocus = false } = props
  const id = useId()
  return (
    <fieldset class="radios" data-field={name} aria-describedby={told ? id : undefined}>
      <legend>{label}</legend>
      {options.map(([one, text, hint]) => (
        <label key={one} class="check">
          <input
            type="radio"
            name={name}
            checked={value === one}
            autofocus={autofocus && value === one}
            onChange={() => onChange(one)}
          />
          <span>{text}</span>
          {hint && <span class="hint">{hint}</span>}
        </label>
      ))}
      {told && (
        <p class="hint" id={id}>
          {told}
        </p>
      )}
      <ErrorText>{fault}</ErrorText>
    </fieldset>
  )
}

const PAUSE = 300

/** Calls back with the search words when typing pauses. Words that come from elsewhere, as from a link, replace what is typed. */
export function SearchField({
  value,
  onSearch,
}: {
  readonly value: string
  readonly onSearch: (q: string) => void
}) {
  const [text, setText] = useState(value)
  const known = useRef(value)
  if (known.current !== value) {
    known.current = value
    setText(value)
  }
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => {
      known.current = text
      onSearch(text)
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [text, value, onSearch])
  return <TextField name="q" type="search" label={t('search')} value={text} onInput={setText} />
}
