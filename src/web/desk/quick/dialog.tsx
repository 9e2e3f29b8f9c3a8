/** Quick add: one line is read as an event while it is typed, and checked before the event is made. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { foldedText } from '../../../domain/text/letters.ts'
import type { DeskIconName } from '../../design/icons.ts'
import { type ApiResponse, callApi, idempotencyKeyMaker } from '../api/api.ts'
import { faultMessage } from '../api/faults.ts'
import type { EventItem, QuickEventReading } from '../api/types.ts'
import { notifySavedEvent } from '../bulk/undo.ts'
import {
  type DraftLink,
  type EventDraft,
  eventChangeBody,
  newEventDraft,
  setDraftOfNextEvent,
} from '../events/draft.ts'
import { suggestItems } from '../items/linked.tsx'
import { usePersistentText } from '../kept/text.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorText, SelectField, TextField } from '../parts/field.tsx'
import { Icon } from '../parts/link.tsx'
import { useBusyAct } from '../parts/notice.tsx'
import { navigateTo } from '../route.ts'
import { recurrenceLinesText } from '../series/lines.ts'
import { closeDialog, openDialogSignal, takeTypedLetters } from '../shell/keys.ts'
import { spanText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { costText } from '../words/prices.ts'

/** A line as it was read, with the days that it may mean, and the venues it may refer to: existing ones, and a new one. */
interface Reading {
  readonly line: string
  readonly draft: EventDraft
  readonly days: readonly Pick<EventDraft, 'start_date' | 'end_date'>[]
  readonly venues: readonly (readonly [name: string, link: DraftLink])[]
}

/** Orders venues: one with the same name first, then others that match, then a new one. */
async function venuesNamed(name: string): Promise<Reading['venues']> {
  if (name === '') return []
  const found = await suggestItems('venues', name)
  const same = found.filter(({ label }) => foldedText(label) === foldedText(name))
  const inOrder = [...same, ...found.filter((one) => !same.includes(one))]
  const links = inOrder.map(({ value, label }) => [label, { id: Number(value), name: label }] as const)
  return same.length > 0 ? links : [...links, [name, { fields: { venue: name } }] as const]
}

/** Returns undefined if the line has no date. Throws a Fault if the service refuses it. */
async function readLine(line: string, isQuiet: boolean): Promise<Reading | undefined> {
  const { body } = await callApi<QuickEventReading>('GET', '/quick-event', {
    query: { text: line },
    ...(isQuiet && { isQuiet }),
  })
  const { title, start_date, end_date, all_day, timezone, place, cost = '', recurrence = [] } = body
  if (start_date === null || end_date === null) return undefined
  const venues = await venuesNamed(place)
  const venue = venues.slice(0, 1).map(([, link]) => link)
  const times = { start_date, end_date, all_day, timezone }
  const draft = { ...newEventDraft(), ...times, title, venue, cost, recurrence }
  return { line, draft, days: [{ start_date, end_date }, ...body.alternatives], venues }
}

let keyOf = idempotencyKeyMaker()

/** Makes the event. A retry does not make it twice; what was made before is made anew. Throws a Fault if refused. */
async function makeEvent(draft: EventDraft): Promise<ApiResponse<EventItem>> {
  const body = eventChangeBody(draft, undefined)
  const made = await callApi<EventItem>('POST', '/events', { body, idempotencyKey: keyOf(body) })
  // The same line later means another event: the first may be in the trash.
  keyOf = idempotencyKeyMaker()
  return made
}

const close = () => closeDialog('quick')

/** Milliseconds without a key before a line is read that nobody asked to be read. */
const PAUSE = 300

/** The line, and how it was read last. */
function useLine() {
  // A reload, or Escape, leaves the line for the next time.
  const [line, setLine] = usePersistentText('quick')
  const [fault, setFault] = useState('')
  const [reading, setReading] = useState<Reading | undefined>(undefined)
  const latest = useRef('')
  latest.current = line.trim()
  const isRead = reading?.line === line.trim()
  useLayoutEffect(() => {
    // The next line takes the place of one that was left.
    document.querySelector<HTMLInputElement>('[name=quick]')?.select()
    const ahead = takeTypedLetters()
    if (ahead !== '') setLine(ahead)
  }, [])
  /** Reads the line; who asks for it is told why it can’t be read. Returns whether it is. */
  const read = async (isAsked: boolean): Promise<boolean> => {
    const text = latest.current
    try {
      const found = text === '' ? undefined : await readLine(text, !isAsked)
      if (latest.current !== text) return false
      setReading(found)
      if (isAsked) setFault(found === undefined ? t('quick.no-day') : '')
      return found !== undefined
    } catch (error) {
      if (isAsked) setFault(faultMessage(error))
      return false
    }
  }
  useEffect(() => {
    if (isRead) return undefined
    const timer = setTimeout(() => void read(false), PAUSE)
    return () => clearTimeout(timer)
  }, [line])
  const type = (next: string) => {
    setFault('')
    setLine(next)
  }
  const end = () => {
    setLine('')
    close()
  }
  return { line, type, fault, setFault, reading, isRead, read, end }
}

