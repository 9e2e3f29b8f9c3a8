/** Prepares the requests of programs so that an operation returns a documented status. */
import type { Json } from './service.ts'
import type { Stage } from './stage.ts'

let made = 0

/** A batch of one create. */
export const batchOf = (path: string, body: Json): Json => ({ operations: [{ method: 'POST', path, body }] })

/** A message of the Model Context Protocol that gets the status; a notification gets 202. */
export function messageFor(status: number): Json {
  if (status === 202) return { jsonrpc: '2.0', method: 'notifications/initialized' }
  return { jsonrpc: '2.0', id: 1, method: 'tools/list' }
}

/** An external UID for one request, and the id of its event. The event exists unless the request creates it. */
export async function outsideEvent(
  { service, administrator }: Stage,
  body: Json,
  status: number,
): Promise<{ readonly id: number; readonly uid: string }> {
  made += 1
  const uid = `outside-${made}@example.org`
  if (status === 201) return { id: 0, uid }
  const { id } = (await service.ask('PUT', `/events/by-uid/${uid}`, body, administrator)).body
  return { id: Number(id), uid }
}

let followers = 0

/** Returns the id of a new follower of the calendar that waits for an editor. */
export async function followerOf({ service }: Stage): Promise<number> {
  followers += 1
  // The first look at the calendar's actor makes it.
  await service.get('//ap/calendar')
  const { actors, followers: all } = service.store.federation
  const actor = await actors.byId(1)
  const follower = `http://127.0.0.1/users/${followers}`
  const inbox = `${follower}/inbox`
  await all.add({
    actor_id: actor?.id ?? 0,
    follower,
    host: '127.0.0.1',
    inbox,
    delivered_to: 'http://127.0.0.1/inbox',
    state: 'pending',
    activity: `${follower}#follow`,
    created_utc: 0,
  })
  const { followers: listed } = await all.page({ page: 1, per_page: 100 })
  return listed.find((one) => one.follower === follower)?.id ?? 0
}

/** Follows a new actor. Returns the id under which it is followed. */
export async function followingOf({ service, administrator, actor }: Stage): Promise<number> {
  const { id } = (await service.post('/following', { actor: actor() }, administrator)).body
  return Number(id)
}

/** Returns a blocked domain; for 409 one that the configuration blocks. */
export async function blockOf({ service, administrator }: Stage, status: number): Promise<string> {
  if (status === 409) return 'fixed.example'
  await service.ask('PUT', '/federation/blocks/bad.example', undefined, administrator)
  return 'bad.example'
}
