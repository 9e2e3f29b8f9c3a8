/** Everything of an entry that a decision makes public, on one card. */

import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import {
  eventFields,
  type WritableEventFieldName,
  writableEventFieldNames,
} from '../../../contract/resources/fields/event-fields.ts'
import { costOfEventInWords, moneyFormat } from '../../../domain/money/cost-words.ts'
import { callApi, hasRoleAtLeast } from '../api/api.ts'
import type { EventItem, Organizer, Venue, VenueOrOrganizerCollection } from '../api/types.ts'
import { notifyWithUndo } from '../bulk/undo.ts'
import { deskSettings } from '../desk-settings.ts'
import type { ChangesDraft } from '../events/changes-draft.ts'
import {
  choiceText,
  isChoiceFieldName,
  isHtmlFieldName,
  isWebAddressFieldName,
} from '../events/fields/field-kinds.ts'
import { argLabel } from '../events/key-text.ts'
import { StatusMark } from '../events/list/texts.tsx'
import { FederatedOriginLine } from '../events/origin.tsx'
import { EventsWarning } from '../events/warnings.tsx'
import { ChangeLines, ValuesBeforeAndAfter } from '../history/change-lines.tsx'
import { changeAuthorText, hasAuthor, loadChangesPageAtPath } from '../history/changes.ts'
import { itemDetail, itemName, type LinkedItem } from '../items/linked.tsx'
import { mergeInto } from '../lists/merging.tsx'
import { Link } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { domNodesOfHtml } from '../parts/markup.ts'
import { showFault } from '../parts/notice.tsx'
import { spanText } from '../time/wall.ts'
import { listText, locale, t, wordAt } from '../words/index.ts'
import { useClashes } from './queue.tsx'
import { isPast, loadDatesOfSeries, type ReviewedEntry } from './review.ts'

// Venues and organizers that the calendar knows, offered in place of new ones that an entry brought.

/** The most items that are offered. */
const MOST = 4
/** Shorter words are in too many names. */
const MIN_WORD = 4

/** Loads the public items whose names have all words of a name; if there are none, those with its longest word. */
async function similarTo(
  collection: VenueOrOrganizerCollection,
  item: LinkedItem,
): Promise<readonly LinkedItem[]> {
  const found = async (search: string) => {
    const query = { search, status: 'publish', per_page: MOST + 1 }
    const { body } = await callApi<Record<string, readonly LinkedItem[]>>('GET', `/${collection}`, { query })
    return (body[collection] ?? []).filter(({ id }) => id !== item.id).slice(0, MOST)
  }
  const name = itemName(item)
  const all = await found(name)
  const [longest = ''] = name.split(/\s+/).toSorted((one, other) => other.length - one.length)
  return all.length > 0 || longest.length < MIN_WORD ? all : found(longest)
}

interface KnownProps {
  readonly collection: VenueOrOrganizerCollection
  /** The new item, which waits like its event. */
  readonly item: LinkedItem
  readonly reload: () => void
}

/** Buttons that use a known item in place of a new one, which then is part of it. */
function KnownItems({ collection, item, reload }: KnownProps) {
  const { value: known = [] } = useLoaded(() => similarTo(collection, item), [collection, item.id])
  const [isBusy, setBusy] = useState(false)
  const take = async (one: LinkedItem) => {
    setBusy(true)
    try {
      const response = await mergeInto(collection, one.id, [item.id])
      notifyWithUndo(t('review.used', { name: itemName(one) }), response, reload)
      reload()
    } catch (error) {
      showFault(error)
    }
    setBusy(false)
  }
  // Merging is for those who edit the whole site.
  if (known.length === 0 || !hasRoleAtLeast('editor')) return null
  return (
    <div class="known">
      <p class="hint">{t('review.known')}</p>
      {known.map((one) => (
        <button type="button" key={one.id} disabled={isBusy} onClick={() => take(one)}>
          {t('review.use', { name: itemName(one) })} <small>{itemDetail(one)}</small>
        </button>
      ))}
    </div>
  )
}

// The changes that an author proposes to a public event: what they change, with the values before and after.

/** The changed fields of a draft, in its order. */
const changedNames = ({ changes }: ChangesDraft) => Object.keys(changes).filter((name) => name !== 'apply_to')

/** The value of a field as the history has it: of what is linked, the names. */
function valueIn(event: object, name: string): unknown {
  const value: unknown = Reflect.get(event, name)
  if (!Array.isArray(value) && name !== 'venue') return value
  return [value].flat().map((one) => Object(one)[name] ?? Object(one).name ?? one)
}

/** The changes, and whether the event was changed since. */
function ProposedChanges({ draft }: { readonly draft: ChangesDraft }) {
  const names = changedNames(draft)
  const fields = new Intl.ListFormat(deskSettings.language).format(names.map(argLabel))
  const values = names.map(
    (name) => [name, { before: valueIn(draft.base, name), after: valueIn(draft.preview, name) }] as const,
  )
  return (
    <div class="told">
      <p>{t('review.proposed', { fields })}</p>
      <ValuesBeforeAndAfter resource="event" values={values} />
      {draft.is_outdated && <p>{t('review.proposed.outdated')}</p>}
    </div>
  )
}

