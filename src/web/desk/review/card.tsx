/** Everything of an entry that a decision makes public, on one card. */

import type { ComponentChildren } from 'preact'
import {
  eventFields,
  type WritableEventFieldName,
  writableEventFieldNames,
} from '../../../contract/resources/fields/event-fields.ts'
import { hasRoleAtLeast, loadList } from '../api/api.ts'
import type { EventItem, Venue, VenueOrOrganizerCollection } from '../api/types.ts'
import { notifyWithUndo } from '../bulk/undo.ts'
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
import { ChangeLines } from '../history/change-lines.tsx'
import { changeAuthorText, hasAuthor, loadChangesPageAtPath } from '../history/changes.ts'
import { ValuesBeforeAndAfter } from '../history/values.tsx'
import { itemDetail, itemName, type LinkedItem } from '../items/linked.tsx'
import { mergeInto } from '../lists/merging.tsx'
import { Button } from '../parts/button.tsx'
import { Link, OuterLink } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { useBusyAct } from '../parts/notice.tsx'
import { ShownHtml } from '../parts/rich-text.tsx'
import { spanText } from '../time/wall.ts'
import { enumerationText, listText, t, wordAt } from '../words/index.ts'
import { costText, ticketsText } from '../words/prices.ts'
import { useClashes } from './queue.tsx'
import { isPast, loadDatesOfSeries, type ReviewedEntry } from './review.ts'

// Venues and organizers that the calendar knows, offered in place of new ones that an entry brought.

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
    const { body } = await loadList<LinkedItem>(`/${collection}`, query)
    return body.filter(({ id }) => id !== item.id).slice(0, MOST)
  }
  const name = itemName(item)
  const all = await found(name)
  const [longest = ''] = name.split(/\s+/).toSorted((one, other) => other.length - one.length)
  return all.length > 0 || longest.length < MIN_WORD ? all : found(longest)
}

interface KnownProps {
  readonly collection: VenueOrOrganizerCollection
  readonly item: LinkedItem
  readonly reload: () => void
}

function KnownItems({ collection, item, reload }: KnownProps) {
  const { value: known = [] } = useLoaded(() => similarTo(collection, item), [collection, item.id])
  const [isBusy, act] = useBusyAct()
  const take = (one: LinkedItem) =>
    act(async () => {
      const response = await mergeInto(collection, one.id, [item.id])
      notifyWithUndo(t('review.used', { name: itemName(one) }), response, reload)
      reload()
    })
  // Merging is for those who edit the whole site.
  if (known.length === 0 || !hasRoleAtLeast('editor')) return null
  return (
    <div class="known">
      <p class="hint">{t('review.known')}</p>
      {known.map((one) => (
        <Button key={one.id} disabled={isBusy} onClick={() => take(one)}>
          {t('review.use', { name: itemName(one) })} <small>{itemDetail(one)}</small>
        </Button>
      ))}
    </div>
  )
}

// The changes that an author proposes to a public event: what they change, with the values before and after.

const changedNames = ({ changes }: ChangesDraft) => Object.keys(changes).filter((name) => name !== 'apply_to')

/** The value of a field as the history has it: of what is linked, the names. */
function valueIn(event: object, name: string): unknown {
  const value: unknown = Reflect.get(event, name)
  if (!Array.isArray(value) && name !== 'venue') return value
  return [value].flat().map((one) => Object(one)[name] ?? Object(one).name ?? one)
}

