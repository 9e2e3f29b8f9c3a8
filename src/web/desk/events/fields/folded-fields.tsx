/** What the folded sections of the form hold, and their lines. */
import {
  type EventFlagName,
  eventFields,
  eventFlagNames,
  type WritableEventFieldName,
} from '../../../../contract/resources/fields/event-fields.ts'
import type { FieldRow } from '../../../../contract/resources/fields/row.ts'
import { pick, typedRecordFromNames } from '../../../../contract/table-of.ts'
import { callApi, currentUser, isLocalMode } from '../../api/api.ts'
import type { Assignee, Ticket } from '../../api/types.ts'
import { deskSettings } from '../../desk-settings.ts'
import { Fields, type FormRow } from '../../edited/fields.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { Link } from '../../parts/link.tsx'
import { useLoaded } from '../../parts/loaded.tsx'
import { plainTextOfHtml } from '../../parts/markup.ts'
import { FoldedSection } from '../../parts/sections.tsx'
import { Combobox } from '../../suggesting/combobox.tsx'
import { MAX_LOADED_SUGGESTIONS, type Suggestion, suggestionsToShow } from '../../suggesting/suggestion.ts'
import { type Key, listText, locale, t } from '../../words/index.ts'
import { listAssignees, suggestionOfAssignee } from '../assignees.ts'
import {
  blankCustomField,
  type CustomField,
  type EventDraft,
  priceOfTicket,
  withUniqueFieldNames,
} from '../draft.ts'
import { type EventEditingState, type EventFieldsProps, typedTextAndSetter } from '../editing.ts'
import { focusFieldOnceShown } from '../focus-field.ts'
import { ALL_DATES_QUERY_FIELDS, loadEvents } from '../list/listed.ts'
import { whenText } from '../list/texts.tsx'
import { choiceText, isChoiceFieldName } from './field-kinds.ts'

/** The hints of plain fields that have one. */
const hints: Readonly<Partial<Record<WritableEventFieldName, Key>>> = {
  excerpt: 'excerpt.hint',
  website: 'website.hint',
  online_url: 'online_url.hint',
  status_reason: 'status_reason.hint',
}

/** Returns the row of a plain field for the form. */
function formRowOf(name: WritableEventFieldName): FormRow {
  const row: FieldRow = eventFields[name]
  const hint = hints[name]
  return {
    name,
    label: name,
    type: row.type,
    isShort: row.type === 'html' && row.most <= 10_000,
    ...(isChoiceFieldName(name) && {
      options: eventFields[name].choices.map((one) => [one, choiceText(name, one)] as const),
    }),
    ...(hint && { hint }),
  }
}

interface PlainFieldsProps extends EventFieldsProps {
  readonly names: readonly WritableEventFieldName[]
}

/** Several plain fields, in the order of their names. */
export const PlainFields = ({ names, state }: PlainFieldsProps) => (
  <Fields
    rows={names.map(formRowOf)}
    values={pick(state.values.value, names)}
    faults={state.faults.value}
    set={(changed) =>
      state.set(typedRecordFromNames<Partial<EventDraft>>(Object.keys(changed), (name) => changed[name]))
    }
  />
)

// The values of folded sections of the form, each in one line.

/** The most letters of a line. */
const MOST = 120

/** Returns the texts that are not empty, in one line. */
const joinedLine = (...parts: readonly string[]) => parts.filter((part) => part.trim() !== '').join(' · ')
const shortened = (text: string) => (text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text)

/** The name of a linked item, or that of one that is created with the event. */
export const nameOfDraftLink = (link: EventDraft['venue'][number]): string =>
  'id' in link ? link.name : (link.fields.venue ?? link.fields.organizer ?? '')

/** How people take part, in one line; nothing on site. */
export const attendanceLineOfDraft = ({ attendance_mode, online_url }: EventDraft): string =>
  joinedLine(attendance_mode === 'offline' ? '' : choiceText('attendance_mode', attendance_mode), online_url)

/** The names of the organizers. */
export const organizerNamesLineOfDraft = ({ organizer }: EventDraft): string =>
  listText(organizer.map(nameOfDraftLink))

