/** The resources, in the order of the route index. */

import type { RefusalReason } from '../../problem.ts'
import { type ArgsWithDefaults, type ChangedArgs, parseArgs, readArgs } from '../arg.ts'
import type { RepresentationOf, Resource } from '../resource.ts'
import { namesOf } from '../table-of.ts'
import { event, series } from './event.ts'
import { category, group, media, organizer, page, tag, venue } from './items.ts'

export const resources = { event, series, venue, organizer, category, tag, group, media, page } as const

export type ResourceName = keyof typeof resources
type ResourceNamed<N extends ResourceName> = (typeof resources)[N]
/** Items with a slug and a web page that are created by themselves. */
export type ItemName = Exclude<ResourceName, 'media' | 'series'>
/** Items that are published and can be in the trash. */
export type PublishableName = 'event' | 'series' | 'venue' | 'organizer' | 'page'
/** Items that events link to, and that can be created inline with an event. */
export type VenueOrOrganizerName = 'venue' | 'organizer'
export const termNames = ['category', 'tag'] as const
export type TermName = (typeof termNames)[number]
/** The resources that events link to. */
export const linkNames = ['venue', 'organizer', ...termNames] as const
/** The links of an event that has none. */
export const noLinks = { venue: [], organizer: [], category: [], tag: [] } as const

export const resourceNames: readonly ResourceName[] = namesOf(resources)
export const itemNames = resourceNames.filter(
  (name): name is ItemName => name !== 'media' && name !== 'series',
)

/** Parsed args of a create, with defaults applied. */
export type CreateArgs<N extends ResourceName> = ArgsWithDefaults<ResourceNamed<N>['createArgs']>
/** Parsed args of an update: absent leaves the field unchanged, null clears it. */
export type UpdateArgs<N extends ResourceName> = ChangedArgs<ResourceNamed<N>['updateArgs']>
/** Parsed args of a list, with defaults applied. */
export type ListArgs<N extends ResourceName> = ArgsWithDefaults<ResourceNamed<N>['listArgs']>
/** An item as a response has it. */
export type Representation<N extends ResourceName> = RepresentationOf<ResourceNamed<N>>

/** Returns whether items of this resource have a publication status, and a trash. */
export function isPublishable(name: ResourceName): name is PublishableName {
  return ['event', 'series', 'venue', 'organizer', 'page'].includes(name)
}

/** Returns the resource with that name, typed as a general `Resource`. */
export function resourceNamed(name: ResourceName): Resource {
  return resources[name]
}

/** Returns the name of the schema of a resource's items. */
export const schemaNameOfResource = (name: ResourceName): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}`

// Parses the args of one resource's operations, typed by its declaration.

type Sent = Readonly<Record<string, unknown>>

/** Returns the args of a list. Throws one 400 problem that names every fault. */
export function parseListArgs<N extends ResourceName>(name: N, sent: Sent): ListArgs<N> {
  return parseArgs<ResourceNamed<N>['listArgs'], 'query'>(resources[name].listArgs, sent, 'query')
}

/** Returns those args of a list, and those members of its args, that can be parsed. */
export function parseValidPartOfListArgs<N extends ResourceName>(name: N, sent: Sent): Partial<ListArgs<N>> {
  const { values, partial } = readArgs<ResourceNamed<N>['listArgs'], 'query'>(
    resources[name].listArgs,
    sent,
    'query',
  )
  return { ...values, ...partial }
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** The reasons about args that this write does not take. An empty one sets nothing, so it is ignored. */
function refusedIn(
  name: ResourceName,
  sent: Sent,
  taken: readonly string[] = [],
): Readonly<Record<string, RefusalReason>> {
  const { refuses, refusesElsewhere } = resources[name]
  const named = Object.entries(refusesElsewhere).filter(
    ([arg]) => !taken.includes(arg) && !isEmpty(sent[arg]),
  )
  return { ...refuses, ...Object.fromEntries(named) }
}

/** Returns the args of a create. Throws one 400 problem that names every fault. */
export function parseCreateArgs<N extends ResourceName>(name: N, sent: Sent): CreateArgs<N> {
  const { createArgs } = resources[name]
  return parseArgs<ResourceNamed<N>['createArgs'], 'create'>(
    createArgs,
    sent,
    'create',
    refusedIn(name, sent),
  )
}

/** Returns those args of a create, and those members of its args, that can be parsed. */
export function onlyParsableCreateArgs<N extends ResourceName>(name: N, sent: Sent): Partial<CreateArgs<N>> {
  const { createArgs } = resources[name]
  const { values, partial } = readArgs<ResourceNamed<N>['createArgs'], 'create'>(createArgs, sent, 'create')
  return { ...values, ...partial }
}

/** Returns those args of an update that can be parsed. */
export function parsableUpdateArgs<N extends ResourceName>(name: N, sent: Sent): Partial<UpdateArgs<N>> {
  return readArgs<ResourceNamed<N>['updateArgs'], 'update'>(resources[name].updateArgs, sent, 'update').values
}

/**
 * Returns the args of an update; by slug or UID, those that only the route by id has are refused. Throws one 400 problem that names
 * every fault.
 */
export function parseUpdateArgs<N extends ResourceName>(
  name: N,
  sent: Sent,
  by: 'id' | 'slug' | 'uid' = 'id',
): UpdateArgs<N> {
  const { updateArgs, byId } = resources[name]
  const taken = by === 'id' ? Object.keys(byId) : []
  const known = Object.fromEntries(
    Object.entries(sent).filter(([arg, value]) => taken.includes(arg) || !(arg in byId && isEmpty(value))),
  )
  const refused = refusedIn(name, sent, taken)
  return parseArgs<ResourceNamed<N>['updateArgs'], 'update'>(updateArgs, known, 'update', refused)
}
