/** Args that several resources share (contract §2.2). */
import { defaulted, markedAsExtension, notClearable, optional, withHiddenDefault } from '../arg.ts'
import * as kind from '../kinds.ts'
import { readableLanguageFilterArgs, shownLanguageArgs } from './content.ts'

/** The statuses that clients may set. */
export const settableStatuses = ['publish', 'future', 'draft', 'pending', 'private'] as const
/** All statuses of items. */
export const statuses = [...settableStatuses, 'trash'] as const
/** Values of the status filter. `any` means all except trash. */
const statusFilters = [...statuses, 'any'] as const

export type Status = (typeof statuses)[number]
export type StatusFilter = (typeof statusFilters)[number]

/** Also accepts `trash`, so that clients can send back a trashed item unchanged. The update rejects it for other items. */
const status: kind.Kind<Status> = { ...kind.choice(settableStatuses), read: kind.choice(statuses).read }

export const pagingArgs = {
  page: defaulted(kind.integer(1), 1),
  per_page: defaulted(kind.integer(1), 10),
}

/** Fields common to events, venues and organizers. */
export const publicationArgs = {
  author: notClearable(kind.integer(0)),
  date: notClearable(kind.date),
  date_utc: notClearable(kind.date),
  status: notClearable(status),
}

export const statusFilterArgs = { status: optional(kind.choiceList(statusFilters)) }

export const sortOrders = ['asc', 'desc'] as const
const order = kind.choice(sortOrders, true)

/** Only items that no event outside the trash has (true), or only the others (false). For editors (ext.). */
const unused = markedAsExtension(optional(kind.boolean))

/** The list args of venues and organizers. */
export const venueAndOrganizerListArgs = {
  ...pagingArgs,
  search: optional(kind.searchWords),
  event: optional(kind.integer(1)),
  has_events: optional(kind.untypedBoolean),
  only_with_upcoming: defaulted(kind.untypedBoolean, false),
  unused,
  ...statusFilterArgs,
  include: markedAsExtension(optional(kind.integers)),
  exclude: markedAsExtension(optional(kind.integers)),
  ...shownLanguageArgs,
  ...readableLanguageFilterArgs,
  orderby: markedAsExtension(defaulted(kind.choice(['date', 'name', 'modified', 'id']), 'date')),
  order: markedAsExtension(optional(order)),
}

/** The list args of categories and tags, except `parent`. */
export const termListArgs = {
  ...pagingArgs,
  search: optional(kind.text(200)),
  exclude: optional(kind.integers),
  include: optional(kind.integers),
  order: withHiddenDefault(defaulted(order, 'asc')),
  orderby: withHiddenDefault(
    defaulted(
      kind.choice([
        'name',
        'id',
        'slug',
        'count',
        'description',
        'parent',
        'include',
        'include_slugs',
        'term_group',
      ]),
      'name',
    ),
  ),
  hide_empty: defaulted(kind.boolean, true),
  unused,
  post: optional(kind.integer(1)),
  event: optional(kind.integer(1)),
  slug: optional(kind.text()),
  ...shownLanguageArgs,
  ...readableLanguageFilterArgs,
}