// The rows of a card about money, terms and the plain fields of an event.

interface RowProps {
  readonly label: string
  readonly children: ComponentChildren
}

/** A label with its value, within a list of them. */
function LabelledRow({ label, children }: RowProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** HTML as the service cleaned it, with the address of each link beside it: a reviewer judges them, too. */
function Markup({ html }: { readonly html: string }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const nodes = domNodesOfHtml(html)
    element.current?.replaceChildren(...nodes)
    for (const link of element.current?.querySelectorAll('a') ?? [])
      Object.assign(link, { target: '_blank', rel: 'noopener nofollow' })
  }, [html])
  return <div class="markup" ref={element} />
}

const WebLink = ({ href }: { readonly href: string }) => (
  <a href={href} target="_blank" rel="noopener nofollow">
    {href}
  </a>
)

/** Whether a plain field says something: choices and flags do where they differ from the usual. */
function isTelling(name: WritableEventFieldName, value: unknown): boolean {
  const row = eventFields[name]
  if (row.type === 'flag') return value !== ('byDefault' in row ? row.byDefault : false)
  if (row.type === 'choice') return value !== row.choices[0]
  return value !== '' && value !== null && value !== undefined
}

function FieldValue({ name, value }: { readonly name: WritableEventFieldName; readonly value: unknown }) {
  if (typeof value === 'boolean') return <>{t(value ? 'yes' : 'no')}</>
  const text = String(value)
  if (isHtmlFieldName(name)) return <Markup html={text} />
  if (isWebAddressFieldName(name)) return <WebLink href={text} />
  return <>{isChoiceFieldName(name) ? choiceText(name, text) : text}</>
}

const namesOfTerms = (terms: EventItem['categories'] | EventItem['tags']) =>
  listText(terms.map(({ name }) => name))

/** The cost in the reader's language, with its word for “free”. */
const costText = (event: EventItem) =>
  costOfEventInWords(event, t('free'), (currency) => moneyFormat(locale, currency))

/** The rows about money, terms and every plain field that has a value. */
function PublicDetailRows({ event }: { readonly event: EventItem }) {
  const { cost, categories, tags, tickets } = event
  return (
    <>
      {cost !== '' && <LabelledRow label={t('cost')}>{costText(event)}</LabelledRow>}
      {tickets.length > 0 && (
        <LabelledRow label={t('tickets')}>
          {listText(tickets.map(({ name, price }) => `${name} ${price}`))}
        </LabelledRow>
      )}
      {categories.length > 0 && <LabelledRow label={t('categories')}>{namesOfTerms(categories)}</LabelledRow>}
      {tags.length > 0 && <LabelledRow label={t('tags')}>{namesOfTerms(tags)}</LabelledRow>}
      {writableEventFieldNames
        .filter((name) => isTelling(name, event[name]))
        .map((name) => (
          <LabelledRow key={name} label={argLabel(name)}>
            <FieldValue name={name} value={event[name]} />
          </LabelledRow>
        ))}
    </>
  )
}

/** Dates of a series that are shown at once; the others unfold. */
const SHOWN_DATES = 8

/** The dates: of a series all that are stored, each with its state. */
function Dates({ event }: { readonly event: EventItem }) {
  const { series } = event
  const { value: dates = [event] } = useLoaded(
    async () => (series === null ? [event] : await loadDatesOfSeries(series.id)),
    [series?.id, event],
  )
  const line = (one: EventItem) => (
    <li key={one.id}>
      <Link to={`/events/${one.id}`}>{spanText(one)}</Link>
      {one.event_status !== 'scheduled' && (
        <small class="tag">{choiceText('event_status', one.event_status)}</small>
      )}
      {one.status !== event.status && <StatusMark status={one.status} />}
    </li>
  )
  if (series === null) return <p class="when">{spanText(event)}</p>
  return (
    <div class="dates">
      <p>{t('scope.dates', { count: dates.length })}</p>
      <ol>{dates.slice(0, SHOWN_DATES).map(line)}</ol>
      {dates.length > SHOWN_DATES && (
        <details>
          <summary>{t('scope.dates.more', { count: dates.length - SHOWN_DATES })}</summary>
          <ol>{dates.slice(SHOWN_DATES).map(line)}</ol>
        </details>
      )}
    </div>
  )
}

const isNew = ({ status }: Pick<Venue, 'status'>) => status !== 'publish'

interface PartProps<T> {
  readonly of: T
  readonly reload: () => void
}