const Fact = ({ icon, text }: { readonly icon: DeskIconName; readonly text: string }) =>
  text === '' ? null : (
    <li>
      <Icon of={icon} /> {text}
    </li>
  )

interface CheckProps extends Pick<ReturnType<typeof useLine>, 'isRead' | 'setFault' | 'end'> {
  readonly reading: Reading
}

/** The event as it was read, what is open about it, and the buttons. */
function Check({ reading: { draft, days, venues }, isRead, setFault, end }: CheckProps) {
  const [chosen, choose] = useState(venues.length === 0 ? '' : '0')
  const [day, setDay] = useState(days.length === 1 ? '0' : '')
  const [isBusy, act] = useBusyAct()
  const link = chosen === '' ? undefined : venues[Number(chosen)]?.[1]
  const meant = day === '' ? undefined : days[Number(day)]
  const final: EventDraft = { ...draft, ...meant, venue: link === undefined ? [] : [link] }
  const mayEdit = isRead && meant !== undefined
  const make = async () => {
    try {
      const made = await makeEvent(final)
      const isOpen = openDialogSignal.value === 'quick'
      end()
      notifySavedEvent(made.body, undefined, made, () => void navigateTo('/events'))
      if (isOpen) await navigateTo(`/events/${made.body.id}`)
    } catch (error) {
      setFault(faultMessage(error))
    }
  }
  const edit = () => {
    end()
    setDraftOfNextEvent(final)
    void navigateTo('/events/new')
  }
  const venueOptions = venues.map(
    ([name, one], at) => [String(at), 'id' in one ? name : t('create-named', { name })] as const,
  )
  return (
    <>
      <section class="quick-check" aria-label={t('quick.right')}>
        <h3>{t('quick.right')}</h3>
        <div role="status">
          <p class="headline">{draft.title}</p>
          <ul>
            <Fact icon="calendar" text={meant === undefined ? '' : spanText(final)} />
            <Fact
              icon="repeat"
              text={draft.recurrence.length === 0 ? '' : recurrenceLinesText(draft.recurrence)}
            />
            <Fact icon="ticket" text={costText(draft.cost)} />
          </ul>
        </div>
        {days.length > 1 && (
          <SelectField
            name="quick-day"
            label={t('quick.which-day')}
            value={day}
            options={[
              ['', '–'],
              ...days.map((some, at) => [String(at), spanText({ ...draft, ...some })] as const),
            ]}
            onChange={setDay}
          />
        )}
        <SelectField
          name="quick-venue"
          label={t('venue')}
          value={chosen}
          options={[...venueOptions, ['', t('quick.venue.none')]]}
          onChange={choose}
        />
      </section>
      <div class="actions">
        <Button
          class="main quick-make"
          disabled={isBusy || !mayEdit || draft.title === ''}
          onClick={() => act(make)}
          label={t('quick.create')}
        />
        <Button disabled={!mayEdit} onClick={edit} label={t('quick.details')} />
        <Button onClick={end} label={t('cancel')} />
      </div>
    </>
  )
}

export function QuickAdd() {
  const { line, type, fault, reading, read, ...more } = useLine()
  const submit = async (event: Event) => {
    event.preventDefault()
    // Enter reads the line, and a second Enter makes what was read.
    if (!(await read(true))) return
    const make = document.querySelector<HTMLElement>('.quick-make:enabled')
    const asked = document.querySelector<HTMLElement>('.quick-check select')
    ;(make ?? asked)?.focus()
  }
  return (
    <Dialog title={t('quick')} onClose={close}>
      <form onSubmit={submit}>
        <ErrorText>{fault}</ErrorText>
        <TextField name="quick" label={t('quick.line')} hint={t('quick.hint')} value={line} onInput={type} />
        {/* For the keys that save a form. */}
        <button type="submit" hidden />
      </form>
      {reading && <Check key={reading.line} reading={reading} {...more} />}
      {!reading && (
        <div class="actions">
          <Button onClick={more.end} label={t('cancel')} />
        </div>
      )}
    </Dialog>
  )
}
