/** Imports a file: the user chooses it, previews it, checks it without saving, then imports it. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { faultMessage, isUnreachable } from '../api/faults.ts'
import { Fields, type FormRow } from '../edited/fields.tsx'
import type { FormValues } from '../edited/use-edited-item.ts'
import { argLabel } from '../events/key-text.ts'
import { keep, readKept } from '../kept/keep.ts'
import { Button } from '../parts/button.tsx'
import { ErrorText, SelectField } from '../parts/field.tsx'
import { FileDrop } from '../parts/files.tsx'
import { FoldedSection } from '../parts/sections.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { type Key, t } from '../words/index.ts'
import {
  type FileColumnsPreview,
  type ImportOptions,
  type ImportProgress,
  type ImportResult,
  requestFileColumnsPreview,
  runImport,
} from './import.ts'
import { ImportProgressView, ImportResults, outcomesText } from './results.tsx'

// Maps the columns of a table to fields. The service proposes the mapping, and the user can change it.

const words: Readonly<Record<string, Key>> = {
  start_time: 'import.start-time',
  end_time: 'import.end-time',
  location: 'import.location',
  group: 'one.group',
  in_main: 'in-main',
  uid: 'import.uid',
  date_utc: 'import.date-utc',
  further_venues: 'import.further-venues',
  further_organizers: 'import.further-organizers',
  recurrence_id: 'import.recurrence-id',
  private: 'status.private',
  published: 'status.publish',
  currency_symbol: 'import.currency-symbol',
  currency_position: 'import.currency-position',
}

/** The label of a field that a column can map to. */
function columnText(column: string): string {
  const own = words[column]
  if (own !== undefined) return t(own)
  const [, kind, field = ''] = /^(venue|organizer)_(\w+)$/.exec(column) ?? []
  const isOfLink = kind === 'venue' || kind === 'organizer'
  return isOfLink ? t('labelled', { label: t(kind), text: argLabel(field) }) : argLabel(column)
}

interface ColumnsProps {
  readonly preview: FileColumnsPreview
  readonly columns: readonly string[]
  readonly onChange: (columns: readonly string[]) => void
}

/** A select for each column. Choosing a field for one column removes it from the others. */
function ColumnMapping({ preview, columns, onChange }: ColumnsProps) {
  const options = [
    ['', t('import.ignored')] as const,
    ...preview.choices.map((column) => [column, columnText(column)] as const),
  ]
  const choose = (at: number, column: string) =>
    onChange(columns.map((one, place) => (place === at ? column : one === column ? '' : one)))
  const named = preview.columns.flatMap(({ name }, at) => {
    const column = columns[at] ?? ''
    return column === '' ? [] : [t('labelled', { label: name, text: columnText(column) })]
  })
  // What is not imported may be wanted.
  return (
    <FoldedSection title={t('columns')} line={named.join(' · ')} isOpen={columns.includes('')}>
      <p class="hint">{t('import.columns.hint')}</p>
      <div class="mapping">
        {preview.columns.map(({ name, samples }, at) => (
          <SelectField
            key={`${at} ${name}`}
            name={`column-${at}`}
            label={name === '' ? t('import.unnamed', { number: at + 1 }) : name}
            hint={samples.join(' · ')}
            value={columns[at] ?? ''}
            options={options}
            onChange={(column) => choose(at, column)}
          />
        ))}
      </div>
    </FoldedSection>
  )
}

// Goes on by itself with what could not be sent, once the network is back, so that nobody chooses a file twice.

/** An act that waits, and the name of its file. */
interface Waiting {
  readonly name: string
  readonly again: () => void
}