function Place({ of: venue, reload }: PartProps<Venue>) {
  const { geo_lat, geo_lng } = venue
  const isOnMap = typeof geo_lat === 'number' && typeof geo_lng === 'number'
  const map = `https://www.openstreetmap.org/?mlat=${geo_lat}&mlon=${geo_lng}#map=17/${geo_lat}/${geo_lng}`
  return (
    <>
      <p>
        <Link to={`/venues/${venue.id}`}>{venue.venue}</Link>{' '}
        {isNew(venue) && <small class="tag">{t('review.new')}</small>}
      </p>
      <p class="detail">
        {itemDetail(venue)}{' '}
        {isOnMap ? (
          <a href={map} target="_blank" rel="noopener nofollow">
            {t('review.map')}
          </a>
        ) : (
          t('review.no-map')
        )}
      </p>
      {isNew(venue) && <KnownItems collection="venues" item={venue} reload={reload} />}
    </>
  )
}

function Host({ of: organizer, reload }: PartProps<Organizer>) {
  return (
    <>
      <p>
        <Link to={`/organizers/${organizer.id}`}>{organizer.organizer}</Link>{' '}
        {isNew(organizer) && <small class="tag">{t('review.new')}</small>}
      </p>
      <p class="detail">
        {[organizer.website, organizer.email, organizer.phone].filter(Boolean).join(' · ')}
      </p>
      {isNew(organizer) && <KnownItems collection="organizers" item={organizer} reload={reload} />}
    </>
  )
}

/** The picture: of the event, or what was submitted with it. */
function Picture({ entry: { event, submission } }: { readonly entry: ReviewedEntry }) {
  const { image } = event
  const url = image ? image.url : (submission?.image_url ?? '')
  if (url === '') return null
  const alt = (image === false ? '' : image.alt_text) || t('review.image')
  return <img class="shown" src={new URL(url, location.href).pathname} alt={alt} />
}

/** The card of an entry. */
export function ReviewEntryContent({
  entry,
  reload,
}: {
  readonly entry: ReviewedEntry
  readonly reload: () => void
}) {
  const { event, submission } = entry
  const clashes = useClashes(entry)
  const venues = [event.venue].flat().filter((one): one is Venue => 'venue' in one)
  return (
    <section aria-label={t('review.entry')} class="entry-card">
      <Picture entry={entry} />
      <h2>{event.title}</h2>
      {entry.draft && <ProposedChanges draft={entry.draft} />}
      <Dates event={event} />
      {isPast(entry) && <p class="warning">{t('review.past')}</p>}
      <EventsWarning text={t('warning.venue')} events={clashes} />
      <dl class="facts-of-entry">
        {venues.length > 0 && (
          <LabelledRow label={t('venue')}>
            {venues.map((one) => (
              <Place key={one.id} of={one} reload={reload} />
            ))}
          </LabelledRow>
        )}
        {event.organizer.length > 0 && (
          <LabelledRow label={t('organizer')}>
            {event.organizer.map((one) => (
              <Host key={one.id} of={one} reload={reload} />
            ))}
          </LabelledRow>
        )}
        <PublicDetailRows event={event} />
      </dl>
      <FederatedOriginLine of={event} />
      {submission !== undefined && (
        <p class="detail">
          {t('review.by', { name: submission.submitter.name, email: submission.submitter.email })}
        </p>
      )}
      {submission?.is_proven === false && <p class="detail">{t('review.unproven')}</p>}
      {submission !== undefined && submission.unknown_terms.length > 0 && (
        <p class="detail">{t('review.terms', { names: listText(submission.unknown_terms) })}</p>
      )}
      <Link to={`/events/${event.id}`}>{t('edit-named', { name: event.title })}</Link>
    </section>
  )
}

// The items that an entry resembles, and its changes, beside its card.

/** Items that are similar to the entry. */
export function SimilarItems({ entry: { similar } }: { readonly entry: ReviewedEntry }) {
  return (
    <section aria-label={t('review.similar')}>
      {similar.length > 0 && <h2>{t('review.similar')}</h2>}
      {similar.length === 0 && <p class="detail">{t('review.similar.none')}</p>}
      <ul class="lines">
        {similar.map(({ id, title, status, venue, ...times }) => (
          <li key={id} class="line">
            <Link to={`/events/${id}`}>{title}</Link>
            <span class="detail">
              {spanText({ ...times, all_day: false })} {venue}
            </span>
            <span class={`status ${status}`}>{wordAt(`status.${status}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The author of a contributor's event, and its changes since. */
export function AuthorAndLaterChanges({
  entry: { key, version, event, submission },
}: {
  readonly entry: ReviewedEntry
}) {
  const loaded = useLoaded(
    () => loadChangesPageAtPath(`/events/${event.id}/history`, { per_page: 50 }),
    [key, version],
  )
  return (
    <LoadedContent of={loaded}>
      {({ changes }) => {
        const creation = changes.find(({ verb }) => verb === 'create')
        const later = changes.filter(({ verb }) => verb === 'update')
        return (
          <>
            {submission === undefined && creation !== undefined && hasAuthor(creation) && (
              <p class="detail">{t('review.by', { name: changeAuthorText(creation), email: '' })}</p>
            )}
            {later.length > 0 && (
              <section aria-label={t('review.changes')}>
                <h2>{t('review.changes')}</h2>
                <ChangeLines changes={later} />
              </section>
            )}
          </>
        )
      }}
    </LoadedContent>
  )
}
