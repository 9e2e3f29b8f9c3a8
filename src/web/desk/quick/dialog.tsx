/** Quick add: the user types one line, checks how it was parsed, and confirms. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { foldedText } from '../../../domain/text/letters.ts'
import { callApi, idempotencyKeyMaker } from '../api/api.ts'
import { faultMessage } from '../api/faults.ts'
import type { EventItem, QuickEventReading } from '../api/types.ts'
import {
  type DraftLink,
  type EventDraft,
  eventChangeBody,
  newEventDraft,
  setDraftOfNextEvent,
} from '../events/draft.ts'
import { suggestItems } from '../items/linked.tsx'
import { usePersistentText } from '../kept/text.ts'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorText, SelectField, TextField } from '../parts/field.tsx'
import { notify } from '../parts/notice.tsx'
import { navigateTo } from '../route.ts'
import { recurrenceLinesText } from '../series/lines.ts'
import { takeTypedLetters } from '../shell/keys.ts'
import { spanText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { isQuickAddOpenSignal } from './open.ts'

// Parses a line of text as an event, and creates the event.

/** The start and the end of an event. */
type QuickStartAndEnd = Pick<EventDraft, 'start_date' | 'end_date'>

/** A parsed line, with the days that it may mean, and the venues it may refer to: existing ones, and a new one. */
interface ParsedQuickLine {
  readonly draft: EventDraft
  readonly days: readonly QuickStartAndEnd[]
  readonly venues: readonly (readonly [name: string, link: DraftLink])[]
}

/** Orders venues: one with the same name first, then others that match, then a new one. */
async function venuesNamed(name: string): Promise<ParsedQuickLine['venues']> {
  if (name === '') return []
  const found = await suggestItems('venues', name)
  const same = found.filter(({ label }) => foldedText(label) === foldedText(name))
  const inOrder = [...same, ...found.filter((one) => !same.includes(one))]
  const links = inOrder.map(({ value, label }) => [label, { id: Number(value), name: label }] as const)
  return same.length > 0 ? links : [...links, [name, { fields: { venue: name } }] as const]
}

/** Parses a line. Returns undefined if it contains no date. Throws a Fault if the service refuses it. */
async function parseQuickLine(text: string): Promise<ParsedQuickLine | undefined> {
  const { body } = await callApi<QuickEventReading>('GET', '/quick-event', { query: { text } })
  const { title, start_date, end_date, all_day, timezone, place, recurrence = [], alternatives } = body
  if (start_date === null || end_date === null) return undefined
  const venues = await venuesNamed(place)
  const venue = venues.slice(0, 1).map(([, link]) => link)
  const empty = newEventDraft()
  const draft = { ...empty, title, start_date, end_date, all_day, timezone, venue, recurrence }
  return { draft, days: [{ start_date, end_date }, ...alternatives], venues }
}

let keyOf = idempotencyKeyMaker()

/** Creates the event. A retry does not create it twice; what was created before is created anew. Throws a Fault if refused. */
async function createEventFromDraft(draft: EventDraft): Promise<EventItem> {
  const body = eventChangeBody(draft, undefined)
  const created = await callApi<EventItem>('POST', '/events', { body, idempotencyKey: keyOf(body) })
  // The same line later means another event: the first may be in the trash.
  keyOf = idempotencyKeyMaker()
  return created.body
}

const close = () => {
  isQuickAddOpenSignal.value = false
}

interface CheckProps {
  readonly reading: ParsedQuickLine
  /** Closes the dialog and forgets the line. */
  readonly end: () => void
  readonly fail: (reason: string) => void
}

interface DayChoiceProps {
  readonly draft: EventDraft
  readonly days: readonly QuickStartAndEnd[]
  readonly chosen: string
  readonly choose: (chosen: string) => void
}

/** Asks which day is meant, where the weekday and the date of the line differ. */
function DayChoice({ draft, days, chosen, choose }: DayChoiceProps) {
  const options = days.map((some, at) => [String(at), spanText({ ...draft, ...some })] as const)
  return (
    <SelectField
      name="quick-day"
      label={t('quick.which-day')}
      value={chosen}
      options={[['', '–'], ...options]}
      onChange={choose}
    />
  )
}

interface VenueProps {
  readonly venues: ParsedQuickLine['venues']
  readonly chosen: string
  readonly choose: (chosen: string) => void
}

/** Asks which of the venues is meant that the line may name. */
function VenueChoice({ venues, chosen, choose }: VenueProps) {
  const options = venues.map(
    ([name, one], at) => [String(at), 'id' in one ? name : t('create-named', { name })] as const,
  )
  return (
    <SelectField
      name="quick-venue"
      label={t('venue')}
      value={chosen}
      options={[...options, ['', t('quick.venue.none')]]}
      onChange={choose}
    />
  )
}

