/** The sections of the form that are folded while they are seldom needed: each tells its values in one line. */
import type { ComponentChildren, FunctionComponent } from 'preact'
import { useRef } from 'preact/hooks'
import {
  eventFields,
  eventFieldsByPart,
  eventFlagNames,
  type WritableEventFieldName,
} from '../../../../contract/resources/fields/event-fields.ts'
import { type FieldRow, writableFieldNames } from '../../../../contract/resources/fields/row.ts'
import { namesOf, typedRecordFromNames } from '../../../../contract/table-of.ts'
import { callApi, currentUser, isLocalMode } from '../../api/api.ts'
import type { Assignee, Ticket } from '../../api/types.ts'
import { deskSettings } from '../../desk-settings.ts'
import { Fields, type FormRow } from '../../edited/fields.tsx'
import { UntakenTexts } from '../../kept/text.ts'
import { Button } from '../../parts/button.tsx'
import { CheckField, TextField } from '../../parts/field.tsx'
import { Link } from '../../parts/link.tsx'
import { useLoaded } from '../../parts/loaded.tsx'
import { plainTextOfHtml } from '../../parts/markup.ts'
import { AllFieldsSwitch, FoldedSection } from '../../parts/sections.tsx'
import { MAX_LOADED_SUGGESTIONS, suggestionsToShow } from '../../suggesting/suggestion.ts'
import { TagsField } from '../../terms/fields.tsx'
import { type Key, listText, t, wordAt } from '../../words/index.ts'
import { costText, ticketsText } from '../../words/prices.ts'
import { listAssignees, suggestionOfAssignee } from '../assignees.ts'
import {
  blankCustomField,
  type CustomField,
  type DraftKey,
  type DraftTicket,
  type EventDraft,
  withUniqueFieldNames,
} from '../draft.ts'
import type { EventEditingState, EventFieldsProps } from '../editing.ts'
import { focusFieldOnceShown } from '../focus-field.ts'
import { ALL_DATES_QUERY_FIELDS, loadEvents } from '../list/listed.ts'
import { whenText } from '../list/texts.tsx'
import { choiceText, isChoiceFieldName } from './field-kinds.ts'
import { ChosenItem, ItemsField } from './items-field.tsx'
import { VenuesOrOrganizersField } from './venues-or-organizers-field.tsx'

// Fields that rows draw.

/** The rows of plain fields, each with its hint if it has one. */
export const rowsOf = (names: readonly WritableEventFieldName[]): readonly FormRow[] =>
  names.map((name) => {
    const row: FieldRow = eventFields[name]
    const hintText = wordAt(`${name}.hint`)
    return {
      name,
      label: name,
      type: row.type,
      isShort: row.type === 'html' && row.most <= 10_000,
      ...(isChoiceFieldName(name) && {
        options: eventFields[name].choices.map((one) => [one, choiceText(name, one)] as const),
      }),
      ...(hintText && { hintText }),
    }
  })

export const RowFields = ({ rows, state }: EventFieldsProps & { readonly rows: readonly FormRow[] }) => (
  <Fields
    rows={rows}
    values={{ ...state.values.value }}
    faults={state.faults.value}
    set={(changed) =>
      state.set(typedRecordFromNames<Partial<EventDraft>>(Object.keys(changed), (name) => changed[name]))
    }
  />
)

// Custom fields and tickets: rows that are added and removed.

/** Returns a key for each row, which stays with its row where one above it is removed. */
function useRowKeys(count: number) {
  const keys = useRef<readonly number[]>([])
  const made = useRef(0)
  keys.current = Array.from({ length: count }, (_, at) => {
    const known = keys.current[at]
    if (known === undefined) made.current += 1
    return known ?? made.current
  })
  return keys
}

interface RowsProps<R> {
  readonly arg: DraftKey
  /** What a row is called, and the buttons that add and remove one. */
  readonly words: {
    readonly row: (at: number) => string
    readonly add: string
    readonly remove: (at: number) => string
  }
  /** Returns the rows as they are by now. */
  readonly latest: () => readonly R[]
  readonly set: (rows: readonly R[]) => void
  readonly blank: R
  /** The name of the first field of the last row. */
  readonly lastName: (rows: readonly R[]) => string
  readonly children: (row: R, at: number, change: (changed: Partial<R>) => void) => ComponentChildren
}

