/** Images, venues, organizers, categories, tags, groups, own pages. */

import { organizerFieldsByPart, venueFieldsByPart } from '../../contract/resources/fields/item-fields.ts'
import {
  categoryOnlyFields,
  groupFields,
  mediaFieldsByPart,
  pageFields,
  tagFields,
} from '../../contract/resources/fields/other-fields.ts'
import { fieldRowsPresenter, nonDefaultFieldsPicker } from '../../contract/resources/fields/values.ts'
import type { Representation, TermName } from '../../contract/resources/index.ts'
import type { Image } from '../../contract/resources/shared.ts'
import { pictureFileNameInWidth } from '../../domain/images.ts'
import { stateProvince } from '../../domain/places.ts'
import { isInMainCalendarByGroupAndOwnFlag } from '../../domain/publication.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { wallAt } from '../../domain/time/zones.ts'
import type {
  CategoryRecord,
  EventRecord,
  GroupRecord,
  GroupWithEventCount,
  MediaItem,
  MediaRecord,
  OrganizerRecord,
  PageItem,
  RecordAndItsImage,
  TagRecord,
  TermItem,
  VenueRecord,
} from '../../store/store.ts'
import { recordWithShownTexts, shownRecordAndLanguages } from '../shown-language.ts'
import { globalId, type Root, restUrl, urlOfItemPage, urlOfMediaFileName } from '../urls.ts'
import { organizationLd, placeLd, wrapAsJsonLdWithContext } from './linked-data.ts'

// The common part of representations of events, venues and organizers (contract §1.1–§1.3).

/** The context of a representation. */
export interface JsonItemContext {
  readonly root: Root
  /** The site zone. */
  readonly zone: string
  /** The default currency of the site as an ISO 4217 code, if any. */
  readonly currency: string | undefined
  /** Whether the response has a single item. If so, it includes `json_ld`. */
  readonly isSingle: boolean
  /** The name of the calendar. */
  readonly site: string
}

type PublishedRecord = EventRecord | VenueRecord | OrganizerRecord

/** Returns the keys that events, venues and organizers begin with: identity, publication, URLs. Callers add the others. */
export function representCommonKeys(
  name: 'event' | 'venue' | 'organizer',
  record: PublishedRecord,
  { root, zone }: JsonItemContext,
) {
  const global_id = globalId(root, name, record.id)
  return {
    id: record.id,
    global_id,
    global_id_lineage: [global_id, ...record.origins],
    author: record.author,
    status: record.status,
    date: wallAt(record.date_utc, zone),
    date_utc: utcTimestampOfEpoch(record.date_utc),
    modified: wallAt(record.modified_utc, zone),
    modified_utc: utcTimestampOfEpoch(record.modified_utc),
    url: urlOfItemPage(root, name, record.slug),
    rest_url: restUrl(root, `${name}s`, record.id),
  }
}

// Representations of images (contract §1.6).

const imageTextsOf = nonDefaultFieldsPicker(mediaFieldsByPart.main)
const focusOf = fieldRowsPresenter(mediaFieldsByPart.place)
const setFocusOf = nonDefaultFieldsPicker(mediaFieldsByPart.place)
const isAside = (record: MediaRecord) => Object.keys(setFocusOf(record)).length > 0

function sizes(known: MediaRecord['sizes'], root: Root): Image['sizes'] {
  const entries = Object.entries(known).map(([name, { width, height, filesize, mime_type, file }]) => [
    name,
    { width, height, 'mime-type': mime_type, filesize, url: urlOfMediaFileName(root, file) },
  ])
  return Object.fromEntries(entries)
}

/** Returns the pictures for pages as an attribute has them; nothing before they are made. */
function pictures({ file, widths }: MediaRecord, root: Root): Pick<Image, 'srcset'> {
  if (widths.length === 0) return {}
  return {
    srcset: widths
      .map((width) => `${urlOfMediaFileName(root, pictureFileNameInWidth(file, width))} ${width}w`)
      .join(', '),
  }
}

