/**
 * Fields for days, times, and both. Fields of browsers write dates as the browser's region does; these are texts as the region of the site
 * writes them, read as people type them, with a calendar beside them. It is the desk's own on telephones, too: their pickers have the
 * telephone's language and first weekday, and can't be opened from a field of text in every browser.
 */
import { type ComponentProps, h, type TargetedKeyboardEvent } from 'preact'
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { MomentKind } from '../../../domain/time/moment-forms.ts'
import type { UnreadReason } from '../../../domain/typed/moments.ts'
import { UntakenTexts } from '../kept/text.ts'
import { momentReader } from '../time/reader.ts'
import { todayOfSite } from '../time/wall.ts'
import { clockWarning, hasPlainTimes, isWholeText, momentInWords, writtenMoment } from '../time/written.ts'
import { t } from '../words/index.ts'
import { IconButton } from './button.tsx'
import { Field, type FieldProps } from './field.tsx'
import { showErrorNotice } from './notice.tsx'
import { loadedOnce } from './once.ts'

interface MomentProps {
  readonly kind: MomentKind
  readonly name: string
  /** Empty for none. */
  readonly value: string
  readonly onInput: (value: string) => void
  /** Whether there is always a value: an empty text leaves it as it is. */
  readonly required?: boolean | undefined
  /** Whether it asks for what was: a date without a year is the last one. */
  readonly isOfPast?: boolean | undefined
}

const reasons = {
  day: 'moment.no-day',
  time: 'moment.no-time',
  moment: 'moment.no-moment',
} as const

/** An evening late in a year, so that it shows which figure is the day. */
const EXAMPLES = { day: '2027-12-31', time: '19:30', moment: '2027-12-31 19:30:00' } as const

function reasonText(kind: MomentKind, reason: UnreadReason | 'loading' | 'missing'): string {
  if (reason === 'loading') return t('loading')
  if (reason === 'missing') return t('part.missing.text')
  if (reason === 'no_such_day') return t('moment.no-such-day')
  if (reason === 'other_weekday') return t('moment.other-weekday')
  return t(reasons[kind], { example: writtenMoment(kind, EXAMPLES[kind]) })
}

/** The text that a form keeps under a name, and the function that sets it. The form forgets it with the field. */
function useKeptText(name: string) {
  const kept = useContext(UntakenTexts)
  const keep = (text: string | undefined) => {
    if (kept !== undefined && kept.texts[name] !== text) kept.set(name, text)
  }
  const latest = useRef(keep)
  latest.current = keep
  // Not with its name, which changes where a row above it is removed.
  useEffect(() => () => latest.current(undefined), [])
  return { kept: kept?.texts[name], keep }
}

/** The text of a field while it is typed, and what it means. */
export function useMoment({ kind, name, value, onInput, required = false, isOfPast = false }: MomentProps) {
  const { kept, keep } = useKeptText(name)
  const [own, setOwn] = useState<string | undefined>(undefined)
  const [isJudged, setJudged] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const seen = useRef(value)
  const given = useRef(value)
  /** The value before the text was typed: it counts while the text has none. */
  const entered = useRef(value)
  const text = own ?? kept
  const isFromElsewhere = seen.current !== value && given.current !== value
  if (text === undefined || isFromElsewhere) entered.current = value
  // A value from elsewhere replaces what is typed.
  if (seen.current !== value) {
    if (isFromElsewhere && own !== undefined) setOwn(undefined)
    seen.current = value
    given.current = value
  }
  const reader = momentReader.value()
  const read = (typed: string, isTyped = false) => {
    if (typed.trim() === '') return { value: required ? entered.current : '' }
    if (reader) return reader(kind, typed, entered.current, { isOfPast, isTyped })
    return { reason: momentReader.isMissing() ? ('missing' as const) : ('loading' as const) }
  }
  const meant = text === undefined ? undefined : read(text)
  const fault = meant !== undefined && 'reason' in meant ? reasonText(kind, meant.reason) : undefined
  const give = (next: string) => {
    given.current = next
    if (next !== value) onInput(next)
  }
  const type = (typed: string) => {
    void momentReader.load()
    const next = read(typed, true)
    const isTaken = 'value' in next && isWholeText(kind, typed)
    setOwn(typed)
    keep(isTaken ? undefined : typed)
    if ('value' in read(typed)) setJudged(false)
    give(isTaken ? next.value : entered.current)
  }
  /** Takes what is typed, writes it as the region does, and returns its value. What can't be read stays. */
  const leave = (): string | undefined => {
    if (meant === undefined) return value
    if ('reason' in meant) {
      setJudged(true)
      return undefined
    }
    setOwn(undefined)
    keep(undefined)
    give(meant.value)
    return meant.value
  }
  useLayoutEffect(() => input.current?.setCustomValidity(fault ?? ''), [fault])
  // Both at once, before the next key: later, they would bring back the text that was there before it.
  // What a form kept over a reload was left there.
  useLayoutEffect(() => {
    if (own === undefined && fault === undefined) leave()
  }, [kept])
  // What was typed before it could be read.
  useLayoutEffect(() => {
    if (!reader) void momentReader.load()
    else if (text !== undefined && document.activeElement === input.current) type(text)
    else leave()
  }, [reader])
  const isTelling = own !== undefined && own !== writtenMoment(kind, value) && meant !== undefined
  return {
    kind,
    input,
    value,
    text: text ?? writtenMoment(kind, value),
    /** The day that is meant, or was before. */
    day: (meant !== undefined && 'value' in meant ? meant.value : value).slice(0, 10),
    /** What is meant, in words, where the text is not what the field would write. */
    told: isTelling && 'value' in meant && meant.value !== '' ? momentInWords(kind, meant.value) : '',
    /** Why the text is none, once it was left. */
    fault: isJudged || own === undefined ? fault : undefined,
    required,
    type,
    leave,
    judge: () => setJudged(true),
  }
}