/** The first words of the summary. */
export const excerptLineOfDraft = ({ excerpt }: EventDraft): string =>
  shortened(plainTextOfHtml(excerpt).trim())

/** The price, the website and the tickets. */
export const costWebsiteAndTicketsLine = ({ cost, website, tickets }: EventDraft): string =>
  joinedLine(cost, website, listText(tickets.map(({ name, price }) => joinedLine(name, price))))

/** The labels and values of custom fields. */
export const customFieldsLineOfDraft = ({ custom_fields }: EventDraft): string =>
  shortened(custom_fields.map(({ label, value }) => t('labelled', { label, text: value })).join(' · '))

/** The flags that are not as they are by default, and whether the event is a part of another. */
const listingLineOfDraft = (draft: EventDraft): string =>
  joinedLine(
    ...eventFlagNames
      .filter((flag) => draft[flag] !== eventFields[flag].byDefault)
      .map((flag) => t('labelled', { label: t(flag), text: t(draft[flag] ? 'yes' : 'no') })),
    draft.post_parent > 0 ? t('event.parent') : '',
  )

/** Whom the event waits for, and the first words of its note. */
const internalLineOfDraft = ({ note, assignee }: EventDraft): string =>
  joinedLine(
    assignee === null ? '' : t('labelled', { label: t('assignee'), text: assignee.display_name }),
    shortened(note.replace(/\s+/g, ' ').trim()),
  )

/** The address of the page, and whether a password protects it. */
export const slugAndPasswordLineOfDraft = ({ slug, password }: EventDraft, isProtected: boolean): string =>
  joinedLine(slug, isProtected || password ? t('protected') : '')

// Other fields of an event: custom fields, and the parent event.

interface RowProps {
  readonly row: CustomField
  /** The name of the arg. */
  readonly name: string
  readonly at: number
  readonly fault: string | undefined
  readonly put: (row: CustomField) => void
  readonly remove: () => void
}

function CustomFieldRow({ row, name, at, fault, put, remove }: RowProps) {
  return (
    <fieldset class="custom-field">
      <legend class="unseen">{t('custom-field', { at: at + 1 })}</legend>
      <div class="row">
        <TextField
          name={`custom_fields.${name}`}
          label={t('custom-field.label')}
          value={row.label}
          fault={fault}
          onInput={(label) => put({ ...row, label })}
        />
        <TextField
          name={`custom_fields.${name}.value`}
          label={t('custom-field.value')}
          value={row.value}
          onInput={(value) => put({ ...row, value })}
        />
      </div>
      <button type="button" class="quiet" onClick={remove}>
        {t('custom-field.remove', { at: at + 1 })}
      </button>
    </fieldset>
  )
}

/** All custom fields. */
export function CustomFields({ state }: { readonly state: EventEditingState }) {
  const { custom_fields: rows } = state.values.value
  const names = withUniqueFieldNames(rows).map(({ name }) => name)
  const set = (next: readonly CustomField[]) => state.set({ custom_fields: next })
  return (
    <div data-field="custom_fields">
      <p class="hint">{t('custom-fields.hint')}</p>
      {rows.map((row, at) => (
        <CustomFieldRow
          key={at}
          {...{ row, at }}
          name={names[at] ?? ''}
          fault={state.faults.value[`custom_fields.${names[at]}`]}
          put={(next) => set(rows.toSpliced(at, 1, next))}
          remove={() => set(rows.toSpliced(at, 1))}
        />
      ))}
      <button
        type="button"
        onClick={() => {
          const next = [...rows, blankCustomField]
          set(next)
          focusFieldOnceShown(`custom_fields.${withUniqueFieldNames(next).at(-1)?.name}`)
        }}
      >
        {t('custom-field.add')}
      </button>
    </div>
  )
}

/** Loads events that match the words, except the edited one. */
async function suggestEvents(search: string, except: number | undefined): Promise<readonly Suggestion[]> {
  if (search.trim() === '') return []
  const { body } = await loadEvents({
    ...ALL_DATES_QUERY_FIELDS,
    search,
    status: 'any',
    per_page: MAX_LOADED_SUGGESTIONS,
  })
  const others = body.filter(({ id }) => id !== except)
  return suggestionsToShow(
    search,
    others.map((event) => ({ value: String(event.id), label: event.title, detail: whenText(event) })),
  )
}

