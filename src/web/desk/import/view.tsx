/** Imports a file: the user chooses it, previews it, checks it without saving, then imports it. */
import { useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { faultMessage, isUnreachable } from '../api/faults.ts'
import { SelectField } from '../parts/choice.tsx'
import { ErrorText } from '../parts/error-text.tsx'
import { CheckField } from '../parts/field.tsx'
import { FileDrop } from '../parts/file-drop.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { t } from '../words/index.ts'
import { ColumnMapping } from './columns.tsx'
import { KeptFile } from './going-on.tsx'
import { type FileColumnsPreview, type ImportOptions, requestFileColumnsPreview } from './import.ts'
import { rememberColumns, rememberedColumns } from './remembered.ts'
import { ImportProgressView, ImportResults } from './results.tsx'
import { useImportProgress } from './runs.ts'

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
  const change = (changed: Partial<ImportOptions>) => {
    const how = { ...options, ...changed }
    runs.forgetDryRun()
    setOptions(how)
    if (how.columns !== undefined && chosen !== undefined) rememberColumns(chosen.preview, how)
  }
  const choose = async (file: File, charset = '') => {
    runs.forgetAll()
    setChosen(undefined)
    try {
      const preview = await requestFileColumnsPreview(file, charset)
      const isTable = preview.format === 'table'
      const proposed = isTable ? preview.columns.map(({ column }) => column) : undefined
      const { columns, dates } = (isTable && rememberedColumns(preview)) || { columns: proposed, dates: '' }
      const order = preview.dates && (dates || preview.dates)
      const how = { ...options, columns, dates: order, charset, prune: false }
      setChosen({ file, preview })
      setOptions(how)
      if (isWhole(how)) await runs.run(file, how, true)
    } catch (error) {
      if (isUnreachable(error))
        return runs.setWaiting({ name: file.name, again: () => void choose(file, charset) })
      runs.setFault(t('labelled', { label: file.name, text: faultMessage(error) }))
    }
  }
  return { ...runs, chosen, options, change, choose }
}

type State = ReturnType<typeof useImport>

/** The encoding with which a table was read. Another one reads it again. */
function Charset({ chosen, choose }: { readonly chosen: Chosen } & Pick<State, 'choose'>) {
  const { charset } = chosen.preview
  return (
    <SelectField
      name="charset"
      label={t('import.charset')}
      value={charset}
      options={Object.entries({ [charset]: charset, ...charsetNames })}
      onChange={(other) => choose(chosen.file, other)}
    />
  )
}

function Settings({ options, change, chosen, choose }: State) {
  return (
    <>
      {chosen?.preview.format === 'table' && <Charset chosen={chosen} choose={choose} />}
      {options.dates !== '' && (
        <SelectField
          name="dates"
          label={t('import.dates')}
          value={options.dates}
          options={[
            ['day_first', t('import.dates.day')],
            ['month_first', t('import.dates.month')],
          ]}
          onChange={(dates) => change({ dates })}
        />
      )}
      <SelectField
        name="status"
        label={t('import.status')}
        value={options.status}
        options={[
          ['publish', t('status.publish')],
          ['draft', t('status.draft')],
          ['pending', t('status.pending')],
        ]}
        onChange={(status) => change({ status })}
      />
      {chosen?.preview.format === 'calendar' && (
        <CheckField
          name="prune"
          label={t('import.prune')}
          value={options.prune}
          onChange={(prune) => change({ prune })}
        />
      )}
    </>
  )
}

/** The chosen file, before it is imported. */
function Checked({ state, chosen }: { readonly state: State; readonly chosen: Chosen }) {
  const { options, progress, dry, run, change } = state
  const { file, preview } = chosen
  const coming = dry === undefined ? 0 : dry.report.created + dry.report.updated + dry.report.removed
  const isBusy = progress !== undefined
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
      <Settings {...state} />
      {!isWhole(options) && <p class="wrong">{t('import.needed')}</p>}
      {dry !== undefined && <ImportResults name={file.name} finished={dry} />}
      <div class="actions">
        {coming > 0 && (
          <button type="button" class="main" disabled={isBusy} onClick={() => run(file, options, false)}>
            {t('import.start', { count: coming })}
          </button>
        )}
        {dry === undefined && (
          <button
            type="button"
            class="main"
            disabled={isBusy || !isWhole(options)}
            onClick={() => run(file, options, true)}
          >
            {t('import.check')}
          </button>
        )}
      </div>
    </section>
  )
}

/** The import view. */
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
      <KeptFile waiting={waiting} />
      {progress !== undefined && <ImportProgressView text={t(running, { name })} progress={progress} />}
      {chosen !== undefined && done === undefined && <Checked state={state} chosen={chosen} />}
      {done !== undefined && <ImportResults name={name} finished={done} />}
    </>
  )
}
