/** The controls of a form, drawn from rows of fields. */
import { SelectField } from '../parts/choice.tsx'
import { CheckField, TextField } from '../parts/field.tsx'
import { plainTextOfHtml } from '../parts/markup.ts'
import { RichTextField } from '../parts/rich-text.tsx'
import { ColorField } from '../terms/color-field.tsx'
import { t } from '../words/index.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { type FormRow, inputType } from './rows.ts'
import type { FormValue, FormValues } from './use-edited-item.ts'

interface FieldsProps {
  readonly values: FormValues
  /** Why the last save was refused, by field. */
  readonly faults: Readonly<Record<string, string>> | undefined
  readonly set: (changed: FormValues) => void
}

const textOf = (value: FormValue): string => (typeof value === 'string' ? value : '')

function Control({ row, values, faults, set }: FieldsProps & { readonly row: FormRow }) {
  const { name, label, type, options = [], isShort = false, isBig, hint } = row
  const value = values[name]
  const common = { name, label: t(label), fault: faults?.[name], ...(hint && { hint: t(hint) }) }
  const onValue = (next: string | boolean) => set({ [name]: next })
  switch (type) {
    case 'flag':
      return <CheckField {...common} value={value === true} onChange={onValue} />
    case 'html':
      return <RichTextField {...common} isShort={isShort} value={textOf(value)} onInput={onValue} />
    case 'choice':
      return <SelectField {...common} value={textOf(value)} options={options} onChange={onValue} />
    case 'color':
      return <ColorField {...common} value={textOf(value)} onChange={onValue} />
    default:
      return (
        <TextField
          {...common}
          type={inputType(type)}
          {...(isBig && { class: 'big', required: true })}
          {...(type === 'degrees' && { inputMode: 'decimal' as const })}
          {...(type === 'count' && { inputMode: 'numeric' as const })}
          value={textOf(value)}
          onInput={onValue}
        />
      )
  }
}

/** One control for each row, in their order. */
export function Fields({ rows, ...fields }: FieldsProps & { readonly rows: readonly FormRow[] }) {
  return (
    <>
      {rows.map((row) => (
        <Control key={row.name} {...fields} row={row} />
      ))}
    </>
  )
}

/** Returns a value as a text that people compare. */
function comparedText(value: FormValue, row: FormRow | undefined): string {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value === 'object') return value.url
  if (row?.type === 'html') return plainTextOfHtml(textOf(value))
  return row?.options?.find(([one]) => one === value)?.[1] ?? textOf(value)
}

interface ConflictsProps {
  readonly rows: readonly FormRow[]
  readonly state: {
    readonly values: FormValues
    readonly conflicts: FormValues
    readonly settle: (mine: ReadonlySet<string> | undefined) => unknown
  }
  readonly settle?: (mine: ReadonlySet<string>) => void
}

/** Asks about the fields that another user has changed, too; nothing if there are none. */
export function Conflicts({ rows, state, settle = state.settle }: ConflictsProps) {
  const names = Object.keys(state.conflicts)
  if (names.length === 0) return null
  const compared = names.map((name) => {
    const row = rows.find((one) => one.name === name)
    const mine = comparedText(state.values[name], row)
    return { name, label: row ? t(row.label) : name, mine, theirs: comparedText(state.conflicts[name], row) }
  })
  return <ConflictDialog rows={compared} settle={settle} close={() => state.settle(undefined)} />
}
