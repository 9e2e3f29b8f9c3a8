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
