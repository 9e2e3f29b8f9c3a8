/**
 * Events that were moved from a server that did not send their UIDs. Its calendar contains the page of each event (RFC 5545
 * §3.8.4.6, URL), whose URL has the host of the event's origin and its slug.
 */
import { urlOfAnyScheme } from '../../domain/text/links.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { EventRecord } from '../../store/store.ts'
import type { ImportTransaction } from '../import/import-batch.ts'
import type { EventImportEntry } from './text/import-entry.ts'

/** The host and the slug of a page; undefined if the text is no URL with a path. */
function pageOf(website: unknown): { readonly host: string; readonly slug: string } | undefined {
  const url = typeof website === 'string' ? urlOfAnyScheme(website) : undefined
  if (url === undefined) return undefined
  const { host, pathname } = url
  try {
    const slug = decodeURIComponent(pathname).split('/').filter(Boolean).at(-1)
    return slug === undefined ? undefined : { host, slug }
  } catch {
    return undefined
  }
}

/** Whether a global id belongs to an item on that host. */
const isOn = (host: string) => (id: unknown) =>
  typeof id === 'string' && id.includes('?id=') && (id.startsWith(`${host}?`) || id.startsWith(`${host}/`))

/**
 * Returns the moved event that an entry describes; undefined if there is none. The event gets the entry's UID, so that the next
 * import finds it by the UID.
 */
export async function findMovedEventAndSetUid(
  { store, context }: ImportTransaction,
  { uid, args, parent }: EventImportEntry,
): Promise<EventRecord | undefined> {
  const page = parent === undefined ? pageOf(args.website) : undefined
  if (page === undefined) return undefined
  const event = await store.find('event', { slug: page.slug }, context.moment)
  if (event === undefined || !event.origins.some(isOn(page.host))) return undefined
  const changed = { uid, version: event.version + 1, modified_utc: epochOfInstant(context.moment.now) }
  await store.update('event', event.id, changed)
  return { ...event, ...changed }
}
