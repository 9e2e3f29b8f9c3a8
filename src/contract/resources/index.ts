/** The resources, in the order of the route index. */
import type { Resource, ToCreate, ToList, ToUpdate } from '../resource.ts'
import { category } from './category.ts'
import { event } from './event.ts'
import { media } from './media.ts'
import { organizer } from './organizer.ts'
import { tag } from './tag.ts'
import { venue } from './venue.ts'

export const resources = { event, venue, organizer, category, tag, media } as const

export type ResourceName = keyof typeof resources
export type Named<N extends ResourceName> = (typeof resources)[N]
/** Items with a slug and a page of their own: all but media. */
export type ItemName = Exclude<ResourceName, 'media'>
/** Items with a publication: status, dates, slug, trash. */
export type PublishedName = 'event' | 'venue' | 'organizer'
/** Items that events link to, and that events may create inline. */
export type LinkedName = 'venue' | 'organizer'
export const termNames = ['category', 'tag'] as const
export type TermName = (typeof termNames)[number]

export const resourceNames = Object.keys(resources) as readonly ResourceName[]
export const itemNames = resourceNames.filter((name): name is ItemName => name !== 'media')

export type CreateArgs<N extends ResourceName> = ToCreate<Named<N>>
export type UpdateArgs<N extends ResourceName> = ToUpdate<Named<N>>
export type ListArgs<N extends ResourceName> = ToList<Named<N>>

/** Whether items of this resource are published and trashed, rather than simply there. */
export function isPublished(name: ResourceName): name is PublishedName {
  return name === 'event' || name === 'venue' || name === 'organizer'
}

/** The resource of that name, without its own types. */
export function resourceNamed(name: ResourceName): Resource {
  return resources[name]
}
