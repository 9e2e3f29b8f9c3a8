/** The operations of feeds. */
import { itemNames, resourceNamed } from '../../resources/index.ts'
import { itemPathArgsByAddressing as addresses } from '../addresses.ts'
import type { Operation } from '../operation.ts'
import {
  type FeedScopeResourceName,
  feedArgsOfFormat,
  feedFormats,
  listFileFormats,
  oneEventFeedArgsByAddressing,
  secretFeedPathArgs,
} from './feeds.ts'

/** Returns the feeds and files of all events, and the feeds of the events of one venue, organizer, category or tag, of one event, and secret feeds. */
export function feedOperations(): readonly Operation[] {
  const common = { action: 'feed', resource: 'event', methods: ['GET'] } as const
  const one = (by: 'id' | 'slug'): Operation => ({
    ...common,
    by,
    format: 'ics',
    path: by === 'id' ? '/events/{id}.ics' : '/events/by-slug/{slug}.ics',
    address: addresses[by],
    args: oneEventFeedArgsByAddressing[by],
  })
  const all = [...feedFormats, ...listFileFormats].map((format) => ({
    ...common,
    format,
    path: `/events.${format}`,
    address: {},
    args: feedArgsOfFormat(format),
  }))
  const scoped = (scope: FeedScopeResourceName) =>
    feedFormats.map((format) => ({
      ...common,
      format,
      scope,
      path: `/${resourceNamed(scope).collection}/{id}/events.${format}`,
      address: addresses.id,
      args: feedArgsOfFormat(format),
    }))
  const secret: Operation = {
    ...common,
    format: 'ics',
    isSecret: true,
    path: '/feeds/{secret}/events.ics',
    address: secretFeedPathArgs,
    args: feedArgsOfFormat('ics'),
  }
  const scopes = itemNames.filter((name) => name !== 'event' && name !== 'group' && name !== 'page')
  return [...all, one('id'), one('slug'), ...scopes.flatMap(scoped), secret]
}

/** Returns whether the operation can also respond with iCalendar, by content negotiation. */
export function mayRespondWithCalendar({ action, resource }: Operation): boolean {
  return resource === 'event' && (action === 'list' || action === 'read')
}
