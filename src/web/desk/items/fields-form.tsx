/** The form fields of a venue or organizer. */
import type { LinkedName } from '../api/types.ts'
import { CheckField, TextField } from '../parts/field.tsx'
import { RichTextField } from '../parts/rich-text.tsx'
import { t } from '../words/index.ts'
import type { ItemFormValues } from './editing.ts'
import { inputType, itemFields } from './fields.ts'

interface FieldsProps {
  readonly collection: LinkedName
  readonly values: ItemFormValues
  readonly faults: Readonly<Record<string, string>>
  readonly set: (name: string, value: string | boolean) => void
}

/** One control for each field, by its kind. */
export function FieldsForm({ collection, values, faults, set }: FieldsProps) {
  return (
    <div class="item-fields">
      {itemFields[collection].map(({ name, label, type }) => {
        const value = values[name]
        const common = { name, label: t(label), fault: faults[name] }
        const onValue = (next: string | boolean) => set(name, next)
        if (type === 'flag')
          return <CheckField key={name} {...common} value={value === true} onChange={onValue} />
        if (type === 'html')
          return <RichTextField key={name} {...common} value={String(value ?? '')} onInput={onValue} />
        const isNumber = type === 'degrees'
        return (
          <TextField
            key={name}
            {...common}
            type={inputType(type)}
            {...(isNumber && { inputMode: 'decimal' as const })}
            value={String(value ?? '')}
            onInput={onValue}
          />
        )
      })}
    </div>
  )
}
