/** The declaration of events. */

import type { DateDetails } from '../../domain/time/timestamp.ts'
import { windowDefaultFunctions } from '../../domain/time/window.ts'
import { because, faultBecause } from '../../problem.ts'
import {
  type ArgSpecs,
  type ArgsWithDefaults,
  defaulted,
  formOfArgs,
  isWhole,
  markedAsExtension,
  optional,
  required,
  requiredUnlessFlag,
} from '../arg.ts'
import * as kind from '../kinds.ts'
import { type RepresentationOf, resource } from '../resource.ts'
import {
  anyObjectShape,
  booleanShape,
  choiceShape,
  constantShape,
  eitherShape,
  integerOrNullShape,
  integerShape,
  listShape,
  mapShape,
  type ObjectOf,
  optionalShape,
  sameShapeByName,
  schemaReferenceShape,
  textShape,
  timestampShape,
  webAddressShape,
} from '../shape.ts'
import { type CustomField, customFields, type Ticket, tickets } from '../tickets-and-custom-fields.ts'
import { eventFields, eventFieldsByPart, eventFlagNames } from './fields/event-fields.ts'
import { titleFieldAndColumnByResource } from './fields/index.ts'
import { writableFieldNames } from './fields/row.ts'
import { type category, organizer, type tag, venue } from './items.ts'
import {
  fieldArgs,
  fieldShapes,
  filterArgs,
  imageOrFalseShape,
  languageAndTranslationArgsOfResource,
  languageAndTranslationShapes,
  pagingArgs,
  publicationArgs,
  publishableShapes,
  readableLanguageFilterArgs,
  shownLanguageArgs,
  sortOrders,
  statuses,
  statusFilterArgs,
} from './shared.ts'

// The args by which events become series, and by which occurrences are changed (contract §10).

/** To how much of a series a change of one occurrence applies. */
const applyToValues = ['this', 'following', 'all'] as const
/** To how much of a series a change of one occurrence applies. */
export type ApplyTo = (typeof applyToValues)[number]

/** The fields that an occurrence shares with the pattern of its series, unless they are its own. */
export const patternFields = [
  'title',
  ...writableFieldNames(eventFieldsByPart.text),
  'author',
  'status',
  'date',
  'start_date',
  'end_date',
  'timezone',
  'all_day',
  'image',
  'cost',
  ...writableFieldNames(eventFieldsByPart.main),
  ...eventFlagNames,
  'categories',
  'tags',
  'venue',
  'organizer',
  'tickets',
  'custom_fields',
  ...writableFieldNames(eventFieldsByPart.outcome),
  'post_parent',
  'group',
  'in_main',
  'language',
  'note',
  'assignee',
] as const
/** A part of a translation: a text such as `translations.fr.title`, or its state with what goes with it, `translations.fr.state`. */
export type TranslationPath = `translations.${string}`
export type PatternField = (typeof patternFields)[number] | TranslationPath

const partsOfTranslations = /^translations\.[A-Za-z0-9-]{1,35}\.(?:title|description|excerpt|state)$/

/** Returns whether a field is a part of a translation. */
export const isTranslationPath = (field: string): field is TranslationPath => partsOfTranslations.test(field)

/** The arg that says to how much of the series an update or removal applies. */
export const applyTo = markedAsExtension(optional(kind.choice(applyToValues)))

export const eventSeriesArgs = {
  recurrence: markedAsExtension(optional(kind.recurrence)),
  apply_to: applyTo,
  inherit: markedAsExtension(optional(kind.fieldNameList<PatternField>(patternFields, isTranslationPath))),
}

// Where a search of events looks for its words (contract §3.3, ext.).

/** The values of `search_in`: the title, description and excerpt, venues, organizers, categories and tags. */
export const searchFieldNames = ['title', 'text', 'venue', 'organizer', 'terms'] as const
export type SearchFieldName = (typeof searchFieldNames)[number]

/** The most words of a search in chosen fields or by relevance: each is looked for by itself. */
export const MAX_FIELD_SEARCH_WORDS = 10

// The fields of represented events (contract §1.1). Those that no arg of events names are read-only.

const decimal = { schema: { type: 'string', pattern: '^\\d+(\\.\\d+)?$' } }

/** The parts of a cost. */
export const costDetailShapes = {
  ...sameShapeByName(textShape, 'currency_symbol', 'currency_code'),
  currency_position: choiceShape(['prefix', 'postfix', '']),
  values: listShape<string>(decimal),
}

/** The series of an occurrence, as the occurrence shows it. */
export const eventSeriesShapes = {
  id: integerShape,
  recurrence: listShape(textShape),
  recurrence_id: timestampShape,
  is_exception: booleanShape,
  own_fields: listShape(textShape),
  rest_url: webAddressShape,
}

