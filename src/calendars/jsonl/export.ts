/** Exports the whole calendar as JSON lines. Referenced items come before the items that reference them. */

import type { Reading } from '../../store/store.ts'
import { exportedSettingsLine } from '../import/import-settings.ts'
import { mediaLineObject } from './media-line.ts'
import {
  type ExportLineContext,
  eventLineObject,
  groupLineObject,
  organizerLineObject,
  seriesLineObject,
  termLineObject,
  venueLineObject,
} from './record-lines.ts'

/** Yields rows by id, but each parent before its children. Holds only the children that come before their parent. */
async function* parentsFirst<R extends { readonly id: number }>(
  rows: AsyncIterable<R>,
  parentOf: (row: R) => number | null,
): AsyncIterable<R> {
  const out = new Set<number>()
  const waiting = new Map<number, R[]>()
  const released = function* (row: R): Iterable<R> {
    const ready = [row]
    for (let next = ready.shift(); next !== undefined; next = ready.shift()) {
      out.add(next.id)
      yield next
      ready.push(...(waiting.get(next.id) ?? []))
      waiting.delete(next.id)
    }
  }
  for await (const row of rows) {
    const parent = parentOf(row)
    if (parent === null || out.has(parent)) yield* released(row)
    else waiting.set(parent, [...(waiting.get(parent) ?? []), row])
  }
}

async function* everyLine(store: Reading, outside: ExportLineContext): AsyncIterable<object> {
  const groups = new Map<number, string>()
  const view = { ...outside, groups }
  for await (const media of store.allMedia()) yield mediaLineObject(media, view)
  const settings = await store.settings()
  if (Object.keys(settings).length > 0) yield exportedSettingsLine(settings, view.globalId)
  for await (const group of store.all('group')) {
    groups.set(group.id, group.slug)
    yield groupLineObject(group, view)
  }
  for await (const tag of store.all('tag')) yield termLineObject('tag', tag, view)
  for await (const category of parentsFirst(store.all('category'), ({ parent }) => parent)) {
    yield termLineObject('category', category, view)
  }
  for await (const venue of store.all('venue')) yield venueLineObject(venue, view)
  for await (const organizer of store.all('organizer')) yield organizerLineObject(organizer, view)
  for await (const series of parentsFirst(store.all('series'), ({ continues }) => continues)) {
    yield seriesLineObject(series, view)
  }
  for await (const event of parentsFirst(store.all('event'), ({ post_parent }) => post_parent)) {
    yield eventLineObject(event, await store.linksOf(event.id), view)
  }
}

/** Yields the whole calendar as JSON lines, including the trash, drafts and password hashes. */
export async function* exportedLines(store: Reading, view: ExportLineContext): AsyncIterable<string> {
  for await (const line of everyLine(store, view)) yield `${JSON.stringify(line)}\n`
}
