/** The result of a check or of an import: counts, lines, and the report to download. */

import { useState } from 'preact/hooks'
import { faultMessage, refusalText } from '../api/faults.ts'
import { undoEach } from '../bulk/undo.ts'
import { argLabel } from '../events/key-text.ts'
import { Button } from '../parts/button.tsx'
import { askConfirmation } from '../parts/dialog.tsx'
import { saveAsFile } from '../parts/files.tsx'
import { Link } from '../parts/link.tsx'
import { Lines } from '../parts/loaded.tsx'
import { dateTimeText, dayText } from '../time/wall.ts'
import { listText, t } from '../words/index.ts'
import { costText } from '../words/prices.ts'
import {
  hasNoTime,
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

function noteText({ what, reason, values = {} }: Note): string {
  const named = typeof values.field === 'string' ? { field: argLabel(values.field) } : {}
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

/** The button that undoes an import, and how far that is. */
function UndoImport({ revisions }: { readonly revisions: readonly number[] }) {
  const [count, setCount] = useState<number | undefined>(undefined)
  const [result, setResult] = useState<string | undefined>(undefined)
  const undo = async () => {
    const question = { title: t('import.undo'), text: t('import.undo.text'), yes: t('import.undo') }
    if (!(await askConfirmation(question))) return
    setCount(0)
    const { left } = await undoEach(revisions.toReversed(), setCount)
    const faults = [...left.values()]
    const partly = { count: faults.length, reason: faultMessage(faults.at(-1)) }
    setResult(faults.length === 0 ? t('import.undone') : t('import.undone.partly', partly))
  }
  if (result !== undefined) return <p role="status">{result}</p>
  if (count !== undefined)
    return <progress max={revisions.length} value={count} aria-label={t('import.undo')} />
  return <Button onClick={() => void undo()} label={t('import.undo')} />
}

const linkedWords = [
  ['venue', 'venues'],
  ['organizer', 'organizers'],
  ['category', 'categories'],
  ['tag', 'tags'],
] as const

/** Returns why a line was refused, by its fields; in the English of the service where the desk has no words for one of its faults. */
function refusedLineTexts({ reason, faults }: Pick<ReportLine, 'reason' | 'faults'>): readonly string[] {
  const texts = faults.flatMap((fault) => {
    const text = refusalText(fault)
    if (text === undefined) return []
    return fault.field === '' ? text : t('labelled', { label: argLabel(fault.field), text })
  })
  return texts.length < faults.length ? [reason] : texts
}

type ReportedLineProps = Partial<ReportLine> &
  Pick<ReportLine, 'line' | 'title' | 'start_date' | 'reason' | 'faults'>

/** A line of a file: its event, as far as it was read, and why it was refused. */
export function ReportedLine({ line: shown }: { readonly line: ReportedLineProps }) {
  const { line, title, start_date, starts = '', venue = '', cost = '', id = 0, changed = [] } = shown
  const start = starts === '' ? start_date : hasNoTime({ starts }) ? dayText(starts) : dateTimeText(starts)
  const name = title || t('import.untitled')
  const facts = [t('import.line', { line }), start, venue, costText(cost), listText(changed.map(argLabel))]
  return (
    <>
      <span class="name">{id > 0 ? <Link to={`/events/${id}`}>{name}</Link> : name}</span>
      <span class="detail">{facts.filter(Boolean).join(' · ')}</span>
      {refusedLineTexts(shown).map((text) => (
        <span key={text} class="wrong">
          {text}
        </span>
      ))}
    </>
  )
}

interface GroupProps {
  readonly outcome: LineOutcome
  readonly count: number
  readonly lines: readonly ReportLine[]
}

function Group({ outcome, count, lines }: GroupProps) {
  if (count === 0) return null
  return (
    <details class="part" open={outcome === 'refused' || outcome === 'created'}>
      <summary>{t(`import.${outcome}`, { count })}</summary>
      <Lines items={lines} keyOf={({ line, title, start_date }) => `${line} ${title} ${start_date}`}>
        {(line) => <ReportedLine line={line} />}
      </Lines>
      {count > lines.length && <p class="hint">{t('import.more', { count: count - lines.length })}</p>}
    </details>
  )
}

const reportFormats = [
  { format: 'CSV', extension: 'csv', type: 'text/csv', written: reportCsv },
  {
    format: 'JSON Lines',
    extension: 'jsonl',
    type: 'application/x-ndjson',
    written: reportJsonLinesWithoutSummary,
  },
] as const

function Downloads({ name, text }: { readonly name: string; readonly text: string }) {
  const stem = `${name.replace(/\.\w+$/, '')}-report`
  return (
    <div class="actions">
      {reportFormats.map(({ format, extension, type, written }) => (
        <Button
          key={format}
          class="quiet"
          onClick={() => saveAsFile(`${stem}.${extension}`, type, written(text))}
          label={t('import.report', { format })}
        />
      ))}
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

/** How many lines had which outcome; of an import that is done, how many events it imported. */
export function outcomesText({ report }: ImportResult): string {
  const imported = report.dry_run ? 0 : report.created + report.updated
  const told = lineOutcomes.filter((one) => imported === 0 || (one !== 'created' && one !== 'updated'))
  const counts = [...told, 'removed' as const]
    .filter((outcome) => report[outcome] > 0)
    .map((outcome) => t(`import.${outcome}`, { count: report[outcome] }))
  const all = imported === 0 ? counts : [t('import.imported', { count: imported }), ...counts]
  return all.join(' · ') || t('import.nothing')
}

interface ResultsProps {
  /** The name of the file. */
  readonly name: string
  readonly finished: ImportResult
}

/** The first lines of each outcome, and links to the report; of an import that is done also the counts, and what one does next. */
export function ImportResults({ name, finished }: ResultsProps) {
  const { report, shown, text } = finished
  return (
    <section class="results">
      <h2>{t(report.dry_run ? 'preview' : 'import.done')}</h2>
      {!report.dry_run && (
        <>
          <p role="status">{outcomesText(finished)}</p>
          <div class="actions">
            <Link to="/events" class="button main" label={t('import.see')} />
            {report.revisions.length > 0 && <UndoImport revisions={report.revisions} />}
          </div>
        </>
      )}
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
      <Downloads name={name} text={text} />
    </section>
  )
}

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
