/** A select with a label. */
import { Field } from './field.tsx'

interface ChoiceProps<V extends string> {
  readonly name: string
  readonly label: string
  readonly value: V
  readonly options: readonly (readonly [value: V, label: string])[]
  readonly onChange: (value: V) => void
  readonly hint?: string | undefined
  readonly fault?: string | undefined
}

/** Chooses one of the options. */
export function SelectField<V extends string>({ value, options, onChange, ...field }: ChoiceProps<V>) {
  return (
    <Field {...field}>
      {(tied) => (
        <select {...tied} value={value} onChange={(event) => onChange(event.currentTarget.value as V)}>
          {options.map(([one, label]) => (
            <option key={one} value={one} selected={one === value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
