/** Feeds: which events, in which format (contract §0, ext.). */
import {
  allowFeed,
  cancelledEvents,
  type FeedArgs,
  type FeedContext,
  feedEvents,
  inView,
  scopeName,
  within,
  withinStatuses,
} from '../actions/feed.ts'
import { read } from '../actions/read.ts'
import { type FeedFormat, feedTypes } from '../contract/feeds.ts'
import { atom } from '../representations/feeds/atom.ts'
import type { FeedView } from '../representations/feeds/channel.ts'
import { jsonFeed } from '../representations/feeds/json-feed.ts'
import { rss } from '../representations/feeds/rss.ts'
import { type Calendar, calendar } from '../representations/icalendar/calendar.ts'
import type { EventItem } from '../store/store.ts'
import { type Asked, accepted, idIn, itemAddress } from './asked.ts'
import { guessOf } from './event-passwords.ts'
import type { FeedAnswer } from './send-feed.ts'
import { type Spool, spooled } from './spool.ts'

/** Events in one calendar: the first in the order of their start. */
const MOST_IN_CALENDAR = 10_000
/** Events in a feed of news: the latest published. */
const NEWEST = 50

interface AskedFeed extends Asked {
  readonly context: FeedContext
}

interface Feed {
  readonly args: FeedArgs
  readonly title: string
  readonly address: string
}

/** Where the feed is to be asked for again: its path with the filters that were sent. */
function addressOf({ operation, params, query, root: { url, namespace } }: Asked): string {
  const path = operation.path.replace('{id}', params.id ?? '').replace('{slug}', params.slug ?? '')
  const sent = Object.keys(operation.args).filter((name) => name !== 'password' && query.has(name))
  const pairs = sent.map((name) => `${name}=${encodeURIComponent(query.texts(name).join(','))}`)
  return `${url}/${namespace}${encodeURI(path)}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}

/** What is asked for, looked up: the filters, and what the feed is called. */
async function feedOf(asked: Asked): Promise<Feed> {
  const { operation, context, params, statuses } = asked
  const { scope } = operation
  const sent = accepted(operation.args, asked.query.args(operation.args), 'query')
  const order = operation.format === 'ics' ? ['start_date', 'asc'] : ['date', 'desc']
  const all = { ...sent, orderby: order[0], order: order[1] } as unknown as FeedArgs
  const args = statuses === undefined ? all : withinStatuses(all, statuses, context)
  if (statuses === undefined) allowFeed(args, context)
  // An address that is a secret is not told in what may be handed on.
  const address = statuses === undefined ? addressOf(asked) : ''
  if (scope === undefined) return { args, title: asked.siteName, address }
  const id = idIn(params)
  return { args: within(args, scope, id), title: await scopeName(scope, id, context), address }
}

async function* written({ args }: Feed, into: Calendar, context: FeedContext): AsyncIterable<string> {
  for await (const items of feedEvents(args, MOST_IN_CALENDAR, context)) yield items.map(into.event).join('')
  const off = cancelledEvents(args, MOST_IN_CALENDAR, context)
  for await (const items of off) yield items.map(into.cancelled).join('')
  yield into.tail
}

async function calendarText(asked: AskedFeed): Promise<Spool> {
  const feed = await feedOf(asked)
  const into = calendar({ ...feed, root: asked.root, zone: asked.context.moment.zone })
  return spooled(written(feed, into, asked.context), into.head)
}

async function newsText(asked: AskedFeed, write: (items: readonly EventItem[], view: FeedView) => string) {
  const feed = await feedOf(asked)
  const view = { ...feed, root: asked.root, moment: asked.context.moment }
  const items: EventItem[] = []
  for await (const some of feedEvents(feed.args, NEWEST, asked.context)) items.push(...some)
  return spooled([write(items, view)], () => '')
}

async function itemText(asked: Asked): Promise<Spool> {
  const { operation, context, root, params, query, headers } = asked
  const { password } = accepted(operation.args, query.args(operation.args), 'query')
  const sent = password ?? (query.text('password') || headers['x-event-password'])
  const guess = guessOf(sent, asked.guesser)
  try {
    const item = await read('event', itemAddress(operation, params), guess.opens, context)
    const view = { root, zone: context.moment.zone, title: item.record.title, address: addressOf(asked) }
    const into = calendar(view)
    const body = into.event(item) + into.tail
    return await spooled([body], into.head)
  } finally {
    guess.end()
  }
}

const texts: Readonly<Record<FeedFormat, (asked: AskedFeed) => Promise<Spool>>> = {
  ics: calendarText,
  rss: (asked) => newsText(asked, rss),
  atom: (asked) => newsText(asked, atom),
  'feed.json': (asked) => newsText(asked, jsonFeed),
}

/** Answers an operation that is a feed: all of it as of one moment. */
export function feedAnswer(asked: Asked, format: FeedFormat): Promise<FeedAnswer> {
  const { by } = asked.operation
  return inView(asked.context, async (context) => {
    const within = { ...asked, context }
    const text = await (by === undefined ? texts[format](within) : itemText(within))
    const isPrivate = asked.statuses !== undefined
    return { type: feedTypes[format], fileName: `events.${format}`, text, isPrivate }
  })
}