function ProposedChanges({ draft }: { readonly draft: ChangesDraft }) {
  const names = changedNames(draft)
  const fields = enumerationText(names.map(argLabel))
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

function LabelledRow({ label, children }: RowProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const WebLink = ({ href }: { readonly href: string }) => <OuterLink href={href} label={href} />

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
  if (isHtmlFieldName(name)) return <ShownHtml class="markup" html={text} />
  if (isWebAddressFieldName(name)) return <WebLink href={text} />
  return <>{isChoiceFieldName(name) ? choiceText(name, text) : text}</>
}

const namesOfTerms = (terms: EventItem['categories'] | EventItem['tags']) =>
  listText(terms.map(({ name }) => name))

function PublicDetailRows({ event }: { readonly event: EventItem }) {
  const { cost, categories, tags, tickets } = event
  return (
    <>
      {cost !== '' && <LabelledRow label={t('cost')}>{costText(cost)}</LabelledRow>}
      {tickets.length > 0 && <LabelledRow label={t('tickets')}>{ticketsText(tickets)}</LabelledRow>}
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

interface LinkedProps extends KnownProps {
  readonly children: ComponentChildren
}

/** A venue or an organizer with its details; for one that the entry brought, those that the calendar knows. */
function Linked({ collection, item, reload, children }: LinkedProps) {
  const isNew = item.status !== 'publish'
  return (
    <>
      <p>
        <Link to={`/${collection}/${item.id}`}>{itemName(item)}</Link>{' '}
        {isNew && <small class="tag">{t('review.new')}</small>}
      </p>
      <p class="detail">{children}</p>
      {isNew && <KnownItems {...{ collection, item, reload }} />}
    </>
  )
}

function PlaceOnMap({ geo_lat, geo_lng }: Venue) {
  if (typeof geo_lat !== 'number' || typeof geo_lng !== 'number') return <>{t('review.no-map')}</>
  const map = `https://www.openstreetmap.org/?mlat=${geo_lat}&mlon=${geo_lng}#map=17/${geo_lat}/${geo_lng}`
  return <OuterLink href={map} label={t('review.map')} />
}

function Picture({ entry: { event, submission } }: { readonly entry: ReviewedEntry }) {
  const { image } = event
  const url = image ? image.url : (submission?.image_url ?? '')
  if (url === '') return null
  const alt = (image === false ? '' : image.alt_text) || t('review.image')
  return <img class="shown" src={new URL(url, location.href).pathname} alt={alt} />
}

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
      <dl>
        {venues.length > 0 && (
          <LabelledRow label={t('venue')}>
            {venues.map((one) => (
              <Linked key={one.id} collection="venues" item={one} reload={reload}>
                {itemDetail(one) !== '' && `${itemDetail(one)} · `}
                <PlaceOnMap {...one} />
              </Linked>
            ))}
          </LabelledRow>
        )}
        {event.organizer.length > 0 && (
          <LabelledRow label={t('organizer')}>
            {event.organizer.map((one) => (
              <Linked key={one.id} collection="organizers" item={one} reload={reload}>
                {[one.website, one.email, one.phone].filter(Boolean).join(' · ')}
              </Linked>
            ))}
          </LabelledRow>
        )}
        <PublicDetailRows event={event} />
      </dl>
      <FederatedOriginLine of={event} />
      {submission !== undefined && (
        <p class="detail">
          {t('review.by', {
            name: [submission.submitter.name, submission.submitter.email].filter(Boolean).join(' · '),
          })}
        </p>
      )}
      {submission?.is_proven === false && <p class="detail">{t('review.unproven')}</p>}
      {submission !== undefined && submission.unknown_terms.length > 0 && (
        <p class="detail">{t('review.terms', { names: listText(submission.unknown_terms) })}</p>
      )}
      <Link
        to={`/events/${event.id}`}
        aria-label={t('edit-named', { name: event.title })}
        label={t('edit')}
      />
    </section>
  )
}

// The items that an entry resembles, and its changes, beside its card.

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
              {[spanText({ ...times, all_day: false }), venue].filter(Boolean).join(' · ')}
            </span>
            <span class={`status ${status}`}>{wordAt(`status.${status}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function AuthorAndLaterChanges({
  entry: { key, version, event, submission, author_name },
}: {
  readonly entry: ReviewedEntry
}) {
  const loaded = useLoaded(
    () => loadChangesPageAtPath(`/events/${event.id}/history`, { per_page: 50 }),
    [key, version],
  )
  return (
    <LoadedContent of={loaded}>
      {({ body: changes }) => {
        const creation = changes.find(({ verb }) => verb === 'create')
        const later = changes.filter(({ verb }) => verb === 'update')
        return (
          <>
            {submission === undefined && creation !== undefined && hasAuthor(creation) && (
              <p class="detail">
                {t(author_name === '' && event.author > 0 ? 'review.by.deleted' : 'review.by', {
                  name: changeAuthorText(creation),
                })}
              </p>
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
