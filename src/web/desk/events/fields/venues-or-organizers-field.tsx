/** The venues or organizers of an event: existing ones are searched, new ones are created with the event. */

import { callApi } from '../../api/api.ts'
import type { EventItem, VenueOrOrganizerCollection } from '../../api/types.ts'
import { inputType } from '../../edited/fields.tsx'
import { formFieldsByItemCollection } from '../../items/fields.ts'
import { suggestItems } from '../../items/linked.tsx'
import { TextField } from '../../parts/field.tsx'
import { Link as LinkTo } from '../../parts/link.tsx'
import { useLoaded } from '../../parts/loaded.tsx'
import { Combobox } from '../../suggesting/combobox.tsx'
import type { Suggestion } from '../../suggesting/suggestion.ts'
import { zoneText } from '../../time/wall.ts'
import { t } from '../../words/index.ts'
import { argNameByVenueOrOrganizerCollection, type DraftLink } from '../draft.ts'
import { type EventEditingState, typedTextAndSetter } from '../editing.ts'
import { ALL_DATES_QUERY_FIELDS } from '../list/listed.ts'

// The time zone in which events at a venue take place: that of its latest event, or that of its country if it has one alone.

const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at))

/** Whether a text names a region: by its code, or in English or the language of the browser. */
function regionNamed(country: string): string | undefined {
  const text = country.trim().toLowerCase()
  if (text === '') return undefined
  const names = ['en', navigator.language].map((tag) => new Intl.DisplayNames(tag, { type: 'region' }))
  return LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`)).find(
    (code) => code.toLowerCase() === text || names.some((name) => name.of(code)?.toLowerCase() === text),
  )
}

/** Browsers know the zones of a region by one of two names, or not at all. */
interface LocaleWithZones extends Intl.Locale {
  readonly timeZones?: readonly string[]
  getTimeZones?(): readonly string[]
}

/** The zone of a country that has one alone; undefined for others, and for what names no country. */
function zoneOfCountry(country: string): string | undefined {
  const region = regionNamed(country)
  if (region === undefined) return undefined
  const locale: LocaleWithZones = new Intl.Locale('und', { region })
  const [zone, ...others] = locale.getTimeZones?.() ?? locale.timeZones ?? []
  return others.length === 0 ? zone : undefined
}

/** The zone of the events at a stored venue; undefined if nothing says it. */
async function zoneOfVenue(id: number): Promise<string | undefined> {
  const { body } = await callApi<{ events: readonly Pick<EventItem, 'timezone'>[] }>('GET', '/events', {
    query: {
      ...ALL_DATES_QUERY_FIELDS,
      ...{ venue: id, status: 'any', orderby: 'start_date', order: 'desc', per_page: 1 },
      _fields: 'events.timezone',
    },
    isQuiet: true,
  })
  const [latest] = body.events
  if (latest !== undefined) return latest.timezone
  const venue = await callApi<{ readonly country: string }>('GET', `/venues/${id}`, {
    query: { _fields: 'country' },
    isQuiet: true,
  })
  return zoneOfCountry(venue.body.country)
}

interface LinksProps {
  readonly state: EventEditingState
  readonly collection: VenueOrOrganizerCollection
}

const NEW = 'new'

interface NewProps {
  readonly state: EventEditingState
  readonly collection: VenueOrOrganizerCollection
  readonly at: number
  readonly fields: Readonly<Record<string, string>>
  readonly set: (fields: Readonly<Record<string, string>>) => void
}

/** The fields of an item that is created with the event. */
function NewItem({ state, collection, at, fields, set }: NewProps) {
  const arg = argNameByVenueOrOrganizerCollection[collection]
  return (
    <fieldset class="new-item">
      <legend>{t(collection === 'venues' ? 'venue.new' : 'organizer.new')}</legend>
      <div class="row">
        {formFieldsByItemCollection[collection]
          .filter(({ isFirst }) => isFirst)
          .map(({ name, label, type }) => (
            <TextField
              key={name}
              name={`${arg}[${at}].${name}`}
              label={t(label)}
              type={inputType(type)}
              value={fields[name] ?? ''}
              fault={state.faults.value[`${arg}[${at}].${name}`]}
              onInput={(value) => set({ ...fields, [name]: value })}
            />
          ))}
      </div>
    </fieldset>
  )
}

interface LinkedProps extends LinksProps {
  readonly link: DraftLink
  readonly at: number
  readonly put: (link: DraftLink | undefined) => void
}

function Linked({ state, collection, link, at, put }: LinkedProps) {
  const name = 'id' in link ? link.name : (Object.values(link.fields)[0] ?? '')
  return (
    <li>
      {'id' in link ? (
        <LinkTo to={`/${collection}/${link.id}`}>{name}</LinkTo>
      ) : (
        <NewItem
          state={state}
          collection={collection}
          at={at}
          fields={link.fields}
          set={(fields) => put({ fields })}
        />
      )}
      <button
        type="button"
        class="quiet"
        aria-label={t('remove-named', { name })}
        onClick={() => put(undefined)}
      >
        {t('remove')}
      </button>
    </li>
  )
}

/** Returns the items that a typed text suggests besides the linked ones, and last an item to create. */
async function unlinkedItems(
  collection: LinksProps['collection'],
  links: readonly DraftLink[],
  typed: string,
): Promise<readonly Suggestion[]> {
  const found = await suggestItems(collection, typed)
  const others = found.filter(({ value }) => !links.some((link) => 'id' in link && String(link.id) === value))
  const name = typed.trim()
  return name === ''
    ? others
    : [...others, { value: NEW, label: t('create-named', { name }), isDeliberate: true }]
}

/** Offers the zone of the venue chosen last where that of the event is another. A request that fails offers none. */
function ZoneOfVenue({ state }: Pick<LinksProps, 'state'>) {
  const { venue: links, timezone, all_day } = state.values.value
  const venue = links.at(-1)
  const { country = '', venue: typed = '' } = venue !== undefined && 'fields' in venue ? venue.fields : {}
  const id = venue !== undefined && 'id' in venue ? venue.id : undefined
  const found = useLoaded(
    async () => (id === undefined ? zoneOfCountry(country) : zoneOfVenue(id)),
    [id, country],
  )
  const zone = found.value
  if (venue === undefined || found.isLoading || zone === undefined || zone === timezone || all_day)
    return null
  const name = 'id' in venue ? venue.name : typed
  return (
    <button type="button" class="quiet" onClick={() => state.set({ timezone: zone })}>
      {t('zone.of-venue', { venue: name, zone: zoneText(zone) })}
    </button>
  )
}

/** The linked items, and a field to add others. */
export function VenuesOrOrganizersField({ state, collection }: LinksProps) {
  const arg = argNameByVenueOrOrganizerCollection[collection]
  const [text, setText] = typedTextAndSetter(state, arg)
  const links = state.values.value[arg]
  const nameArg = formFieldsByItemCollection[collection][0].name
  const pick = ({ value, label }: Suggestion) => {
    const link = value === NEW ? { fields: { [nameArg]: text.trim() } } : { id: Number(value), name: label }
    state.set({ [arg]: [...links, link] })
    setText('')
  }
  const put = (at: number, link: DraftLink | undefined) =>
    state.set({ [arg]: link === undefined ? links.toSpliced(at, 1) : links.toSpliced(at, 1, link) })
  return (
    <div class="links" data-field={arg}>
      {links.length > 0 && (
        <ul class="chips" aria-label={t(collection)}>
          {links.map((link, at) => (
            <Linked key={at} {...{ state, collection, link, at }} put={(next) => put(at, next)} />
          ))}
        </ul>
      )}
      <Combobox
        name={arg}
        label={t(collection === 'venues' ? 'venue' : 'organizer')}
        hint={t(collection === 'venues' ? 'venue.hint' : 'organizer.hint')}
        text={text}
        fault={state.faults.value[arg]}
        suggest={(typed) => unlinkedItems(collection, links, typed)}
        isUntaken={text.trim() !== ''}
        onText={setText}
        onPick={pick}
      />
      {collection === 'venues' && <ZoneOfVenue state={state} />}
    </div>
  )
}
