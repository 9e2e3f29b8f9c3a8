/** The form fields of a venue or organizer. */
import type { ComponentChildren } from 'preact'
import type { VenueOrOrganizerCollection } from '../api/types.ts'
import { CheckField, TextField } from '../parts/field.tsx'
import { FoldedSection } from '../parts/part.tsx'
import { RichTextField } from '../parts/rich-text.tsx'
import { t } from '../words/index.ts'
import { listText } from '../words/list-text.ts'
import type { ItemFormValues } from './editing.ts'
import { foldedItemFields, formFieldsByItemCollection, type ItemField, inputType } from './fields.ts'

interface FieldsProps {
  readonly collection: VenueOrOrganizerCollection
  readonly values: ItemFormValues
  readonly faults: Readonly<Record<string, string>>
  readonly set: (name: string, value: string | boolean) => void
}

/** The control of a field, by its kind. */
function ItemControl({ field, values, faults, set }: FieldsProps & { readonly field: ItemField }) {
  const { name, label, type } = field
  const value = values[name]
  const common = { name, label: t(label), fault: faults[name] }
  const onValue = (next: string | boolean) => set(name, next)
  if (type === 'flag') return <CheckField {...common} value={value === true} onChange={onValue} />
  if (type === 'html') return <RichTextField {...common} value={String(value ?? '')} onInput={onValue} />
  return (
    <TextField
      {...common}
      type={inputType(type)}
      {...(type === 'degrees' && { inputMode: 'decimal' as const })}
      value={String(value ?? '')}
      onInput={onValue}
    />
  )
}

interface FoldedProps extends FieldsProps {
  readonly title: string
  readonly fields: readonly ItemField[]
  /** Stands between the values in the line that shows them. */
  readonly joint: string
}

/** Fields that few items need, folded: their title, and what they hold in one line. */
function FoldedFields({ title, fields, joint, ...props }: FoldedProps) {
  const values = fields.map(({ name }) => String(props.values[name] ?? '')).filter((text) => text !== '')
  return (
    <FoldedSection
      title={title}
      line={values.join(joint)}
      hasFault={fields.some(({ name }) => props.faults[name] !== undefined)}
    >
      <div class="item-fields">
        {fields.map((field) => (
          <ItemControl key={field.name} {...props} field={field} />
        ))}
      </div>
    </FoldedSection>
  )
}

const isDegrees = ({ type }: ItemField) => type === 'degrees'

/** One control for each field. What is `place`, such as a map, stands before the coordinates. */
export function FieldsForm({ place, ...props }: FieldsProps & { readonly place?: ComponentChildren }) {
  const folded = foldedItemFields[props.collection]
  const all = formFieldsByItemCollection[props.collection]
  const fields = all.filter(({ name }) => !folded.flat().includes(name))
  const folds = folded.map((names) => names.flatMap((name) => all.filter((one) => one.name === name)))
  const at = fields.findIndex(isDegrees)
  const controls = (some: readonly ItemField[]) =>
    some.map((field) => <ItemControl key={field.name} {...props} field={field} />)
  if (at === -1) return <div class="item-fields">{controls(fields)}</div>
  return (
    <>
      <div class="item-fields">{controls(fields.slice(0, at))}</div>
      {place}
      {folds.map((some) => {
        const title = listText(some.map(({ label }) => t(label)))
        return <FoldedFields key={title} {...props} title={title} fields={some} joint=" · " />
      })}
      {/* The numbers of a place, which is chosen on the map or by its address. */}
      <FoldedFields {...props} title={t('coordinates')} fields={all.filter(isDegrees)} joint=", " />
      <div class="item-fields">{controls(fields.slice(at).filter((field) => !isDegrees(field)))}</div>
    </>
  )
}
