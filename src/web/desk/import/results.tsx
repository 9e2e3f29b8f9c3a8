/** The result of a check or of an import: counts, lines, and the report to download. */

import { useState } from 'preact/hooks'
import { callApi, hasRoleAtLeast } from '../api/api.ts'
import { faultMessage, refusalText } from '../api/faults.ts'
import type { Tag } from '../api/types.ts'
import { argLabel } from '../events/key-text.ts'
import { ALL_DATES_QUERY_FIELDS } from '../events/list/listed.ts'
import { formFieldsByItemCollection } from '../items/fields.ts'
import { askConfirmation } from '../parts/dialog.tsx'
import { saveAsFile } from '../parts/files.tsx'
import { Link } from '../parts/link.tsx'
import { showFault } from '../parts/notice.tsx'
import { dateTimeText, dayText } from '../time/wall.ts'
import { listText, t } from '../words/index.ts'
import {
  type ImportProgress,
  type ImportResult,
  type LineOutcome,
  lineOutcomes,
  type ReportLine,
  reportCsv,
  reportJsonLinesWithoutSummary,
} from './import.ts'

// The notes of an import in the words of the reader: parts left out, or read otherwise than they are written.

type Note = ImportResult['report']['notes'][number]

const linkedFields = [...formFieldsByItemCollection.venues, ...formFieldsByItemCollection.organizers]

/** Returns the label of a field of events, or of one within a venue or an organizer. */
function fieldText(name: string): string {
  const label = argLabel(name)
  const inner = label === name ? linkedFields.find((field) => field.name === name)?.label : undefined
  return inner === undefined ? label : t(inner)
}

function noteText({ what, reason, values = {} }: Note): string {
  const named = typeof values.field === 'string' ? { field: fieldText(values.field) } : {}
  return refusalText({ reason, values: { ...values, ...named } }) ?? what
}

/** Returns how often each note was made, by its text. Several notes may be told in the same words. */
function noteCountsByText(notes: readonly Note[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const note of notes) {
    const text = noteText(note)
    counts.set(text, (counts.get(text) ?? 0) + note.count)
  }
  return counts
}

// Undoes an import in one step.

/** Undoes the writes of an import, the last one first. Returns how many could not be undone, and the reason of the last of these. */
async function undoRevisions(revisions: readonly number[], onUndone: (count: number) => void) {
  let failed = 0
  let reason = ''
  for (const [at, revision] of revisions.toReversed().entries()) {
    try {
      await callApi('POST', '/undo', { body: { revision } })
    } catch (error) {
      failed += 1
      reason = faultMessage(error)
    }
    onUndone(at + 1)
  }
  return { failed, reason }
}

type Made = ImportResult['report']['made']

const termCollections: Readonly<Record<string, 'categories' | 'tags'>> = {
  category: 'categories',
  tag: 'tags',
}

/** Categories or tags, also those that nothing has. */
async function termsBy(collection: string, query: Readonly<Record<string, string | number>>) {
  const { body } = await callApi<Readonly<Record<string, readonly Tag[]>>>('GET', `/${collection}`, {
    query: { ...query, hide_empty: false },
  })
  return body[collection] ?? []
}

/** Deletes the categories and tags of these names that nothing has but what is in the trash. What can't be deleted stays. */
async function deleteEmptyTerms(made: Made): Promise<void> {
  for (const { resource, name } of made) {
    const collection = termCollections[resource]
    if (collection === undefined) continue
    const found = await termsBy(collection, { search: name, per_page: 100 })
    // Of two with one name, the other one may have been there before.
    const [term, other] = found.filter((one) => one.name === name)
    if (term === undefined || other !== undefined) continue
    if (collection === 'categories' && (await termsBy(collection, { parent: term.id })).length > 0) continue
    const events = { ...ALL_DATES_QUERY_FIELDS, [collection]: term.id, status: 'any', per_page: 1 }
    const { total } = await callApi('GET', '/events', { query: events })
    if (total === 0) await callApi('DELETE', `/${collection}/${term.id}`)
  }
}

interface UndoProps {
  readonly revisions: readonly number[]
  /** What the import made beside events. */
  readonly made: Made
}

/** The button that undoes an import, and how far that is. */
function UndoImport({ revisions, made }: UndoProps) {
  const [count, setCount] = useState<number | undefined>(undefined)
  const [result, setResult] = useState<string | undefined>(undefined)
  const undo = async () => {
    const question = { title: t('import.undo'), text: t('import.undo.text'), yes: t('import.undo') }
    if (!(await askConfirmation(question))) return
    setCount(0)
    const { failed, reason } = await undoRevisions(revisions, setCount)
    if (failed === 0 && hasRoleAtLeast('editor')) await deleteEmptyTerms(made).catch(showFault)
    setResult(failed === 0 ? t('import.undone') : t('import.undone.partly', { count: failed, reason }))
  }
  if (result !== undefined) return <p role="status">{result}</p>
  if (count !== undefined)
    return <progress max={revisions.length} value={count} aria-label={t('import.undo')} />
  return (
    <button type="button" onClick={() => void undo()}>
      {t('import.undo')}
    </button>
  )
}