/** Loads the title of the parent event, if the user may read it. */
function Parent({ id, remove }: { readonly id: number; readonly remove: () => void }) {
  const load = async () =>
    (await callApi<{ title: string }>('GET', `/events/${id}`, { query: { _fields: 'title' } })).body.title
  const name = useLoaded(load, [id]).value ?? t('number', { id })
  return (
    <ul class="chips" aria-label={t('event.parent')}>
      <li>
        <Link to={`/events/${id}`}>{name}</Link>
        <button type="button" class="quiet" aria-label={t('remove-named', { name })} onClick={remove}>
          {t('remove')}
        </button>
      </li>
    </ul>
  )
}

/** The parent event, searched by typing. */
function ParentField({ state }: { readonly state: EventEditingState }) {
  const [text, setText] = typedTextAndSetter(state, 'post_parent')
  const { post_parent: parent } = state.values.value
  const pick = ({ value }: Suggestion) => {
    state.set({ post_parent: Number(value) })
    setText('')
  }
  return (
    <div class="links" data-field="post_parent">
      {parent > 0 && <Parent id={parent} remove={() => state.set({ post_parent: 0 })} />}
      <Combobox
        name="post_parent"
        label={t('event.parent')}
        hint={t('event.parent.hint')}
        text={text}
        fault={state.faults.value.post_parent}
        suggest={(typed) => suggestEvents(typed, state.id)}
        isUntaken={text.trim() !== ''}
        onText={setText}
        onPick={pick}
      />
    </div>
  )
}

// How lists of events show an event.

const isOn = (flag: EventFlagName) => eventFields[flag].byDefault
/** The flags: those that are off by default come first, in reverse order of declaration. */
const flags = [...eventFlagNames.filter((flag) => !isOn(flag)).reverse(), ...eventFlagNames.filter(isOn)]

/** The flags, and the event that it is a part of. */
export function ListingFields({ state }: { readonly state: EventEditingState }) {
  return (
    <FoldedSection
      title={t('part.listing')}
      line={listingLineOfDraft(state.values.value)}
      hasFault={state.faults.value.post_parent !== undefined}
    >
      <PlainFields names={flags} state={state} />
      <ParentField state={state} />
    </FoldedSection>
  )
}

// What only those see who may edit an event: its note, and whom it waits for.

/** Users who may edit the event, found by name or login; oneself first. */
async function suggestUsers({ id, values }: EventEditingState, search: string) {
  const found = await listAssignees(
    id === undefined ? { group: values.value.group || undefined, search } : { event: id, search },
  )
  const own = currentUser()?.id
  return [...found.filter((one) => one.id === own), ...found.filter((one) => one.id !== own)]
}

function AssigneeField({ state }: EventFieldsProps) {
  const [text, setText] = typedTextAndSetter(state, 'assignee')
  const { assignee } = state.values.value
  const known = new Map<string, Assignee>()
  const suggest = async (typed: string) => {
    const found = await suggestUsers(state, typed)
    for (const one of found) known.set(String(one.id), one)
    return found.map(suggestionOfAssignee)
  }
  const pick = ({ value }: Suggestion) => {
    const one = known.get(value)
    if (one !== undefined) state.set({ assignee: one })
    setText('')
  }
  return (
    <div class="links" data-field="assignee">
      {assignee !== null && (
        <ul class="chips" aria-label={t('assignee')}>
          <li>
            {assignee.display_name}
            <button
              type="button"
              class="quiet"
              aria-label={t('remove-named', { name: assignee.display_name })}
              onClick={() => state.set({ assignee: null })}
            >
              {t('remove')}
            </button>
          </li>
        </ul>
      )}
      <Combobox
        name="assignee"
        label={t('assignee')}
        hint={t('assignee.hint')}
        text={text}
        fault={state.faults.value.assignee}
        suggest={suggest}
        isUntaken={text.trim() !== ''}
        onText={setText}
        onPick={pick}
      />
    </div>
  )
}

