/** Prepares operations of editors so that they return a documented status. */
import type { Operation } from '../../src/contract/operations.ts'
import { resourceNamed } from '../../src/contract/resources/index.ts'
import { onDatabase } from './on-database.ts'
import { anEvent, type Json } from './service.ts'
import type { Stage } from './stage.ts'

let made = 0

/** The newest change of an item; for 409, one that is not recorded. */
async function changeOf(
  { service, administrator, databaseUrl }: Stage,
  { resource = 'event' }: Operation,
  id: number,
  status: number,
): Promise<number> {
  const path = `/${resourceNamed(resource).collection}/${id}`
  const { changes } = (await service.get(`${path}/history`, administrator)).body
  if (status === 409) {
    const field = { media: 'alt_text', page: 'content' }[resource as string] ?? 'description'
    const sent = { [field]: 'Other' }
    await service.patch(path, sent, administrator)
    await onDatabase(
      databaseUrl,
      `update audit set revision = 0 where resource = '${resource}' and item_id = ${id}`,
    )
  }
  return changes[0].id
}

/** The revision of a write that can be undone; for 409, of one that deleted a tag; for 410, of an event that is in the trash since. */
async function writeOf({ service, administrator }: Stage, status: number): Promise<number> {
  if (status === 404) return 999_999_999
  if (status === 410) {
    const { body, headers } = await service.post('/events', anEvent(), administrator)
    await service.remove(`/events/${body.id}`, administrator)
    return Number(headers['x-fasti-revision'])
  }
  made += 1
  const tag = await service.post('/tags', { name: `undone ${made}` }, administrator)
  const removed = status === 409 ? await service.remove(`/tags/${tag.body.id}`, administrator) : tag
  return Number(removed.headers['x-fasti-revision'])
}

/** An event to change; for 410, one in the trash. */
async function eventFor({ service, administrator }: Stage, status: number): Promise<number> {
  if (status === 404) return 999_999
  const { id } = (await service.post('/events', anEvent(), administrator)).body
  if (status === 410) await service.remove(`/events/${id}`, administrator)
  return id
}

/** Another item of the operation's resource. */
async function anotherOf(
  { service, administrator }: Stage,
  { resource = 'venue' }: Operation,
): Promise<number> {
  made += 1
  const field = resource === 'venue' || resource === 'organizer' ? resource : 'name'
  const body = { [field]: `another ${made}` }
  return (await service.post(`/${resourceNamed(resource).collection}`, body, administrator)).body.id
}

/** Merges an item into another one. */
export async function mergeAway(stage: Stage, operation: Operation, id: number): Promise<void> {
  const { collection } = resourceNamed(operation.resource ?? 'venue')
  const into = await anotherOf(stage, operation)
  await stage.service.post(`/${collection}/${into}/merge`, { items: [id] }, stage.administrator)
}

/** The body of what becomes of a draft, after one was kept; for 409, of another one. */
async function draftBody({ service, administrator }: Stage, id: number, status: number): Promise<Json> {
  await service.ask('PUT', `/events/${id}/draft`, { changes: { title: 'Changed' } }, administrator)
  return status === 409 ? { seen: 1 } : {}
}

/** The body of an operation of editors on the item with an id; undefined for other operations. */
export async function editingBody(
  stage: Stage,
  operation: Operation,
  id: number,
  status: number,
): Promise<Json | undefined> {
  if (operation.action === 'revert') return { change: await changeOf(stage, operation, id, status) }
  if (operation.action === 'undo') return { revision: await writeOf(stage, status) }
  if (operation.action === 'merge') return { items: [await anotherOf(stage, operation)] }
  if (operation.action === 'duplicate') return { dates: ['2027-06-01'] }
  if (operation.action === 'keep-draft')
    return { changes: { title: 'Changed' }, ...(status === 409 && { seen: 1 }) }
  if (operation.action === 'discard-draft' || operation.action === 'apply-draft')
    return draftBody(stage, id, status)
  if (operation.action === 'bulk') {
    const seen = status === 409 ? { seen: 1 } : {}
    return { ids: [await eventFor(stage, status)], shift_days: 1, ...seen }
  }
  return undefined
}