type Moment = ReturnType<typeof useMoment>

// The calendar, loaded when it is first opened.

const dayPicker = loadedOnce(async () => (await import('./day-picker.tsx')).DayPicker)

function useCalendar({ kind, input, value, leave }: Moment) {
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    leave()
    void dayPicker.load().then(() => {
      setOpen(!dayPicker.isMissing())
      if (dayPicker.isMissing()) showErrorNotice(t('part.missing.text'))
    })
  }
  /** Types a day into the field: so the form around takes it as it takes what people type. */
  const choose = (day: string) => {
    setOpen(false)
    const control = input.current
    if (control === null) return
    control.value = writtenMoment(kind, kind === 'day' ? day : `${day} ${value.slice(11) || '00:00:00'}`)
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return { isOpen, open, choose, close: () => setOpen(false) }
}

/** Goes to the first or the last field of a pair from the beginning or the end of a text; by default the caret moves there. */
function goWithinPair(event: TargetedKeyboardEvent<HTMLInputElement>): void {
  const { currentTarget: input, key } = event
  const { selectionStart: from, selectionEnd: to, value } = input
  const isAll = from === 0 && to === value.length
  const isThere = key === 'Home' ? to === 0 : from === value.length
  const fields = [...(input.closest('.pair')?.querySelectorAll('input') ?? [])]
  const next = fields.at(key === 'Home' ? 0 : -1)
  if (next === undefined || next === input || !(isAll || isThere)) return
  event.preventDefault()
  next.focus()
}

interface InputProps extends Omit<ComponentProps<'input'>, 'value' | 'onInput' | 'ref'> {
  readonly moment: Moment
  /** Called by Enter with the value, unless there is none that can be read. Enter then doesn't submit the form. */
  readonly onEnter?: ((value: string) => void) | undefined
}

/** The control: a text, and the button of its calendar. One stop of Tab: arrows down open the calendar. */
export function MomentInput({ moment, onEnter, ...tied }: InputProps) {
  const { kind, input, text, told, required, type, leave, judge } = moment
  const { isOpen, open, choose, close } = useCalendar(moment)
  const hasCalendar = kind !== 'time'
  const Picker = dayPicker.value()
  const press = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    tied.onKeyDown?.(event)
    const { key, ctrlKey, metaKey } = event
    const isSaving = key === 'Enter' || ((ctrlKey || metaKey) && key.toLowerCase() === 's')
    const taken = isSaving ? leave() : undefined
    if (key === 'Enter' && onEnter !== undefined) {
      event.preventDefault()
      if (taken !== undefined) onEnter(taken)
    }
    if (ctrlKey || metaKey || event.shiftKey) return
    if (key === 'Home' || key === 'End') goWithinPair(event)
    if (key !== 'ArrowDown' || !hasCalendar) return
    event.preventDefault()
    open()
  }
  return (
    <span class={`moment ${kind}`}>
      {h('input', {
        ...tied,
        ...(hasCalendar && { role: 'combobox', 'aria-haspopup': 'dialog', 'aria-expanded': isOpen }),
        ref: input,
        type: 'text',
        autocomplete: 'off',
        spellcheck: false,
        inputMode: kind === 'time' && hasPlainTimes ? 'numeric' : undefined,
        required,
        value: text,
        onInput: ({ currentTarget }) => type(currentTarget.value),
        onFocus: ({ currentTarget }) => currentTarget.select(),
        onBlur: () => leave(),
        onInvalid: judge,
        onKeyDown: press,
      })}
      {hasCalendar && <IconButton icon="calendar" label={t('moment.choose')} tabIndex={-1} onClick={open} />}
      <span class="meant" role="status">
        {told}
      </span>
      {isOpen && Picker && (
        <Picker
          day={moment.day}
          chosen={moment.value.slice(0, 10)}
          today={todayOfSite()}
          field={input}
          choose={choose}
          close={close}
        />
      )}
    </span>
  )
}

interface MomentFieldProps
  extends MomentProps,
    Pick<FieldProps, 'label' | 'hint' | 'fault' | 'class'>,
    Pick<InputProps, 'onEnter'> {
  /** The zone of a moment, whose clock changes are told. */
  readonly zone?: string
}

/** A field with a label for a day, or for a moment. */
export function MomentField({ label, hint, fault, class: look, zone, onEnter, ...props }: MomentFieldProps) {
  const moment = useMoment(props)
  const warning = zone === undefined ? undefined : clockWarning(zone, props.value)
  return (
    <Field
      name={props.name}
      label={label}
      hint={warning ?? hint}
      fault={moment.fault ?? fault}
      class={warning === undefined ? (look ?? '') : 'warned'}
    >
      {(tied) => <MomentInput {...tied} moment={moment} onEnter={onEnter} />}
    </Field>
  )
}
