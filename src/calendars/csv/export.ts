/** Events → a table, one a row, as an import reads it. */
import type { Moment } from '../../domain/time/moment.ts'
import type { EventRecord, Reading, Viewer } from '../../store/store.ts'
import { fileStart, rowText } from './cells.ts'
import { cellsOf, columns } from './columns.ts'

const BATCH = 100

/** The events that are not in the trash, some at a time. */
export async function* eventBatches(store: Reading): AsyncIterable<readonly EventRecord[]> {
  let batch: EventRecord[] = []
  for await (const event of store.all('event')) {
    if (event.status === 'trash') continue
    batch.push(event)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Every event but those in the trash, drafts too. Of several venues or organizers the first is written. */
export async function* exportedTable(store: Reading, moment: Moment): AsyncIterable<string> {
  const viewer: Viewer = { scope: { user: undefined, reads: 'all', edits: 'all' }, moment }
  yield fileStart + rowText(columns)
  for await (const events of eventBatches(store)) {
    for (const item of await store.items('event', events, viewer)) {
      const cells = cellsOf(item)
      yield rowText(columns.map((column) => cells[column] ?? ''))
    }
  }
}
