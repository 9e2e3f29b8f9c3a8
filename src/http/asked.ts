/** What an operation is asked, and what it answers. */
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

/** A body that is at hand as JSON in bytes. */
export interface Pieced {
  /** Stands for all of it in an ETag. */
  readonly tag: string
  readonly pieces: readonly Buffer[]
  /** Of a list: its items alone, with commas between. */
  readonly members?: readonly Buffer[]
}

/** An answer as it is at another revision; `made` puts it together, with its headers. */
export interface Again {
  /** The same as that of the answer at another revision where that is the same. */
  readonly tag: string
  made(): Pick<Answer, 'headers'> & { readonly pieced: Pieced }
}

/** What an operation answers, before it is put on the wire. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object
  /** The body, where it is at hand as JSON in bytes. */
  readonly pieced?: Pieced
  /** Sent instead of the body. */
  readonly file?: { readonly type: string; readonly text: string }
  /** Of an item: begins its ETag. */
  readonly version?: number
  readonly modified?: number
  /** The request's If-Modified-Since can't tell this state from another one. */
  readonly isUnsettled?: boolean
  /** The answer at a later revision of the same day; undefined where memory alone does not tell. */
  again?(glance: Glance, moment: Moment): Again | undefined
  /** It changes with the clock at other times than at midnight and with a scheduled publication. */
  readonly isMoving?: boolean
}

/** A request as far as operations need it. */
export interface Asked {
  readonly operation: Operation
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: unknown
  readonly headers: Conditions
  /** The revision that the answer may be no older than. */
  readonly atLeast: number
  readonly root: Root
  readonly maxPerPage: number
  readonly siteName: string
  readonly context: Context
  readonly guesser: Guesser
  /** Of a feed at a secret address: the statuses that it shows. */
  readonly statuses?: readonly Status[]
  /** Idempotency keys of the requests that this application is answering; across instances the transaction decides. */
  readonly underWay: Set<string>
  readonly shelf: Shelf
  /** Events of calendars as text. */
  readonly pieces: FeedPieces
  readonly feeds: FeedCache
  /** Whether whoever asked has closed the connection. */
  isGone(): boolean
}

/** The values of args, or one problem that names every fault. */
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

/** The id in a path. One too large to be exact is 0, which nothing has. */
export function idIn({ id }: Asked['params']): number {
  const number = Number(id)
  return Number.isSafeInteger(number) ? number : 0
}

/** The address of an item, as the path has it. */
export function itemAddress({ by }: Operation, params: Asked['params']): Address {
  return by === 'slug' ? { slug: params.slug ?? '' } : { id: idIn(params) }
}

/** How an answer shows items; one alone, or in a list. */
export const viewOf = ({ root, context, siteName }: Asked, isSingle: boolean): View => ({
  root,
  zone: context.moment.zone,
  currency: context.currency,
  isSingle,
  site: siteName,
})

/** An answer with the link to the root before its own, now and whenever it is made again. */
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
