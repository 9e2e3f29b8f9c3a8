/** The form fields of a venue or organizer. */
import type { ComponentChildren } from 'preact'
import type { VenueOrOrganizerCollection } from '../api/types.ts'
import { CheckField, TextField } from '../parts/field.tsx'
import { FoldedSection } from '../parts/part.tsx'
import { RichTextField } from '../parts/rich-text.tsx'
import { t } from '../words/index.ts'
import { listText } from '../words/list-text.ts'
import type { ItemFormValues } from './editing.ts'
import { foldedItemFields, type ItemField, inputType, venueAndOrganizerFields } from './fields.ts'

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

/** Fields that few items need: their names, and what they hold in one line. */
function FoldedFields({ names, ...props }: FieldsProps & { readonly names: readonly string[] }) {
  const fields = names.flatMap((name) =>
    venueAndOrganizerFields[props.collection].filter((one) => one.name === name),
  )
  const values = names.map((name) => String(props.values[name] ?? '')).filter((text) => text !== '')
  return (
    <FoldedSection
      title={listText(fields.map(({ label }) => t(label)))}
      line={values.join(' · ')}
      hasFault={names.some((name) => props.faults[name] !== undefined)}
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

/** The numbers of a place, folded: it is chosen on the map or by its address. */
function Coordinates(props: FieldsProps) {
  const fields = venueAndOrganizerFields[props.collection].filter(isDegrees)
  const line = fields.map(({ name }) => String(props.values[name] ?? '')).filter((text) => text !== '')
  return (
    <FoldedSection
      title={t('coordinates')}
      line={line.join(', ')}
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

/** One control for each field. What is `place`, such as a map, stands before the coordinates. */
export function FieldsForm({ place, ...props }: FieldsProps & { readonly place?: ComponentChildren }) {
  const folded = foldedItemFields[props.collection]
  const fields = venueAndOrganizerFields[props.collection].filter(({ name }) => !folded.flat().includes(name))
  const at = fields.findIndex(isDegrees)
  const controls = (some: readonly ItemField[]) =>
    some.map((field) => <ItemControl key={field.name} {...props} field={field} />)
  if (at === -1) return <div class="item-fields">{controls(fields)}</div>
  return (
    <>
      <div class="item-fields">{controls(fields.slice(0, at))}</div>
      {place}
      {folded.map((names) => (
        <FoldedFields key={names[0]} {...props} names={names} />
      ))}
      <Coordinates {...props} />
      <div class="item-fields">{controls(fields.slice(at).filter((field) => !isDegrees(field)))}</div>
    </>
  )
}