/** Returns the image of an item, or `false` if it has none. */
export function representImage(record: MediaRecord | undefined, root: Root): Image | false {
  return record === undefined ? false : representEmbeddedImage(record, root)
}

/** Returns the file of an image that is shown where no SVG is, such as in e-mail: that of an SVG is a picture of it. */
export function bitmapFileOfImage({
  url,
  mime_type,
  extension,
  sizes,
}: Image): Pick<Image, 'url' | 'mime_type'> {
  const { medium } = sizes
  return extension === 'svg' && medium !== undefined
    ? { url: medium.url, mime_type: medium['mime-type'] }
    : { url, mime_type }
}

/** Returns a media item as it is embedded in other items. */
export function representEmbeddedImage(record: MediaRecord, root: Root): Image {
  const { id, extension, mime_type, width, height, filesize } = record
  return {
    id,
    url: urlOfMediaFileName(root, record.file),
    extension,
    mime_type,
    width,
    height,
    filesize,
    ...imageTextsOf(recordWithShownTexts('media', record, root)),
    ...(isAside(record) ? focusOf(record) : {}),
    sizes: sizes(record.sizes, root),
    ...pictures(record, root),
  }
}

// Representations of media items (contract §1.6).

const mediaTextsOf = fieldRowsPresenter(mediaFieldsByPart.main)

export function representMedia(
  { record: own }: MediaItem,
  { root, zone }: JsonItemContext,
): Representation<'media'> {
  const { record, shown } = shownRecordAndLanguages('media', own, root)
  const { id, title, author, date_utc, source_url } = record
  return {
    ...representEmbeddedImage(record, root),
    title,
    ...shown,
    ...mediaTextsOf(record),
    author,
    date: wallAt(date_utc, zone),
    date_utc: utcTimestampOfEpoch(date_utc),
    rest_url: restUrl(root, 'media', id),
    source_url,
  }
}

// Representations of venues (contract §1.2).

const venueTextsOf = fieldRowsPresenter(venueFieldsByPart.text)
const venueFactsOf = fieldRowsPresenter(venueFieldsByPart.main)
const venueFlagsOf = fieldRowsPresenter(venueFieldsByPart.flag)
const placeOf = fieldRowsPresenter(venueFieldsByPart.place)

export function representVenue(
  { record: own, image: kept }: RecordAndItsImage<VenueRecord>,
  view: JsonItemContext,
): Venue {
  const { record, shown } = shownRecordAndLanguages('venue', own, view.root)
  const { name, slug } = record
  const representation = {
    ...representCommonKeys('venue', record, view),
    venue: name,
    ...shown,
    ...venueTextsOf(record),
    slug,
    image: representImage(kept, view.root),
    ...venueFactsOf(record),
    stateprovince: record.stateprovince ?? stateProvince(record),
    ...venueFlagsOf(record),
    ...placeOf(record),
  }
  return view.isSingle
    ? { ...representation, ...wrapAsJsonLdWithContext(placeLd(representation)) }
    : representation
}

export type Venue = Representation<'venue'>

// Representations of organizers (contract §1.3).

const organizerTextsOf = fieldRowsPresenter(organizerFieldsByPart.text)
const organizerFactsOf = fieldRowsPresenter(organizerFieldsByPart.main)
const organizerFlagsOf = fieldRowsPresenter(organizerFieldsByPart.flag)

export function representOrganizer(
  { record: own, image: kept }: RecordAndItsImage<OrganizerRecord>,
  view: JsonItemContext,
): Organizer {
  const { record, shown } = shownRecordAndLanguages('organizer', own, view.root)
  const { name, slug } = record
  const representation = {
    ...representCommonKeys('organizer', record, view),
    organizer: name,
    ...shown,
    ...organizerTextsOf(record),
    slug,
    image: representImage(kept, view.root),
    ...organizerFactsOf(record),
    ...organizerFlagsOf(record),
  }
  return view.isSingle
    ? { ...representation, ...wrapAsJsonLdWithContext(organizationLd(representation)) }
    : representation
}