/** The section; nothing for those who only propose changes of the event. */
export function InternalFields({ state }: EventFieldsProps) {
  const saved = state.item.value
  if (saved !== undefined && saved.note === undefined) return null
  const { note } = state.values.value
  const { note: noteFault, assignee: assigneeFault } = state.faults.value
  return (
    <FoldedSection
      title={t('part.internal')}
      line={internalLineOfDraft(state.values.value)}
      hasFault={noteFault !== undefined || assigneeFault !== undefined}
    >
      <TextField
        name="note"
        label={t('note')}
        hint={t('note.hint')}
        rows={3}
        value={note}
        fault={noteFault}
        onInput={(value) => state.set({ note: value })}
      />
      {!isLocalMode() && <AssigneeField state={state} />}
    </FoldedSection>
  )
}

// The tickets of an event.

const blank: Ticket = {
  name: '',
  price: '',
  currency: '',
  url: '',
  availability: 'in_stock',
  valid_from: '',
  valid_through: '',
}

const texts = [
  ['name', 'name', 'text'],
  ['price', 'price', 'text'],
  ['currency', 'currency', 'text'],
  ['url', 'address.web', 'url'],
  ['valid_from', 'valid-from', 'datetime-local'],
  ['valid_through', 'valid-through', 'datetime-local'],
] as const

interface TicketProps {
  readonly ticket: Ticket
  readonly at: number
  readonly faults: Readonly<Record<string, string>>
  readonly put: (ticket: Ticket) => void
  readonly remove: () => void
}

/** A date in the format of the browser's field, and in the format of the API. */
const forField = (type: string, value: string) =>
  type === 'datetime-local' ? value.slice(0, 16).replace(' ', 'T') : value
const fromField = (type: string, value: string) =>
  type === 'datetime-local' && value !== '' ? `${value.replace('T', ' ')}:00` : value

/** How a typed price is read, where that is not what was typed: `1.200` is “1,200”. */
function readPriceText(ticket: Ticket): string | undefined {
  const { value = ticket.price, code = '' } = priceOfTicket(ticket) ?? {}
  if (value === ticket.price.trim()) return undefined
  const money = code === '' ? {} : ({ style: 'currency', currency: code } as const)
  return t('price.read', { price: new Intl.NumberFormat(locale, money).format(Number(value)) })
}

function TicketFields({ ticket, at, faults, put, remove }: TicketProps) {
  return (
    <fieldset class="ticket">
      <legend>{t('ticket', { at: at + 1 })}</legend>
      <div class="row">
        {texts.map(([key, label, type]) => (
          <TextField
            key={key}
            name={`tickets[${at}].${key}`}
            label={t(label)}
            type={type}
            hint={key === 'price' ? readPriceText(ticket) : undefined}
            value={forField(type, ticket[key])}
            fault={faults[`tickets[${at}].${key}`]}
            onInput={(value) => put({ ...ticket, [key]: fromField(type, value) })}
          />
        ))}
        <SelectField
          name={`tickets[${at}].availability`}
          label={t('availability')}
          value={ticket.availability}
          options={[
            ['in_stock', t('in-stock')],
            ['sold_out', t('sold-out')],
            ['pre_order', t('pre-order')],
          ]}
          onChange={(availability) => put({ ...ticket, availability })}
        />
      </div>
      <button type="button" class="quiet" onClick={remove}>
        {t('ticket.remove', { at: at + 1 })}
      </button>
    </fieldset>
  )
}

/** All tickets. */
export function TicketsField({ state }: { readonly state: EventEditingState }) {
  const { tickets } = state.values.value
  const set = (next: readonly Ticket[]) => state.set({ tickets: next })
  return (
    <div class="tickets" data-field="tickets">
      {tickets.map((ticket, at) => (
        <TicketFields
          key={at}
          {...{ ticket, at }}
          faults={state.faults.value}
          put={(next) => set(tickets.toSpliced(at, 1, next))}
          remove={() => set(tickets.toSpliced(at, 1))}
        />
      ))}
      <button
        type="button"
        onClick={() => {
          set([...tickets, { ...blank, currency: deskSettings.currency }])
          focusFieldOnceShown(`tickets[${tickets.length}].name`)
        }}
      >
        {t('ticket.add')}
      </button>
    </div>
  )
}
