/** The addresses of things under a root (contract §0). */

import type { ResourceName } from '../contract/resources/index.ts'

/** How an alias shows and reads items, where that differs from our own interface (contract §12). */
export interface Dialect {
  /** The representation of an item as programs of this dialect expect it; keys keep their order. */
  shown(name: ResourceName, representation: object): object
  /** What was sent for an item, in our own terms. */
  sent(sent: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
}

export interface Root {
  /** `FASTI_BASE_URL`, without a trailing slash. */
  readonly base: string
  /** `base`, and `/{language}` where the request named one. */
  readonly url: string
  readonly namespace: string
  /** What pages are below, where that is not `url`. */
  readonly pages?: string
  /** Of an alias whose programs expect other representations than ours. */
  readonly dialect?: Dialect
}

/** Where the pages are that a root leads to. */
export function siteUrl({ pages, url }: Root): string {
  return `${pages ?? url}/`
}

/** The page of an item in the web calendar. */
export function pageUrl(
  root: Root,
  kind: 'event' | 'venue' | 'organizer' | 'category' | 'tag',
  slug: string,
): string {
  return `${siteUrl(root)}${kind}/${encodeURIComponent(slug)}/`
}

/** The address of a collection, or of one of its items. */
export function restUrl({ url, namespace }: Root, collection: string, id?: number): string {
  const path = `${url}/${namespace}/${collection}`
  return id === undefined ? path : `${path}/${id}`
}

/** `HOST[:PORT][/PATH]?id=ID`, with the type for all but events. */
export function globalId({ base }: Pick<Root, 'base'>, name: ResourceName | 'media', id: number): string {
  const type = name === 'event' ? '' : `&type=${name}`
  return `${base.replace(/^[a-z]+:\/\//i, '')}?id=${id}${type}`
}

/** Where a media file is served. */
export function mediaUrl({ base }: Root, file: string): string {
  return `${base}/media/${file}`
}
