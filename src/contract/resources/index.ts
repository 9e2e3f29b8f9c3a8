/** The resources, in the order of the route index. */
import type { CreateArgsOf, ListArgsOf, RepresentationOf, Resource, UpdateArgsOf } from '../resource.ts'
import { namesOf } from '../table-of.ts'
import { event } from './event.ts'
import { group } from './group.ts'
import { media } from './media.ts'
import { organizer } from './organizer.ts'
import { page } from './page.ts'
import { series } from './series.ts'
import { category, tag } from './terms.ts'
import { venue } from './venue.ts'

export const resources = { event, series, venue, organizer, category, tag, group, media, page } as const

export type ResourceName = keyof typeof resources
export type ResourceNamed<N extends ResourceName> = (typeof resources)[N]
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

export const resourceNames: readonly ResourceName[] = namesOf(resources)
export const itemNames = resourceNames.filter(
  (name): name is ItemName => name !== 'media' && name !== 'series',
)

export type CreateArgs<N extends ResourceName> = CreateArgsOf<ResourceNamed<N>>
export type UpdateArgs<N extends ResourceName> = UpdateArgsOf<ResourceNamed<N>>
export type ListArgs<N extends ResourceName> = ListArgsOf<ResourceNamed<N>>
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