const linkedWords = [
  ['venue', 'venues'],
  ['organizer', 'organizers'],
  ['category', 'categories'],
  ['tag', 'tags'],
] as const

/** Returns why a line was refused, by its fields; in the English of the service where the desk has no words for one of its faults. */
function refusedLineTexts({ reason, faults }: ReportLine): readonly string[] {
  const texts = faults.flatMap((fault) => {
    const text = refusalText(fault)
    if (text === undefined) return []
    return fault.field === '' ? text : t('labelled', { label: argLabel(fault.field), text })
  })
  return texts.length < faults.length ? [reason] : texts
}

function LineRow({ line: shown }: { readonly line: ReportLine }) {
  const { line, title, start_date, starts, id, changed } = shown
  const start =
    starts === '' ? start_date : starts.endsWith('00:00:00') ? dayText(starts) : dateTimeText(starts)
  const name = title || t('import.untitled')
  return (
    <li class="line">
      <span class="name">{id > 0 ? <Link to={`/events/${id}`}>{name}</Link> : name}</span>
      <span class="detail">
        {t('import.line', { line })}
        {start !== '' && ` · ${start}`}
        {changed.length > 0 && ` · ${listText(changed.map(argLabel))}`}
      </span>
      {refusedLineTexts(shown).map((text) => (
        <span key={text} class="wrong">
          {text}
        </span>
      ))}
    </li>
  )
}

function Group({
  outcome,
  count,
  lines,
}: {
  outcome: LineOutcome
  count: number
  lines: readonly ReportLine[]
}) {
  if (count === 0) return null
  return (
    <details class="part" open={outcome === 'refused' || outcome === 'created'}>
      <summary>{t(`import.${outcome}`, { count })}</summary>
      <ul class="lines">
        {lines.map((line) => (
          <LineRow key={`${line.line} ${line.title} ${line.start_date}`} line={line} />
        ))}
      </ul>
      {count > lines.length && <p class="hint">{t('import.more', { count: count - lines.length })}</p>}
    </details>
  )
}

function Downloads({ name, text }: { readonly name: string; readonly text: string }) {
  const stem = `${name.replace(/\.\w+$/, '')}-report`
  return (
    <div class="actions">
      <button
        type="button"
        class="quiet"
        onClick={() => saveAsFile(`${stem}.csv`, 'text/csv', reportCsv(text))}
      >
        {t('import.report', { format: 'CSV' })}
      </button>
      <button
        type="button"
        class="quiet"
        onClick={() =>
          saveAsFile(`${stem}.jsonl`, 'application/x-ndjson', reportJsonLinesWithoutSummary(text))
        }
      >
        {t('import.report', { format: 'JSON Lines' })}
      </button>
    </div>
  )
}

/** The venues, organizers and terms that are new. */
function MadeItems({
  made,
  isDry,
}: {
  readonly made: ImportResult['report']['made']
  readonly isDry: boolean
}) {
  const groups = linkedWords.flatMap(([resource, word]) => {
    const names = made.filter((one) => one.resource === resource).map(({ name }) => name)
    return names.length === 0 ? [] : [[t(word), listText(names)] as const]
  })
  if (groups.length === 0) return null
  return (
    <details class="part" open>
      <summary>{t(isDry ? 'import.made.soon' : 'import.made')}</summary>
      <dl>
        {groups.map(([label, names]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{names}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

interface ResultsProps {
  /** The name of the file. */
  readonly name: string
  readonly finished: ImportResult
}

/** The counts, the first lines of each outcome, and links to the report. */
export function ImportResults({ name, finished: { report, shown, text } }: ResultsProps) {
  return (
    <section class="results">
      <h2>{t(report.dry_run ? 'preview' : 'import.done')}</h2>
      <p role="status">
        {[...lineOutcomes, 'removed' as const]
          .filter((outcome) => report[outcome] > 0)
          .map((outcome) => t(`import.${outcome}`, { count: report[outcome] }))
          .join(' · ') || t('import.nothing')}
      </p>
      {lineOutcomes.map((outcome) => (
        <Group
          key={outcome}
          outcome={outcome}
          count={report[outcome]}
          lines={shown.filter((line) => line.outcome === outcome)}
        />
      ))}
      <MadeItems made={report.made} isDry={report.dry_run} />
      {report.notes.length > 0 && (
        <details class="part">
          <summary>{t('import.notes')}</summary>
          <ul>
            {[...noteCountsByText(report.notes)].map(([text, count]) => (
              <li key={text}>
                {text} ({count})
              </li>
            ))}
          </ul>
        </details>
      )}
      {report.revisions.length > 0 && <UndoImport revisions={report.revisions} made={report.made} />}
      <Downloads name={name} text={text} />
    </section>
  )
}

/** The progress of the import. */
export function ImportProgressView({
  text,
  progress,
}: {
  readonly text: string
  readonly progress: ImportProgress
}) {
  const { sent, lines, total } = progress
  const share = sent < 1 ? sent : total > 0 ? Math.min(1, lines / total) : undefined
  return (
    <div class="running">
      <p role="status">{text}</p>
      <progress max={1} {...(share !== undefined && { value: share })} aria-label={text} />
      {total > 0 && <span class="detail">{t('import.progress', { done: lines, all: total })}</span>}
    </div>
  )
}