/** The group of an event, as the event shows it. */
export const eventGroupShapes = {
  id: integerShape,
  ...sameShapeByName(textShape, 'name', 'slug'),
  ...sameShapeByName(webAddressShape, 'url', 'rest_url'),
}

/** The user whom an event waits for, as those see it who may edit the event. */
export const eventAssigneeShapes = {
  id: integerShape,
  ...sameShapeByName(textShape, 'login', 'display_name'),
}

/** What only those see who may edit an event or a series. */
const internalShapes = {
  note: optionalShape(textShape),
  assignee: optionalShape(
    eitherShape(
      schemaReferenceShape<ObjectOf<typeof eventAssigneeShapes>>('AssigneeOfEvent'),
      constantShape(null),
    ),
  ),
}

/** Where an event came from, as the event shows it. */
export const eventOriginShapes = { actor: webAddressShape, url: webAddressShape }

/** The group of an event or a series, and whether it is in the main calendar. */
const groupAndInMainShapes = {
  group: eitherShape(
    schemaReferenceShape<ObjectOf<typeof eventGroupShapes>>('GroupOfEvent'),
    constantShape(null),
  ),
  in_main: booleanShape,
}

const eventVenue = schemaReferenceShape<RepresentationOf<typeof venue>>('Venue')

const eventShapes = {
  ...publishableShapes,
  ...sameShapeByName(textShape, 'title', 'slug', 'timezone', 'timezone_abbr', 'cost'),
  ...languageAndTranslationShapes,
  ...fieldShapes(eventFields),
  image: imageOrFalseShape,
  ...sameShapeByName(booleanShape, 'all_day', 'no_end_time', 'ticketed'),
  ...sameShapeByName(timestampShape, 'start_date', 'end_date', 'utc_start_date', 'utc_end_date'),
  ...sameShapeByName(
    schemaReferenceShape<DateDetails>('DateDetails'),
    'start_date_details',
    'end_date_details',
    'utc_start_date_details',
    'utc_end_date_details',
  ),
  cost_details: eitherShape(
    schemaReferenceShape<ObjectOf<typeof costDetailShapes>>('CostDetails'),
    schemaReferenceShape<Readonly<Record<string, never>>>('Blank'),
  ),
  categories: listShape(schemaReferenceShape<RepresentationOf<typeof category>>('Category')),
  tags: listShape(schemaReferenceShape<RepresentationOf<typeof tag>>('Tag')),
  venue: eitherShape(eventVenue, listShape(eventVenue)),
  organizer: listShape(schemaReferenceShape<RepresentationOf<typeof organizer>>('Organizer')),
  custom_fields: mapShape(schemaReferenceShape<CustomField>('CustomField')),
  tickets: listShape(schemaReferenceShape<Ticket>('Ticket')),
  post_parent: integerShape,
  ...groupAndInMainShapes,
  series: eitherShape(
    schemaReferenceShape<ObjectOf<typeof eventSeriesShapes>>('SeriesOfEvent'),
    constantShape(null),
  ),
  origin: eitherShape(
    schemaReferenceShape<ObjectOf<typeof eventOriginShapes>>('OriginOfEvent'),
    constantShape(null),
  ),
  external_id: textShape,
  password_protected: booleanShape,
  ...internalShapes,
  json_ld: optionalShape(anyObjectShape),
}

const names = [
  ...(['start_date', 'end_date', 'date', 'modified', 'title', 'id', 'status', 'author'] as const),
  ...(['venue', 'category', 'distance', 'relevance'] as const),
] as const

/** The most characters of a note. */
const LONGEST_NOTE = 10_000

const { text, main, outcome, flag } = eventFieldsByPart
const { description, ...otherTexts } = fieldArgs(text)

