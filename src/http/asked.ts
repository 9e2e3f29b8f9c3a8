/** The request and the response of an operation. */
import type { Context } from '../actions/context.ts'
import { type Args, readArgs } from '../contract/arg.ts'
import type { Operation } from '../contract/operations.ts'
import type { Status } from '../contract/resources/shared.ts'
import type { Moment } from '../domain/moment.ts'
import { type Faults, invalidParams, missingParams } from '../problem.ts'
import type { View } from '../representations/json/index.ts'
import type { Root } from '../representations/urls.ts'
import type { Address, Glance } from '../store/store.ts'
import type { Guesser } from './event-passwords.ts'
import type { FeedCache } from './feed-cache.ts'
import type { FeedPieces } from './feed-pieces.ts'
import { rootLink } from './headers.ts'
import type { Conditions } from './preconditions.ts'
import type { Query } from './query.ts'
import type { Sent } from './sent.ts'
import type { Shelf } from './shelf.ts'

/** A JSON body that is already available as chunks of bytes. */
export interface Pieced {
  /** A digest of the body, used in its ETag. */
  readonly tag: string
  readonly pieces: readonly Buffer[]
  /** Of a list: the chunks of its items, with commas between them. */
  readonly members?: readonly Buffer[]
}

/** A response revalidated at another revision; `made` builds its headers and body. */
export interface Again {
  /** The digest of the body: equal to the earlier one if the response has not changed. */
  readonly tag: string
  made(): Pick<Answer, 'headers'> & { readonly pieced: Pieced }
}

/** The response of an operation, before it is serialized and sent. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object
  /** The body as chunks of JSON; replaces `body`. */
  readonly pieced?: Pieced
  /** Sent instead of the body. */
  readonly file?: { readonly type: string; readonly text: string }
  /** Of an item: begins its ETag. */
  readonly version?: number
  readonly modified?: number
  /** The request's If-Modified-Since is too coarse to tell this state from another one. */
  readonly isUnsettled?: boolean
  /** Revalidates the response at a later revision of the same day; undefined if that needs the database. */
  again?(glance: Glance, moment: Moment): Again | undefined
  /** The response depends on the current time in other ways than by midnight and scheduled publications. */
  readonly isMoving?: boolean
}

/** The parts of a request that operations need. */
export interface Asked {
  readonly operation: Operation
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: unknown
  readonly headers: Conditions
  /** The oldest revision that the response may be read from. */
  readonly atLeast: number
  readonly root: Root
  readonly maxPerPage: number
  readonly siteName: string
  readonly context: Context
  readonly guesser: Guesser
  /** Of a secret feed: the statuses that it shows. */
  readonly statuses?: readonly Status[]
  /** Idempotency keys of the requests in progress in this process; across processes the transaction decides. */
  readonly underWay: Set<string>
  readonly shelf: Shelf
  /** The iCalendar text of events, cached. */
  readonly pieces: FeedPieces
  readonly feeds: FeedCache
  /** Whether the client has closed the connection. */
  isGone(): boolean
}

/** Returns the values of args. Throws one 400 problem that names every fault. */
export function accepted(
  args: Args,
  sent: Sent,
  mode: 'query' | 'create' | 'update',
  refuses: Readonly<Record<string, string>> = {},
) {
  const { values, missing, faults } = readArgs(args, sent, mode)
  const refused = Object.entries(refuses).filter(([name]) => sent[name] !== undefined)
  const all: Faults = {
    ...faults,
    ...Object.fromEntries(refused.map(([name, message]) => [name, { code: 'rest_invalid_param', message }])),
  }
  if (missing.length > 0) throw missingParams(missing, all)
  if (Object.keys(all).length > 0) throw invalidParams(all)
  return values
}

/** The id in a path. An id past the safe integers becomes 0, which no item has. */
export function idIn({ id }: Asked['params']): number {
  const number = Number(id)
  return Number.isSafeInteger(number) ? number : 0
}

/** The address of an item from the path: its id or its slug. */
export function itemAddress({ by }: Operation, params: Asked['params']): Address {
  return by === 'slug' ? { slug: params.slug ?? '' } : { id: idIn(params) }
}

/** The view in which items are represented, as a single item or within a list. */
export const viewOf = ({ root, context, siteName }: Asked, isSingle: boolean): View => ({
  root,
  zone: context.moment.zone,
  currency: context.currency,
  isSingle,
  site: siteName,
})

/** A response with the link to the root before its own links; also after each revalidation. */
export function linked(answer: Answer, rootUrl: string): Answer {
  const root = rootLink(rootUrl)
  const withLink = <A extends Pick<Answer, 'headers'>>(one: A) => {
    const own = one.headers?.Link
    const Link = own === undefined ? root : `${root}, ${own}`
    return { ...one, headers: { ...one.headers, Link } }
  }
  const { again } = answer
  if (again === undefined) return withLink(answer)
  const againLinked: typeof again = (...now) => {
    const one = again(...now)
    return one && { tag: one.tag, made: () => withLink(one.made()) }
  }
  return { ...withLink(answer), again: againLinked }
}