async function createAndOpen(draft: EventDraft, end: () => void): Promise<void> {
  const { id, title } = await createEventFromDraft(draft)
  end()
  notify(t('saved', { title }))
  await navigateTo(`/events/${id}`)
}

async function editFurther(draft: EventDraft, end: () => void): Promise<void> {
  end()
  setDraftOfNextEvent(draft)
  await navigateTo('/events/new')
}

interface CreateProps {
  readonly isDisabled: boolean
  readonly create: () => void
}

/** Takes the focus: Enter reads the line, and a second Enter creates what was read. */
function CreateButton({ isDisabled, create }: CreateProps) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.focus(), [])
  return (
    <button type="button" class="main" ref={button} disabled={isDisabled} onClick={create}>
      {t('quick.create')}
    </button>
  )
}

/** The parsed event, for the user to complete and confirm. */
function Check({ reading: { draft, days, venues }, end, fail }: CheckProps) {
  const [chosen, choose] = useState(venues.length === 0 ? '' : '0')
  const [day, setDay] = useState(days.length === 1 ? '0' : '')
  const [isBusy, setBusy] = useState(false)
  const link = chosen === '' ? undefined : venues[Number(chosen)]?.[1]
  const meant = day === '' ? undefined : days[Number(day)]
  const final: EventDraft = { ...draft, ...meant, venue: link === undefined ? [] : [link] }
  const create = async () => {
    setBusy(true)
    await createAndOpen(final, end).catch((error: unknown) => {
      fail(faultMessage(error))
      setBusy(false)
    })
  }
  return (
    <section class="quick-check" aria-label={t('quick.right')}>
      <h3>{t('quick.right')}</h3>
      <p role="status">
        <strong>{draft.title}</strong>
        <br />
        {meant && spanText(final)}
        {draft.recurrence.length > 0 && (
          <>
            <br />
            {recurrenceLinesText(draft.recurrence)}
          </>
        )}
      </p>
      {days.length > 1 && <DayChoice draft={draft} days={days} chosen={day} choose={setDay} />}
      <VenueChoice venues={venues} chosen={chosen} choose={choose} />
      <div class="actions">
        <CreateButton
          isDisabled={isBusy || draft.title === '' || meant === undefined}
          create={() => void create()}
        />
        <button type="button" disabled={meant === undefined} onClick={() => editFurther(final, end)}>
          {t('quick.details')}
        </button>
      </div>
    </section>
  )
}

interface Read {
  readonly line: string
  readonly reading: ParsedQuickLine
}

function useLine() {
  // A reload, or Escape, leaves the line for the next time.
  const [line, setLine] = usePersistentText('quick')
  useLayoutEffect(() => {
    // The next line takes the place of one that was left.
    document.querySelector<HTMLInputElement>('[name=quick]')?.select()
    const ahead = takeTypedLetters()
    if (ahead !== '') setLine(ahead)
  }, [])
  const [fault, setFault] = useState('')
  const [read, setRead] = useState<Read | undefined>(undefined)
  const submit = async (event: Event) => {
    event.preventDefault()
    setFault('')
    try {
      const reading = await parseQuickLine(line.trim())
      setRead(reading && { line, reading })
      if (reading === undefined) setFault(t('quick.no-day'))
    } catch (error) {
      setFault(faultMessage(error))
    }
  }
  const type = (next: string) => {
    setLine(next)
    setRead(undefined)
  }
  const end = () => {
    setLine('')
    close()
  }
  return { line, type, fault, setFault, read, submit, end }
}

function QuickForm() {
  const { line, type, fault, setFault, read, submit, end } = useLine()
  return (
    <Dialog title={t('quick')} onClose={close}>
      <form onSubmit={submit}>
        <ErrorText>{fault}</ErrorText>
        <TextField name="quick" label={t('quick.line')} hint={t('quick.hint')} value={line} onInput={type} />
        <div class="actions">
          <button type="submit" class={read ? undefined : 'main'} disabled={line.trim() === ''}>
            {t('quick.read')}
          </button>
          <button type="button" onClick={end}>
            {t('cancel')}
          </button>
        </div>
      </form>
      {read && <Check key={read.line} reading={read.reading} end={end} fail={setFault} />}
    </Dialog>
  )
}

/** The dialog, while it is open. */
export function QuickAdd() {
  return isQuickAddOpenSignal.value ? <QuickForm /> : null
}