export const event = resource({
  name: 'event',
  collection: 'events',
  fields: {
    ...publicationArgs,
    title: required(kind.title(titleFieldAndColumnByResource.event.most)),
    description,
    slug: optional(kind.slug),
    ...otherTexts,
    timezone: optional(kind.zone),
    image: optional(kind.image),
    all_day: optional(kind.boolean, false),
    no_end_time: markedAsExtension(optional(kind.boolean, false)),
    start_date: required(kind.date),
    end_date: requiredUnlessFlag('no_end_time', kind.date),
    cost: optional(kind.cost),
    ...fieldArgs(main),
    ...fieldArgs(outcome),
    ...fieldArgs(flag),
    categories: optional(kind.references(false), null),
    tags: optional(kind.references(false), null),
    venue: optional(kind.linkTargets('a venue', 'NewVenue', inline(venue.fields)), null),
    organizer: optional(kind.linkTargets('an organizer', 'NewOrganizer', inline(organizer.fields)), null),
    tickets: markedAsExtension(optional(tickets)),
    custom_fields: markedAsExtension(optional(customFields)),
    post_parent: markedAsExtension(optional(kind.integer(0))),
    group: markedAsExtension(optional(kind.groupTarget)),
    in_main: markedAsExtension(optional(kind.boolean)),
    note: markedAsExtension(optional(kind.plain(LONGEST_NOTE))),
    assignee: markedAsExtension(optional(kind.assigneeTarget)),
    ...languageAndTranslationArgsOfResource('event'),
    ...eventSeriesArgs,
  },
  represented: eventShapes,
  listArgs: {
    ...pagingArgs,
    start_date: optional(kind.date, windowDefaultFunctions.start_date),
    end_date: optional(kind.date, windowDefaultFunctions.end_date),
    starts_before: optional(kind.date),
    starts_after: optional(kind.date),
    ends_before: optional(kind.date),
    ends_after: optional(kind.date),
    strict_dates: defaulted(kind.untypedBoolean, false),
    search: optional(kind.searchWords),
    search_in: markedAsExtension(optional(kind.choiceList(searchFieldNames))),
    categories: optional(kind.references(true)),
    tags: optional(kind.references(true)),
    venue: optional(kind.references(true)),
    organizer: optional(kind.references(true)),
    ...filterArgs(flag, false),
    ...statusFilterArgs,
    ...filterArgs(outcome, true),
    ...filterArgs(text, true),
    ...filterArgs(main, true),
    geoloc: optional(kind.boolean),
    geoloc_lat: optional(kind.number(-90, 90)),
    geoloc_lng: optional(kind.number(-180, 180)),
    geoloc_distance: markedAsExtension(defaulted(kind.number(0.1, 20_000), 25)),
    include: optional(kind.integers),
    exclude: markedAsExtension(optional(kind.integers)),
    external_id: markedAsExtension(optional(kind.uid)),
    post_parent: optional(kind.integer(0)),
    ticketed: optional(kind.boolean),
    free: markedAsExtension(optional(kind.boolean)),
    ...filterArgs(flag, true),
    author: markedAsExtension(optional(kind.integer(0))),
    group: markedAsExtension(optional(kind.references(true))),
    in_main: markedAsExtension(optional(kind.boolean)),
    awaits_main: markedAsExtension(optional(kind.boolean)),
    assignee: markedAsExtension(optional(kind.assignees)),
    series: markedAsExtension(optional(kind.integers)),
    collapse: markedAsExtension(optional(kind.choice(['series']))),
    hide_from_listings: markedAsExtension(optional(kind.boolean)),
    ...shownLanguageArgs,
    ...readableLanguageFilterArgs,
    orderby: markedAsExtension(defaulted(kind.choice(names), 'start_date')),
    order: markedAsExtension(defaulted(kind.choice(sortOrders, true), 'asc')),
  },
  /** Only for events addressed by id: read, update, remove (contract §4.7). */
  byId: { password: optional(kind.password) },
  refusesElsewhere: {
    password: because('password_on_create', { route: 'PATCH /events/{id}' }),
  },
})

/** Returns a parser for inline venues or organizers, with the rules of their create operation (contract §4.5). */
function inline<F extends ArgSpecs>(fields: F) {
  return (raw: object): kind.ParsingResult<ArgsWithDefaults<F>> => {
    const read = formOfArgs(fields, { ...raw }, 'create')
    if (isWhole(read)) return { value: read.values }
    const missing = read.missing.map((name) => [name, faultBecause(because('missing'))])
    return { faults: { ...read.faults, ...Object.fromEntries(missing) }, readable: read.values }
  }
}

// The declaration of series: events that repeat (contract §10). A series is created by an event with `recurrence`.

const { apply_to: _applyTo, inherit: _inherit, ...fields } = event.fields
const { series: _series, collapse: _collapse, ...filters } = event.listArgs

export const series = resource({
  name: 'series',
  collection: 'series',
  fields,
  refusesElsewhere: { password: because('password_of_series', { route: 'PATCH /events/{id}' }) },
  represented: {
    ...sameShapeByName(integerShape, 'id', 'author'),
    status: choiceShape(statuses),
    ...sameShapeByName(textShape, 'title', 'slug', 'timezone', 'text'),
    ...languageAndTranslationShapes,
    recurrence: listShape(textShape),
    ...sameShapeByName(booleanShape, 'all_day', 'no_end_time'),
    ...sameShapeByName(timestampShape, 'start_date', 'end_date', 'made_until'),
    count: integerShape,
    ...sameShapeByName(integerOrNullShape, 'total', 'continues', 'continued_by'),
    ...groupAndInMainShapes,
    next: eitherShape(timestampShape, constantShape(null)),
    ...sameShapeByName(timestampShape, 'date', 'date_utc', 'modified', 'modified_utc'),
    ...sameShapeByName(webAddressShape, 'url', 'rest_url', 'events_url'),
    ...internalShapes,
  },
  listArgs: {
    ...filters,
    // Without a window, all series are listed.
    start_date: optional(kind.date),
    end_date: optional(kind.date),
  },
})
