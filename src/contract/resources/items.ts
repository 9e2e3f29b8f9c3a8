/** Venues, organizers, terms, groups, media, pages. */

import { because } from '../../problem.ts'
import { type Arg, defaulted, markedAsExtension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import {
  anyObjectShape,
  choiceShape,
  integerShape,
  optionalShape as onlySome,
  sameShapeByName,
  textShape,
  timestampShape,
  webAddressShape,
} from '../shape.ts'
import { titleFieldAndColumnByResource } from './fields/index.ts'
import {
  organizerFields,
  organizerFieldsByPart,
  venueFields,
  venueFieldsByPart,
} from './fields/item-fields.ts'
import { categoryOnlyFields, groupFields, mediaFields, pageFields, tagFields } from './fields/other-fields.ts'
import {
  embeddedImageShapes,
  fieldArgs,
  fieldShapes,
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
  termListArgs,
  termShapes,
  venueAndOrganizerListArgs,
} from './shared.ts'

// The declaration of venues.

const { text, main, flag, place } = venueFieldsByPart

export const venue = resource({
  name: 'venue',
  collection: 'venues',
  fields: {
    venue: required(kind.title(titleFieldAndColumnByResource.venue.most)),
    ...publicationArgs,
    ...fieldArgs(text),
    ...fieldArgs(flag),
    ...fieldArgs(main),
    image: optional(kind.image, null),
    slug: markedAsExtension(optional(kind.slug)),
    ...languageAndTranslationArgsOfResource('venue'),
    ...fieldArgs(place),
  },
  represented: {
    ...publishableShapes,
    ...sameShapeByName(textShape, 'venue', 'slug'),
    ...languageAndTranslationShapes,
    ...fieldShapes(venueFields),
    image: imageOrFalseShape,
    json_ld: onlySome(anyObjectShape),
  },
  listArgs: venueAndOrganizerListArgs,
})

// The declaration of organizers.

/** The specification shows null as the default of every organizer field, including the required name. */
const listsNull = <A extends Arg>(arg: A): A => ({ ...arg, shownDefault: null })

export const organizer = resource({
  name: 'organizer',
  collection: 'organizers',
  fields: {
    organizer: listsNull(required(kind.title(titleFieldAndColumnByResource.organizer.most))),
    author: listsNull(publicationArgs.author),
    date: listsNull(publicationArgs.date),
    date_utc: listsNull(publicationArgs.date_utc),
    ...fieldArgs(organizerFieldsByPart.text),
    status: listsNull(publicationArgs.status),
    ...fieldArgs(organizerFieldsByPart.main),
    ...fieldArgs(organizerFieldsByPart.flag),
    image: optional(kind.image, null),
    slug: markedAsExtension(optional(kind.slug)),
    ...languageAndTranslationArgsOfResource('organizer'),
  },
  represented: {
    ...publishableShapes,
    ...sameShapeByName(textShape, 'organizer', 'slug'),
    ...languageAndTranslationShapes,
    ...fieldShapes(organizerFields),
    image: imageOrFalseShape,
    json_ld: onlySome(anyObjectShape),
  },
  listArgs: venueAndOrganizerListArgs,
})

// The declarations of categories and tags: hierarchical and flat terms.

export const category = resource({
  name: 'category',
  collection: 'categories',
  fields: {
    name: required(kind.title(titleFieldAndColumnByResource.category.most)),
    ...fieldArgs(tagFields),
    slug: optional(kind.slug),
    parent: optional(kind.integer(0)),
    ...fieldArgs(categoryOnlyFields),
    ...languageAndTranslationArgsOfResource('category'),
  },
  represented: { ...termShapes('event_category'), parent: integerShape, ...fieldShapes(categoryOnlyFields) },
  listArgs: { ...termListArgs, parent: optional(kind.integer(0)) },
})

export const tag = resource({
  name: 'tag',
  collection: 'tags',
  fields: {
    name: required(kind.title(titleFieldAndColumnByResource.tag.most)),
    ...fieldArgs(tagFields),
    slug: optional(kind.slug),
    ...languageAndTranslationArgsOfResource('tag'),
  },
  represented: termShapes('event_tag'),
  listArgs: termListArgs,
  refuses: { parent: because('parent_of_tag') },
})

// The declaration of groups: departments, clubs and districts that keep their own events within one calendar (contract §16).

export const group = resource({
  name: 'group',
  collection: 'groups',
  fields: {
    name: required(kind.title(titleFieldAndColumnByResource.group.most)),
    ...fieldArgs(groupFields),
    image: optional(kind.image, null),
    slug: optional(kind.slug),
    ...languageAndTranslationArgsOfResource('group'),
  },
  represented: {
    id: integerShape,
    ...sameShapeByName(textShape, 'name', 'slug'),
    ...languageAndTranslationShapes,
    ...fieldShapes(groupFields),
    image: imageOrFalseShape,
    count: integerShape,
    ...sameShapeByName(webAddressShape, 'url', 'rest_url', 'events_url'),
  },
  listArgs: {
    ...pagingArgs,
    search: optional(kind.searchWords),
    include: markedAsExtension(optional(kind.integers)),
    exclude: markedAsExtension(optional(kind.integers)),
    ...shownLanguageArgs,
    ...readableLanguageFilterArgs,
    order: markedAsExtension(defaulted(kind.choice(sortOrders, true), 'asc')),
  },
})

// The declaration of media: images, uploaded or fetched from a URL.

export const media = resource({
  name: 'media',
  collection: 'media',
  fields: {
    title: markedAsExtension(optional(kind.title(titleFieldAndColumnByResource.media.most))),
    ...fieldArgs(mediaFields),
    ...languageAndTranslationArgsOfResource('media'),
  },
  represented: {
    ...embeddedImageShapes,
    ...sameShapeByName(textShape, 'title', 'alt_text', 'source_url'),
    ...languageAndTranslationShapes,
    author: integerShape,
    ...sameShapeByName(timestampShape, 'date', 'date_utc'),
    rest_url: webAddressShape,
  },
  onCreate: {
    event: markedAsExtension(optional(kind.integer(1))),
    svg: markedAsExtension(optional(kind.boolean)),
    file: markedAsExtension(required(kind.upload({ mediaTypes: ['image/*'], mostBytes: 10 * 1024 * 1024 }))),
  },
  listArgs: {
    page: markedAsExtension(pagingArgs.page),
    per_page: markedAsExtension(pagingArgs.per_page),
    search: markedAsExtension(optional(kind.searchWords)),
    described: markedAsExtension(optional(kind.boolean)),
    include: markedAsExtension(optional(kind.integers)),
    exclude: markedAsExtension(optional(kind.integers)),
    ...shownLanguageArgs,
    ...readableLanguageFilterArgs,
  },
})

// The declaration of own pages: imprint, about, contact (contract §23).

const { author: _, ...publication } = publicationArgs

export const page = resource({
  name: 'page',
  collection: 'pages',
  fields: {
    title: required(kind.title(titleFieldAndColumnByResource.page.most)),
    ...fieldArgs(pageFields),
    ...publication,
    slug: optional(kind.slug),
    ...languageAndTranslationArgsOfResource('page'),
  },
  represented: {
    id: integerShape,
    ...sameShapeByName(textShape, 'slug', 'title'),
    status: choiceShape(statuses),
    ...languageAndTranslationShapes,
    ...fieldShapes(pageFields),
    ...sameShapeByName(timestampShape, 'date', 'date_utc', 'modified', 'modified_utc'),
    ...sameShapeByName(webAddressShape, 'url', 'rest_url'),
  },
  listArgs: {
    ...pagingArgs,
    search: optional(kind.searchWords),
    in_footer: optional(kind.boolean),
    ...statusFilterArgs,
    include: optional(kind.integers),
    exclude: optional(kind.integers),
    ...shownLanguageArgs,
    ...readableLanguageFilterArgs,
    orderby: defaulted(kind.choice(['menu_order', 'title', 'date', 'modified', 'id']), 'menu_order'),
    order: defaulted(kind.choice(sortOrders, true), 'asc'),
  },
})
