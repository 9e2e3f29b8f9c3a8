/**
 * Events that were moved here from a server that did not tell their UIDs. Its calendar names the page of each event (RFC 5545
 * §3.8.4.6, URL), which has the host of the event's origin and its slug.
 */
import { epochOf } from '../../domain/time/moment.ts'
import type { EventRecord } from '../../store/store.ts'
import type { Batch } from '../import/runs.ts'
import type { Entry } from './text/entry.ts'

/** The host and the slug of a page; undefined where the text is no address with a path. */
function pageOf(website: unknown): { readonly host: string; readonly slug: string } | undefined {
  if (typeof website !== 'string' || !URL.canParse(website)) return undefined
  const { host, pathname } = new URL(website)
  try {
    const slug = decodeURIComponent(pathname).split('/').filter(Boolean).at(-1)
    return slug === undefined ? undefined : { host, slug }
  } catch {
    return undefined
  }
}

/** Whether a global id is of an item on that host. */
const isOn = (host: string) => (id: unknown) =>
  typeof id === 'string' && id.includes('?id=') && (id.startsWith(`${host}?`) || id.startsWith(`${host}/`))

/**
 * The moved event that an entry describes; undefined where there is none. It takes the entry's UID, so that the next import finds
 * it by that.
 */
export async function adoptMoved(
  { store, context }: Batch,
  { uid, args, parent }: Entry,
): Promise<EventRecord | undefined> {
  const page = parent === undefined ? pageOf(args.website) : undefined
  if (page === undefined) return undefined
  const event = await store.find('event', { slug: page.slug }, context.moment)
  if (event === undefined || !event.origins.some(isOn(page.host))) return undefined
  const changed = { uid, version: event.version + 1, modified_utc: epochOf(context.moment.now) }
  await store.update('event', event.id, changed)
  return { ...event, ...changed }
}