function AddedRows<R>({ arg, words, latest, set, blank, lastName, children }: RowsProps<R>) {
  const rows = latest()
  const keys = useRowKeys(rows.length)
  // A field that goes with its row forgets its text last: there is nothing to change then.
  const change = (key: number | undefined) => (changed: Partial<R>) =>
    set(latest().map((one, at) => (keys.current[at] === key ? { ...one, ...changed } : one)))
  const remove = (at: number) => {
    keys.current = keys.current.toSpliced(at, 1)
    set(rows.toSpliced(at, 1))
  }
  const add = () => {
    const next = [...rows, blank]
    set(next)
    focusFieldOnceShown(lastName(next))
  }
  return (
    <div data-field={arg}>
      {rows.map((row, at) => (
        <fieldset key={keys.current[at]} class="added">
          <legend>{words.row(at + 1)}</legend>
          <div class="row">{children(row, at, change(keys.current[at]))}</div>
          <Button class="quiet" onClick={() => remove(at)} label={words.remove(at + 1)} />
        </fieldset>
      ))}
      <Button onClick={add} label={words.add} />
    </div>
  )
}

/** Their names end those of their rows, which begin with a label. */
const customFieldRows: readonly FormRow[] = [
  { name: '', label: 'custom-field.label' },
  { name: '.value', label: 'custom-field.value' },
]

function CustomFields({ state }: EventFieldsProps) {
  const namesOfRows = (rows: readonly CustomField[]) =>
    withUniqueFieldNames(rows).map(({ name }) => `custom_fields.${name}`)
  const names = namesOfRows(state.values.value.custom_fields)
  return (
    <>
      <p class="hint">{t('custom-fields.hint')}</p>
      <AddedRows
        arg="custom_fields"
        words={{
          row: (at) => t('custom-field', { at }),
          add: t('custom-field.add'),
          remove: (at) => t('custom-field.remove', { at }),
        }}
        latest={() => state.values.value.custom_fields}
        set={(custom_fields) => state.set({ custom_fields })}
        blank={blankCustomField}
        lastName={(rows) => namesOfRows(rows).at(-1) ?? ''}
      >
        {({ label, value }, at, change) => (
          <Fields
            prefix={names[at] ?? ''}
            rows={customFieldRows}
            values={{ '': label, '.value': value }}
            faults={state.faults.value}
            set={({ '': typed = label, '.value': text = value }) =>
              change({ label: String(typed), value: String(text) })
            }
          />
        )}
      </AddedRows>
    </>
  )
}

const blank: Ticket = {
  name: '',
  price: '',
  currency: '',
  url: '',
  availability: 'in_stock',
  valid_from: '',
  valid_through: '',
}

/** How a typed cost or price is read, where readers see something else. */
const readText = (typed: string, currency = ''): string | undefined => {
  const price = costText(typed, currency || deskSettings.currency)
  return price === typed.trim() ? undefined : t('price.read', { price })
}

const ticketRows = ({ price, currency }: Ticket, zone: string): readonly FormRow[] => [
  { name: 'name', label: 'name' },
  { name: 'price', label: 'price', hintText: readText(price, currency) ?? '' },
  { name: 'currency', label: 'currency' },
  { name: 'url', label: 'address.web', type: 'web' },
  { name: 'valid_from', label: 'valid-from', type: 'moment', zone },
  { name: 'valid_through', label: 'valid-through', type: 'moment', zone },
  {
    name: 'availability',
    label: 'availability',
    type: 'choice',
    options: [
      ['in_stock', t('in-stock')],
      ['sold_out', t('sold-out')],
      ['pre_order', t('pre-order')],
    ],
  },
]

function TicketsField({ state }: EventFieldsProps) {
  return (
    <AddedRows<DraftTicket>
      arg="tickets"
      words={{
        row: (at) => t('ticket', { at }),
        add: t('ticket.add'),
        remove: (at) => t('ticket.remove', { at }),
      }}
      latest={() => state.values.value.tickets}
      set={(tickets) => state.set({ tickets })}
      blank={{ ...blank, currency: deskSettings.currency }}
      lastName={({ length }) => `tickets[${length - 1}].name`}
    >
      {(ticket, at, change) => {
        const prefix = `tickets[${at}].`
        const { unread } = ticket
        const texts = Object.entries(unread ?? {}).map(([name, text]) => [prefix + name, text])
        const setText = (name: string, text: string | undefined) => {
          const left = Object.entries({ ...unread, [name.slice(prefix.length)]: text })
          const kept = left.filter(([, one]) => one !== undefined)
          change({ unread: kept.length === 0 ? undefined : Object.fromEntries(kept) })
        }
        return (
          <UntakenTexts.Provider value={{ texts: Object.fromEntries(texts), set: setText }}>
            <Fields
              prefix={prefix}
              rows={ticketRows(ticket, state.values.value.timezone)}
              values={{ ...ticket }}
              faults={state.faults.value}
              set={(changed) =>
                change(
                  typedRecordFromNames<Partial<DraftTicket>>(Object.keys(changed), (name) => changed[name]),
                )
              }
            />
          </UntakenTexts.Provider>
        )
      }}
    </AddedRows>
  )
}