export type Organizer = Representation<'organizer'>

// Representations of categories, tags and groups (contract §1.4, §16).

const termFieldsOf = fieldRowsPresenter(tagFields)
const ownOf = fieldRowsPresenter(categoryOnlyFields)

function term<K extends TermName>(kind: K, collection: string, own: TagRecord, root: Root) {
  const { record, shown: languages } = shownRecordAndLanguages(kind, own, root)
  const rest_url = restUrl(root, collection, record.id)
  const shown = {
    id: record.id,
    name: record.name,
    slug: record.slug,
    ...languages,
    ...termFieldsOf(record),
    taxonomy: `event_${kind}` as const,
    count: record.count,
    url: urlOfItemPage(root, kind, record.slug),
    rest_url,
  }
  return { shown, urls: { self: rest_url, collection: restUrl(root, collection) } }
}

export function representCategory(
  { record }: TermItem<CategoryRecord>,
  { root }: JsonItemContext,
): Representation<'category'> {
  const { shown, urls } = term('category', 'categories', record, root)
  const up = record.parent === null ? {} : { up: restUrl(root, 'categories', record.parent) }
  return Object.assign(shown, { parent: record.parent ?? 0, ...ownOf(record), urls: { ...urls, ...up } })
}

export function representTag(
  { record }: TermItem<TagRecord>,
  { root }: JsonItemContext,
): Representation<'tag'> {
  const { shown, urls } = term('tag', 'tags', record, root)
  return Object.assign(shown, { urls })
}

export type Term = Representation<TermName>
export type Group = Representation<'group'>

const groupFieldsOf = fieldRowsPresenter(groupFields)

/** Returns the group of an event or a series as that shows it, and whether it is in the main calendar. */
export function representGroupAndInMain(
  group: GroupRecord | undefined,
  own: 0 | 1 | null,
  { root }: Pick<JsonItemContext, 'root'>,
): Pick<Representation<'event'>, 'group' | 'in_main'> {
  const in_main = isInMainCalendarByGroupAndOwnFlag(group, own)
  if (group === undefined) return { group: null, in_main }
  const { id, name, slug } = shownRecordAndLanguages('group', group, root).record
  const [url, rest_url] = [urlOfItemPage(root, 'group', slug), restUrl(root, 'groups', id)]
  return { group: { id, name, slug, url, rest_url }, in_main }
}

export function representGroup(
  { record: own, image, count }: GroupWithEventCount,
  { root }: JsonItemContext,
): Representation<'group'> {
  const { record, shown: languages } = shownRecordAndLanguages('group', own, root)
  return {
    id: record.id,
    name: record.name,
    slug: record.slug,
    ...languages,
    ...groupFieldsOf(record),
    image: representImage(image, root),
    count,
    url: urlOfItemPage(root, 'group', record.slug),
    rest_url: restUrl(root, 'groups', record.id),
    events_url: `${restUrl(root, 'events')}?group=${record.id}`,
  }
}

// Representations of own pages (contract §23).

const pageFieldsOf = fieldRowsPresenter(pageFields)

export type Page = Representation<'page'>

export function representPage({ record: own }: PageItem, { root, zone }: JsonItemContext): Page {
  const { record, shown: languages } = shownRecordAndLanguages('page', own, root)
  return {
    id: record.id,
    slug: record.slug,
    title: record.title,
    status: record.status,
    ...languages,
    ...pageFieldsOf(record),
    date: wallAt(record.date_utc, zone),
    date_utc: utcTimestampOfEpoch(record.date_utc),
    modified: wallAt(record.modified_utc, zone),
    modified_utc: utcTimestampOfEpoch(record.modified_utc),
    url: urlOfItemPage(root, 'page', record.slug),
    rest_url: restUrl(root, 'pages', record.id),
  }
}
