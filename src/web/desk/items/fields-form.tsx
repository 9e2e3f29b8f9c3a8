/** The form fields of a venue or organizer. */
import type { ComponentChildren, ComponentProps } from 'preact'
import type { VenueOrOrganizerCollection } from '../api/types.ts'
import { Fields } from '../edited/fields.tsx'
import { FoldedSection } from '../parts/part.tsx'
import { t } from '../words/index.ts'
import { listText } from '../words/list-text.ts'
import { foldedItemFields, formFieldsByItemCollection, type ItemField } from './fields.ts'

type FieldsProps = ComponentProps<typeof Fields>

interface FoldedProps extends FieldsProps {
  readonly title: string
  /** Stands between the values in the line that shows them. */
  readonly joint: string
}

/** Fields that few items need, folded: their title, and what they hold in one line. */
function FoldedFields({ title, joint, ...fields }: FoldedProps) {
  const values = fields.rows
    .map(({ name }) => String(fields.values[name] ?? ''))
    .filter((text) => text !== '')
  return (
    <FoldedSection
      title={title}
      line={values.join(joint)}
      hasFault={fields.rows.some(({ name }) => fields.faults?.[name] !== undefined)}
    >
      <div class="item-fields">
        <Fields {...fields} />
      </div>
    </FoldedSection>
  )
}

interface FormProps extends Omit<FieldsProps, 'rows'> {
  readonly collection: VenueOrOrganizerCollection
  /** Such as a map: it stands before the coordinates. */
  readonly place: ComponentChildren
}

const isDegrees = ({ type }: ItemField) => type === 'degrees'

/** One control for each field. */
export function FieldsForm({ collection, place, ...props }: FormProps) {
  const folded = foldedItemFields[collection]
  const all = formFieldsByItemCollection[collection]
  const rows = all.filter(({ name }) => !folded.flat().includes(name))
  const folds = folded.map((names) => names.flatMap((name) => all.filter((one) => one.name === name)))
  const at = rows.findIndex(isDegrees)
  const drawn = (some: readonly ItemField[]) => (
    <div class="item-fields">
      <Fields {...props} rows={some} />
    </div>
  )
  if (at === -1) return drawn(rows)
  return (
    <>
      {drawn(rows.slice(0, at))}
      {place}
      {folds.map((some) => {
        const title = listText(some.map(({ label }) => t(label)))
        return <FoldedFields key={title} {...props} title={title} rows={some} joint=" · " />
      })}
      {/* The numbers of a place, which is chosen on the map or by its address. */}
      <FoldedFields {...props} title={t('coordinates')} rows={all.filter(isDegrees)} joint=", " />
      {drawn(rows.slice(at).filter((row) => !isDegrees(row)))}
    </>
  )
}