// How lists of events show an event, and the event that it is a part of.

async function suggestEvents(search: string, except: number | undefined) {
  if (search.trim() === '') return []
  const query = { ...ALL_DATES_QUERY_FIELDS, search, status: 'any', per_page: MAX_LOADED_SUGGESTIONS }
  const others = (await loadEvents(query)).body.filter(({ id }) => id !== except)
  return suggestionsToShow(
    search,
    others.map((event) => ({ value: String(event.id), label: event.title, detail: whenText(event) })),
  )
}

/** The title, if the user may read it. */
function Parent({ id, remove }: { readonly id: number; readonly remove: () => void }) {
  const load = async () =>
    (await callApi<{ title: string }>('GET', `/events/${id}`, { query: { _fields: 'title' } })).body.title
  const name = useLoaded(load, [id]).value ?? t('number', { id })
  return (
    <ChosenItem name={name} remove={remove}>
      <Link to={`/events/${id}`}>{name}</Link>
    </ChosenItem>
  )
}

/** The flags: those that are off by default come first, in reverse order of declaration. */
const flags = [false, true].flatMap((isOn) => {
  const alike = eventFlagNames.filter((flag) => eventFields[flag].byDefault === isOn)
  return isOn ? alike : alike.toReversed()
})

function ListingFields({ state }: EventFieldsProps) {
  const { post_parent: parent } = state.values.value
  const remove = () => state.set({ post_parent: 0 })
  return (
    <>
      <RowFields rows={rowsOf(flags)} state={state} />
      <ItemsField
        state={state}
        arg="post_parent"
        label={t('event.parent')}
        hint={t('event.parent.hint')}
        of={t('event.parent')}
        chosen={parent > 0 ? [<Parent key={parent} id={parent} remove={remove} />] : []}
        suggest={(typed) => suggestEvents(typed, state.id)}
        pick={({ value }) => state.set({ post_parent: Number(value) })}
      />
    </>
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
  const { assignee } = state.values.value
  const known = useRef(new Map<string, Assignee>())
  const suggest = async (typed: string) => {
    const found = await suggestUsers(state, typed)
    for (const one of found) known.current.set(String(one.id), one)
    return found.map(suggestionOfAssignee)
  }
  const set = (one: Assignee | null) => state.set({ assignee: one })
  return (
    <ItemsField
      state={state}
      arg="assignee"
      label={t('assignee')}
      hint={t('assignee.hint')}
      of={t('assignee')}
      chosen={
        assignee === null
          ? []
          : [<ChosenItem key={assignee.id} name={assignee.display_name} remove={() => set(null)} />]
      }
      suggest={suggest}
      pick={({ value }) => set(known.current.get(value) ?? assignee)}
    />
  )
}

const InternalFields = ({ state }: EventFieldsProps) => (
  <>
    <RowFields state={state} rows={[{ name: 'note', label: 'note', hint: 'note.hint', lines: 3 }]} />
    {!isLocalMode() && <AssigneeField state={state} />}
  </>
)

// The address of the page, and its password.

const isProtected = ({ item }: EventEditingState) => item.value?.password_protected === true

function AddressFields({ state }: EventFieldsProps) {
  const { password } = state.values.value
  const setPassword = (value: string | undefined) => state.set({ password: value })
  return (
    <>
      <RowFields state={state} rows={[{ name: 'slug', label: 'slug', hint: 'slug.hint' }]} />
      {state.id !== undefined && (
        <TextField
          name="password"
          label={t('event-password')}
          hint={t(isProtected(state) ? 'event-password.set' : 'event-password.hint')}
          value={password ?? ''}
          fault={state.faults.value.password}
          onInput={(value) => setPassword(value === '' ? undefined : value)}
        />
      )}
      {isProtected(state) && (
        <CheckField
          name="unprotect"
          label={t('event-password.remove')}
          value={password === ''}
          onChange={(value) => setPassword(value ? '' : undefined)}
        />
      )}
    </>
  )
}

// The sections.

const MOST_LETTERS = 120
const inOneLine = (...parts: readonly string[]) => parts.filter((part) => part.trim() !== '').join(' · ')
const shortened = (text: string) =>
  text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 1)}…` : text
const labelled = (label: string, text: string) => t('labelled', { label, text })

/** The name of a linked item, or that of one that is created with the event. */
export const nameOfDraftLink = (link: EventDraft['venue'][number]): string =>
  'id' in link ? link.name : (link.fields.venue ?? link.fields.organizer ?? '')

/** The fields of what became of an event. */
const state = ['event_status', 'status_reason'] as const
const attendance = writableFieldNames(eventFieldsByPart.outcome).filter(
  (name) => !state.some((one) => one === name),
)
const moreTexts = namesOf(eventFieldsByPart.text).slice(1)
const main = namesOf(eventFieldsByPart.main)

interface Section {
  readonly title: Key
  /** The args of its fields: a fault of one opens it. */
  readonly args: readonly string[]
  /** Its values in one line; "" while it has none. */
  readonly line: (draft: EventDraft, state: EventEditingState) => string
  readonly Content: FunctionComponent<EventFieldsProps>
  readonly isShown?: (state: EventEditingState) => boolean
}

const sections: readonly Section[] = [
  {
    title: 'part.attendance',
    args: attendance,
    line: ({ attendance_mode: mode, online_url }) =>
      inOneLine(mode === 'offline' ? '' : choiceText('attendance_mode', mode), online_url),
    Content: ({ state }) => (
      <div class="row">
        <RowFields rows={rowsOf(attendance)} state={state} />
      </div>
    ),
  },
  {
    title: 'excerpt',
    args: moreTexts,
    line: ({ excerpt }) => shortened(plainTextOfHtml(excerpt).trim()),
    Content: ({ state }) => <RowFields rows={rowsOf(moreTexts)} state={state} />,
  },
  {
    title: 'part.cost',
    args: ['cost', 'tickets', ...main],
    line: ({ cost, website, tickets }) => inOneLine(costText(cost), website, ticketsText(tickets)),
    Content: ({ state }) => (
      <>
        <div class="row">
          <RowFields
            state={state}
            rows={[
              {
                name: 'cost',
                label: 'cost',
                hintText: readText(state.values.value.cost) ?? t('cost.hint'),
              },
              ...rowsOf(main),
            ]}
          />
        </div>
        <TicketsField state={state} />
      </>
    ),
  },
  {
    title: 'organizers',
    args: ['organizer'],
    line: ({ organizer }) => listText(organizer.map(nameOfDraftLink)),
    Content: ({ state }) => <VenuesOrOrganizersField state={state} collection="organizers" />,
  },
  {
    title: 'tags',
    args: ['tags'],
    line: ({ tags }) => listText(tags),
    Content: ({ state }) => (
      <TagsField
        value={state.values.value.tags}
        fault={state.faults.value.tags}
        onChange={(tags) => state.set({ tags })}
      />
    ),
  },
  {
    title: 'custom-fields',
    args: ['custom_fields'],
    line: ({ custom_fields }) =>
      shortened(custom_fields.map(({ label, value }) => labelled(label, value)).join(' · ')),
    Content: CustomFields,
  },
  {
    title: 'part.listing',
    args: ['post_parent'],
    line: (draft) =>
      inOneLine(
        ...eventFlagNames
          .filter((flag) => draft[flag] !== eventFields[flag].byDefault)
          .map((flag) => labelled(t(flag), t(draft[flag] ? 'yes' : 'no'))),
        draft.post_parent > 0 ? t('event.parent') : '',
      ),
    Content: ListingFields,
  },
  {
    title: 'part.internal',
    args: ['note', 'assignee'],
    line: ({ note, assignee }) =>
      inOneLine(
        assignee === null ? '' : labelled(t('assignee'), assignee.display_name),
        shortened(note.replace(/\s+/g, ' ').trim()),
      ),
    Content: InternalFields,
    // Who only proposes changes is not shown the note.
    isShown: ({ item }) => item.value === undefined || item.value.note !== undefined,
  },
  {
    title: 'event_status',
    args: state,
    line: ({ event_status, status_reason }) =>
      inOneLine(choiceText('event_status', event_status), status_reason),
    Content: (props) => (
      <RowFields
        {...props}
        rows={rowsOf(props.state.values.value.event_status === 'scheduled' ? ['event_status'] : state)}
      />
    ),
  },
  {
    title: 'part.address',
    args: ['slug', 'password'],
    line: ({ slug, password }, state) =>
      inOneLine(slug, isProtected(state) || password ? t('protected') : ''),
    Content: AddressFields,
  },
]

/** A folded section. */
function EventSection({ state, section }: EventFieldsProps & { readonly section: Section }) {
  const { title, args, line, Content, isShown } = section
  if (isShown?.(state) === false) return null
  const hasFault = Object.keys(state.faults.value).some((arg) => args.includes(arg.split(/[.[]/)[0] ?? arg))
  return (
    <FoldedSection title={t(title)} line={line(state.values.value, state)} hasFault={hasFault}>
      <Content state={state} />
    </FoldedSection>
  )
}

export const FoldedEventFields = ({ state }: EventFieldsProps) => (
  <div class="wide folded">
    {sections.map((section) => (
      <EventSection key={section.title} state={state} section={section} />
    ))}
    <AllFieldsSwitch />
  </div>
)
