/** The declaration of events. */

import { windowDefaultFunctions } from '../../domain/time/window.ts'
import { because, faultBecause } from '../../problem.ts'
import {
  type ArgSpecs,
  type ArgsWithDefaults,
  argsIfWhole,
  defaulted,
  markedAsExtension,
  optional,
  required,
  requiredUnlessFlag,
} from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import { customFields, tickets } from '../tickets-and-custom-fields.ts'
import {
  languageAndTranslationArgsOfResource,
  readableLanguageFilterArgs,
  shownLanguageArgs,
} from './content.ts'
import { searchWordArgs } from './event-search.ts'
import { fieldArgs, filterArgs } from './field-args.ts'
import { eventFieldsByPart } from './fields/event-fields.ts'
import { maxTitleLengths } from './fields/translated.ts'
import { eventSeriesArgs } from './occurrence.ts'
import { organizer } from './organizer.ts'
import { eventShapes } from './represented-event.ts'
import { pagingArgs, publicationArgs, sortOrders, statusFilterArgs } from './shared.ts'
import { venue } from './venue.ts'

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
    title: required(kind.title(maxTitleLengths.event)),
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
    ...searchWordArgs,
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
    const read = argsIfWhole(fields, { ...raw }, 'create')
    if ('values' in read) return { value: read.values }
    const missing = read.missing.map((name) => [name, faultBecause(because('missing'))])
    return { faults: { ...read.faults, ...Object.fromEntries(missing) }, readable: read.readable }
  }
}