/** Says that a file is kept, with a button for when the service is back and the network was never gone. */
function KeptFile({ name, again }: Waiting) {
  useEffect(() => {
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [again])
  return (
    <div class="kept" role="status">
      <p>
        {t('fault.unreachable')} {t('import.kept', { name })}
      </p>
      <Button onClick={again} label={t('again')} />
    </div>
  )
}

// Dry runs and imports of a chosen file.

/** Returns the progress of a dry run or an import, what came of it, and how to start one. */
function useImportProgress() {
  const [progress, setProgress] = useState<ImportProgress | undefined>(undefined)
  const [dry, setDry] = useState<ImportResult | undefined>(undefined)
  const [done, setDone] = useState<ImportResult | undefined>(undefined)
  const [fault, setFault] = useState<string | undefined>(undefined)
  const [waiting, setWaiting] = useState<Waiting | undefined>(undefined)
  const newest = useRef<ImportOptions | undefined>(undefined)
  const run = async (file: File, how: ImportOptions, isDry: boolean) => {
    newest.current = how
    setFault(undefined)
    setWaiting(undefined)
    setProgress({ sent: 0, lines: 0, total: 0 })
    const show = (result: ImportResult) => {
      if (!isDry) setDone(result)
      else if (newest.current === how) setDry(result)
    }
    // An import that broke may have made events: it is begun again by its button alone.
    const again = () => void run(file, how, isDry)
    const fail = (error: unknown) =>
      isDry && isUnreachable(error) ? setWaiting({ name: file.name, again }) : setFault(faultMessage(error))
    await runImport(file, how, isDry, setProgress).then(show, fail)
    setProgress(undefined)
  }
  /** Forgets a dry run, also one that is under way: it tells of another import. */
  const forgetDryRun = () => {
    newest.current = undefined
    setWaiting(undefined)
    setDry(undefined)
  }
  const forgetAll = () => {
    forgetDryRun()
    setDone(undefined)
    setFault(undefined)
  }
  return { progress, dry, done, fault, waiting, run, setFault, setWaiting, forgetDryRun, forgetAll }
}

// The columns that were chosen for a table, kept in the browser for the next table with the same names of columns.

const KEPT_AS = 'fasti-desk-import-columns'
/** The most shapes of tables that are kept. */
const MOST = 30

type Choice = Pick<ImportOptions, 'columns' | 'dates'>

const shapeOf = ({ columns }: FileColumnsPreview) => JSON.stringify(columns.map(({ name }) => name))

function keptChoices(): readonly (readonly [shape: string, choice: Choice])[] {
  try {
    const kept: unknown = JSON.parse(readKept(KEPT_AS) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

/** Returns the choice for the last table of the same shape; undefined if there is none, or it no longer fits. */
function rememberedColumns(preview: FileColumnsPreview): Choice | undefined {
  const [, choice] = keptChoices().find(([shape]) => shape === shapeOf(preview)) ?? []
  const isKnown = (column: unknown) => column === '' || preview.choices.some((one) => one === column)
  const fits = choice?.columns?.length === preview.columns.length && choice.columns.every(isKnown)
  return fits ? choice : undefined
}

/** Keeps the choice for a table. */
function rememberColumns(preview: FileColumnsPreview, { columns, dates }: Choice): void {
  const shape = shapeOf(preview)
  const others = keptChoices().filter(([one]) => one !== shape)
  keep(KEPT_AS, JSON.stringify([[shape, { columns, dates }], ...others].slice(0, MOST)))
}

/** The names of the encodings that can be chosen for a table. */
const charsetNames = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  macintosh: 'Mac Roman',
  ibm850: 'CP850 (DOS)',
  'utf-16le': 'UTF-16LE',
} as const satisfies Readonly<
  Record<NonNullable<components['schemas']['NewImportPreview']['charset']>, string>
>

/** The formats that an import reads. */
const types = '.ics,.ical,.ifb,.csv,.tsv,.txt,.jsonl,.ndjson,text/calendar,text/csv,application/x-ndjson'

interface Chosen {
  readonly file: File
  readonly preview: FileColumnsPreview
}

const isWhole = ({ columns }: ImportOptions) =>
  columns === undefined || (columns.includes('title') && columns.includes('start_date'))

function useImport() {
  const [chosen, setChosen] = useState<Chosen | undefined>(undefined)
  const [options, setOptions] = useState<ImportOptions>({
    columns: undefined,
    dates: '',
    charset: '',
    status: 'publish',
    prune: false,
  })
  const runs = useImportProgress()
  const newest = useRef({})
  const change = (changed: Partial<ImportOptions>) => {
    const how = { ...options, ...changed }
    runs.forgetDryRun()
    setOptions(how)
    if (how.columns !== undefined && chosen !== undefined) rememberColumns(chosen.preview, how)
  }
  const choose = async (file: File, charset = '') => {
    const turn = {}
    newest.current = turn
    runs.forgetAll()
    setChosen(undefined)
    try {
      const preview = await requestFileColumnsPreview(file, charset)
      // Another file may have been chosen meanwhile.
      if (newest.current !== turn) return
      const isTable = preview.format === 'table'
      const proposed = isTable ? preview.columns.map(({ column }) => column) : undefined
      const { columns, dates } = (isTable && rememberedColumns(preview)) || { columns: proposed, dates: '' }
      const order = preview.dates && (dates || preview.dates)
      const how = { ...options, columns, dates: order, charset, prune: false }
      setChosen({ file, preview })
      setOptions(how)
      if (isWhole(how)) await runs.run(file, how, true)
    } catch (error) {
      if (newest.current !== turn) return
      if (isUnreachable(error))
        return runs.setWaiting({ name: file.name, again: () => void choose(file, charset) })
      runs.setFault(t('labelled', { label: file.name, text: faultMessage(error) }))
    }
  }
  return { ...runs, chosen, options, change, choose }
}

type State = ReturnType<typeof useImport>

const statuses = ['publish', 'draft', 'pending'] as const

/** The options of a file: of a table its encoding, and of a calendar whether what is missing goes. */
function rowsOf({ preview }: Chosen, { dates }: ImportOptions): readonly FormRow[] {
  const { format, charset } = preview
  const charsets = Object.entries({ [charset]: charset, ...charsetNames })
  const orders = [
    ['day_first', t('import.dates.day')],
    ['month_first', t('import.dates.month')],
  ] as const
  const kept = statuses.map((one) => [one, t(`status.${one}`)] as const)
  const all: readonly (readonly [isShown: boolean, row: FormRow])[] = [
    [format === 'table', { name: 'charset', label: 'import.charset', type: 'choice', options: charsets }],
    [dates !== '', { name: 'dates', label: 'import.dates', type: 'choice', options: orders }],
    [true, { name: 'status', label: 'import.status', type: 'choice', options: kept }],
    [format === 'calendar', { name: 'prune', label: 'import.prune', type: 'flag' }],
  ]
  return all.flatMap(([isShown, row]) => (isShown ? [row] : []))
}

/** The chosen file, before it is imported. */
function Checked({ state, chosen }: { readonly state: State; readonly chosen: Chosen }) {
  const { options, progress, dry, run, change, choose } = state
  const { file, preview } = chosen
  const coming = dry === undefined ? 0 : dry.report.created + dry.report.updated + dry.report.removed
  const isBusy = progress !== undefined
  const fresh = dry?.report.created ?? 0
  const timeless = dry?.timeless ?? 0
  const isPublic = options.status === 'publish'
  const keepAsDrafts = () => {
    const how = { ...options, status: 'draft' }
    change(how)
    void run(file, how, true)
  }
  // Another encoding reads the file again.
  const set = ({ charset, ...changed }: FormValues) =>
    charset === undefined ? change(changed) : void choose(file, String(charset))
  return (
    <section>
      <h2>{file.name}</h2>
      {options.columns !== undefined && (
        <ColumnMapping
          preview={preview}
          columns={options.columns}
          onChange={(columns) => change({ columns })}
        />
      )}
      <div class="row">
        <Fields
          rows={rowsOf(chosen, options)}
          values={{ ...options, charset: preview.charset }}
          faults={undefined}
          set={set}
        />
      </div>
      {!isWhole(options) && <p class="wrong">{t('import.needed')}</p>}
      {dry !== undefined && <ImportResults name={file.name} finished={dry} />}
      <div class="savebar">
        <p role="status">
          {dry && outcomesText(dry)}
          {timeless > 0 && (
            <>
              {' · '}
              <strong>{t('import.timeless', { count: timeless })}</strong>
            </>
          )}
          {fresh > 0 && (
            <>
              {' · '}
              <strong>{t(isPublic ? 'import.public' : 'import.hidden', { count: fresh })}</strong>
            </>
          )}
        </p>
        {fresh > 0 && isPublic && (
          <Button disabled={isBusy} onClick={keepAsDrafts} label={t('import.as-draft')} />
        )}
        {coming > 0 && (
          <Button
            class="main"
            disabled={isBusy}
            onClick={() => run(file, options, false)}
            label={t('import.start', { count: coming })}
          />
        )}
        {dry === undefined && (
          <Button
            class="main"
            disabled={isBusy || !isWhole(options)}
            onClick={() => run(file, options, true)}
            label={t('import.check')}
          />
        )}
      </div>
    </section>
  )
}

export function ImportView() {
  const state = useImport()
  const { chosen, progress, done, dry, fault, waiting, choose } = state
  const name = chosen?.file.name ?? ''
  const running = dry === undefined ? 'import.checking' : 'import.importing'
  return (
    <>
      <ViewHeading text={t('import')} />
      <p>{t('import.text')}</p>
      <div class={chosen === undefined ? 'uploader roomy' : 'uploader'}>
        <FileDrop accept={types} label={t('import.drop')} onFiles={([file]) => file && choose(file)} />
      </div>
      <ErrorText>{fault}</ErrorText>
      {waiting && <KeptFile {...waiting} />}
      {progress !== undefined && <ImportProgressView text={t(running, { name })} progress={progress} />}
      {chosen !== undefined && done === undefined && <Checked state={state} chosen={chosen} />}
      {done !== undefined && <ImportResults name={name} finished={done} />}
    </>
  )
}
