/** Maps the columns of a table to fields. The service proposes the mapping, and the user can change it. */
import { argLabel } from '../events/key-text.ts'
import { formFieldsByItemCollection } from '../items/fields.ts'
import { SelectField } from '../parts/choice.tsx'
import { type Key, t } from '../words/index.ts'
import type { FileColumnsPreview } from './import.ts'

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
  const [, kind = '', field = ''] = /^(venue|organizer)_(\w+)$/.exec(column) ?? []
  const linked = kind === 'venue' ? formFieldsByItemCollection.venues : formFieldsByItemCollection.organizers
  const label = linked.find(({ name }) => name === field)?.label
  if (kind !== '' && label !== undefined)
    return t('labelled', { label: t(kind === 'venue' ? 'venue' : 'organizer'), text: t(label) })
  return argLabel(column)
}

interface ColumnsProps {
  readonly preview: FileColumnsPreview
  readonly columns: readonly string[]
  readonly onChange: (columns: readonly string[]) => void
}

/** A select for each column. Choosing a field for one column removes it from the others. */
export function ColumnMapping({ preview, columns, onChange }: ColumnsProps) {
  const options = [
    ['', t('import.ignored')] as const,
    ...preview.choices.map((column) => [column, columnText(column)] as const),
  ]
  const choose = (at: number, column: string) =>
    onChange(columns.map((one, place) => (place === at ? column : one === column ? '' : one)))
  return (
    <fieldset class="mapping">
      <legend>{t('columns')}</legend>
      <p class="hint">{t('import.columns.hint')}</p>
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
    </fieldset>
  )
}
