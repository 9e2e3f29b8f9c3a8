/** The result of each line of an import, for reports and dry runs. */
import { type ItemName, itemNames, resourceNamed } from '../../contract/resources/index.ts'
import { argNamesByLinkedResource } from '../../contract/stored-args.ts'
import type { Faults, Problem, RefusalReason } from '../../problem.ts'
import type { Writing } from '../../store/store.ts'
import type { LineOutcome, UnfinishedLineImport } from './import-batch.ts'

/** The title and the start that a line contains; "" for each that is missing. */
export interface LineLabel {
  readonly title: string
  readonly start_date: string
}

/** One thing that is wrong with a line. */
export interface LineFault {
  /** The field that it is about, such as `start_date` or `venue[0].website`; "" if it is about the line as a whole. */
  readonly field: string
  /** The reason, or the code of the problem where that says enough. */
  readonly reason: string
  readonly values: RefusalReason['values']
}

const wholeLineFault = (reason: string, values: RefusalReason['values'] = {}): LineFault => ({
  field: '',
  reason,
  values,
})

/** The fault of a line that failed for a reason within the service. */
export const internalLineFault = wholeLineFault('internal_server_error')

/** Returns what is wrong with a line: each missing or invalid field, or else the reason against the line as a whole. */
export function lineFaultsOf({ code, data }: Problem): readonly LineFault[] {
  const missing = Array.isArray(data.params) ? data.params.map(String) : []
  const invalid: Faults = { ...Object(data.details), ...Object(data.invalid) }
  const ofFields = [
    ...missing.map((field) => ({ field, reason: 'missing', values: {} })),
    ...Object.entries(invalid).map(([field, { reason, values }]) => ({ field, reason, values })),
  ]
  if (ofFields.length > 0) return ofFields
  return [wholeLineFault(typeof data.reason === 'string' ? data.reason : code, Object(data.values))]
}

/** One line of the report. */
export interface ReportedLine extends LineLabel {
  readonly line: number
  readonly outcome: LineOutcome | 'refused'
  /** When the event starts that the line created or moved, on the clock of its zone; "" otherwise. */
  readonly starts: string
  /** The item that the line created or changed; 0 if there is none, and in a dry run that would create it. */
  readonly id: number
  /** The fields that changed. */
  readonly changed: readonly string[]
  /** Why the line is refused; "" otherwise. */
  readonly reason: string
  /** The same for programs; empty otherwise. */
  readonly faults: readonly LineFault[]
}

/** The item that a line wrote. */
export interface WrittenItem {
  readonly name: ItemName
  readonly id: number
  readonly isNew: boolean
  /** The start of an event, if it was written. */
  readonly starts?: string | undefined
  readonly changed: readonly string[]
}

/** The result of a line, as the import records it. */
export interface RecordedLineResult {
  readonly line: number
  readonly outcome: LineOutcome | 'refused'
  readonly reason?: string
  readonly faults?: readonly LineFault[]
  readonly written?: WrittenItem | undefined
  /** The next part of its import, which takes a transaction of its own. */
  readonly next?: UnfinishedLineImport['next'] | undefined
  /** Computed only when it is read. */
  label(): LineLabel
}

/** Returns the result of a line after another part of its import. */
export function joinedResultOfLineParts(
  before: RecordedLineResult,
  after: RecordedLineResult | undefined,
): RecordedLineResult {
  if (after === undefined || after.outcome === 'refused') return { ...before, ...after, next: undefined }
  const written = before.written ?? after.written
  const outcome = before.outcome === 'unchanged' ? after.outcome : before.outcome
  return { ...before, outcome, written, next: after.next }
}

/** A writing that records the items of one line, and a function that returns and clears the record. */
interface RecordingWriting {
  readonly store: Writing
  /** Returns the item that was written since the last call: the event, if there is one. */
  take(): WrittenItem | undefined
}

/** Returns the result for reports. An item that a dry run would create has no id. */
export function reportedLine(
  { line, outcome, reason = '', faults = [], written, label }: RecordedLineResult,
  isDry: boolean,
): ReportedLine {
  const id = written === undefined || (isDry && written.isNew) ? 0 : written.id
  const changed = outcome === 'updated' ? (written?.changed ?? []) : []
  return { line, outcome, ...label(), starts: written?.starts ?? '', id, changed, reason, faults }
}

function fieldsOf(name: ItemName, columns: readonly string[]): readonly string[] {
  const { fields } = resourceNamed(name)
  const named = columns.map((column) => {
    if (column === 'name' && (name === 'venue' || name === 'organizer')) return name
    if (column === 'category' || column === 'tag') return argNamesByLinkedResource[column]
    return column === 'date_utc' ? 'date' : column
  })
  return named.filter((field) => Object.hasOwn(fields, field))
}

const isItem = (name: string): name is ItemName => itemNames.some((one) => one === name)

/** Returns the start among the columns of an event. */
const startIn = (columns: object): string | undefined =>
  'start_date' in columns && typeof columns.start_date === 'string' ? columns.start_date : undefined

/** Wraps a writing so that it records the written items. `onMade` is told of those besides events. */
export function recordingWriting(
  store: Writing,
  onMade: (resource: string, name: string) => void = () => {},
): RecordingWriting {
  let noted: WrittenItem | undefined
  const note = (next: WrittenItem) => {
    if (noted?.name === next.name && noted.id === next.id)
      noted = {
        ...noted,
        starts: next.starts ?? noted.starts,
        changed: [...new Set([...noted.changed, ...next.changed])],
      }
    else if (noted === undefined || (noted.name !== 'event' && next.name === 'event')) noted = next
  }
  const wrote = (name: string, id: number, values: object, isNew: boolean) => {
    if (!isItem(name)) return
    note({
      name,
      id,
      isNew,
      starts: startIn(values),
      changed: isNew ? [] : fieldsOf(name, Object.keys(values)),
    })
    if (isNew && 'name' in values && typeof values.name === 'string') onMade(name, values.name)
  }
  return {
    store: {
      ...store,
      async insert(name, values) {
        const id = await store.insert(name, values)
        wrote(name, id, values, true)
        return id
      },
      async update(name, id, values) {
        await store.update(name, id, values)
        wrote(name, id, values, false)
      },
      async put(name, id, values) {
        const stored = await store.put(name, id, values)
        wrote(name, stored.id, values, id === undefined)
        return stored
      },
    },
    take() {
      const taken = noted
      noted = undefined
      return taken
    },
  }
}
