/** The venues or organizers of an event: existing ones are searched, new ones are created with the event. */

import { callApi, loadList } from '../../api/api.ts'
import type { EventItem, VenueOrOrganizerCollection } from '../../api/types.ts'
import { Fields, type FormRow } from '../../edited/fields.tsx'
import { formFieldsByItemCollection } from '../../items/fields.ts'
import { suggestItems } from '../../items/linked.tsx'
import { Button } from '../../parts/button.tsx'
import { Link as LinkTo } from '../../parts/link.tsx'
import { useLoaded } from '../../parts/loaded.tsx'
import type { Suggestion } from '../../suggesting/suggestion.ts'
import { zoneText } from '../../time/wall.ts'
import { t } from '../../words/index.ts'
import { argNameByVenueOrOrganizerCollection, type DraftLink } from '../draft.ts'
import type { EventEditingState } from '../editing.ts'
import { ALL_DATES_QUERY_FIELDS } from '../list/listed.ts'
import { ChosenItem, ItemsField } from './items-field.tsx'

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
  const last = { venue: id, status: 'any', orderby: 'start_date', order: 'desc', per_page: 1 }
  const { body } = await loadList<Pick<EventItem, 'timezone'>>(
    '/events',
    { ...ALL_DATES_QUERY_FIELDS, ...last },
    { fields: ['timezone'], isQuiet: true },
  )
  const [latest] = body
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

const firstRowsOf = (collection: VenueOrOrganizerCollection) =>
  formFieldsByItemCollection[collection]
    .filter(({ isInEvent }) => isInEvent)
    .map(({ isBig: _, fold: __, ...row }): FormRow => row)
const firstRows = { venues: firstRowsOf('venues'), organizers: firstRowsOf('organizers') }

interface NewProps {
  readonly state: EventEditingState
  readonly collection: VenueOrOrganizerCollection
  readonly at: number
  readonly fields: Readonly<Record<string, string>>
  readonly set: (fields: Readonly<Record<string, string>>) => void
}

function NewItem({ state, collection, at, fields, set }: NewProps) {
  return (
    <fieldset class="new-item">
      <legend>{t(collection === 'venues' ? 'venue.new' : 'organizer.new')}</legend>
      <div class="row">
        <Fields
          prefix={`${argNameByVenueOrOrganizerCollection[collection]}[${at}].`}
          rows={firstRows[collection]}
          values={fields}
          faults={state.faults.value}
          set={(changed) =>
            set(
              Object.fromEntries(
                Object.entries({ ...fields, ...changed }).map(([key, one]) => [key, String(one)]),
              ),
            )
          }
        />
      </div>
    </fieldset>
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
    <Button
      class="quiet"
      onClick={() => state.set({ timezone: zone })}
      label={t('zone.of-venue', { venue: name, zone: zoneText(zone) })}
    />
  )
}

export function VenuesOrOrganizersField({ state, collection }: LinksProps) {
  const arg = argNameByVenueOrOrganizerCollection[collection]
  const links = state.values.value[arg]
  const nameArg = formFieldsByItemCollection[collection][0].name
  const set = (next: readonly DraftLink[]) => state.set({ [arg]: next })
  const chosen = links.map((link, at) => {
    const name = 'id' in link ? link.name : (Object.values(link.fields)[0] ?? '')
    return (
      <ChosenItem key={at} name={name} remove={() => set(links.toSpliced(at, 1))}>
        {'id' in link ? (
          <LinkTo to={`/${collection}/${link.id}`}>{name}</LinkTo>
        ) : (
          <NewItem
            {...{ state, collection, at }}
            fields={link.fields}
            set={(fields) => set(links.toSpliced(at, 1, { fields }))}
          />
        )}
      </ChosenItem>
    )
  })
  return (
    <>
      <ItemsField
        state={state}
        arg={arg}
        label={t(arg)}
        hint={t(collection === 'venues' ? 'venue.hint' : 'organizer.hint')}
        further={t(collection === 'venues' ? 'venue.further' : 'organizer.further')}
        of={t(collection)}
        chosen={chosen}
        suggest={(typed) => unlinkedItems(collection, links, typed)}
        pick={({ value, label }, typed) =>
          set([
            ...links,
            value === NEW ? { fields: { [nameArg]: typed } } : { id: Number(value), name: label },
          ])
        }
      />
      {collection === 'venues' && <ZoneOfVenue state={state} />}
    </>
  )
}
