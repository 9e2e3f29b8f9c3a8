import type { ComponentChildren, ComponentProps } from 'preact'
import { withScheme } from '../../../domain/typed/fields.ts'
import { type ApiResponse, hasRoleAtLeast } from '../api/api.ts'
import type { EventPublicationStatus, VenueOrOrganizerCollection } from '../api/types.ts'
import { Fields, type FormRow, imageRow } from '../edited/fields.tsx'
import { type EditedItem, type EditedResource, type FormValue, imageOf } from '../edited/use-edited-item.ts'
import { isWebAddressFieldName } from '../events/fields/field-kinds.ts'
import { statusText } from '../events/list/texts.tsx'
import { mayChangeVenueOrOrganizer } from '../groups/groups.ts'
import { History } from '../history/history.tsx'
import { ImageField } from '../media/image-field.tsx'
import { FoldedSection } from '../parts/sections.tsx'
import { listText, t } from '../words/index.ts'
import { foldedItemFields, formFieldsByItemCollection, type ItemField } from './fields.ts'
import { ItemPage, LoadedItemPage, useItemPage } from './item-page.tsx'
import { itemName, itemStatuses, type LinkedItem, LinkingEvents, loadLatestLinkingEvents } from './linked.tsx'
import { MapField } from './map-field.tsx'

const resourceOf = (collection: VenueOrOrganizerCollection): EditedResource<LinkedItem> => ({
  collection,
  valuesOf(item) {
    const stored: Readonly<Record<string, unknown>> = { ...item }
    const values = formFieldsByItemCollection[collection].map(
      ({ name, type, isOn = false }): [string, FormValue] => {
        const value = stored[name] ?? (type === 'flag' ? isOn : '')
        return [name, typeof value === 'boolean' ? value : String(value)]
      },
    )
    return { ...Object.fromEntries(values), status: item?.status ?? '', image: item?.image || undefined }
  },
  argOf: (name, value) =>
    isWebAddressFieldName(name) && typeof value === 'string' ? withScheme(value) : value,
})

const resources = { venues: resourceOf('venues'), organizers: resourceOf('organizers') }

type VenueOrOrganizerForm = EditedItem<LinkedItem>

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

interface FieldsFormProps extends Omit<FieldsProps, 'rows'> {
  readonly collection: VenueOrOrganizerCollection
  /** Such as a map: it stands before the coordinates. */
  readonly place: ComponentChildren
}

const isDegrees = ({ type }: ItemField) => type === 'degrees'

function FieldsForm({ collection, place, ...props }: FieldsFormProps) {
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

/** The row of the status, whose choices have the one that is stored. */
function statusRow({ values: { status } }: VenueOrOrganizerForm): FormRow {
  const stored = itemStatuses.find((one) => one === status)
  const known = itemStatuses.map((one) => [one, statusText(one)] as const)
  const isOther = stored === undefined && typeof status === 'string' && status !== ''
  const own = isOther ? [[status, statusText(status as EventPublicationStatus)] as const] : []
  return { name: 'status', label: 'status', type: 'choice', options: [...own, ...known] }
}

interface BesideProps {
  readonly collection: VenueOrOrganizerCollection
  readonly reload: (() => void) | undefined
  readonly state: VenueOrOrganizerForm
}

function SideColumn({ collection, reload, state }: BesideProps) {
  const { item, values, set, faults } = state
  return (
    <>
      {hasRoleAtLeast('author') && item !== undefined && (
        <Fields rows={[statusRow(state)]} values={values} faults={faults} set={set} />
      )}
      <ImageField image={imageOf(values)} fault={faults.image} onChange={(next) => set({ image: next })} />
      {item !== undefined && <LinkingEvents collection={collection} id={item.id} />}
      {item !== undefined && <History collection={collection} id={item.id} saved={item} reload={reload} />}
    </>
  )
}

interface FormProps {
  readonly collection: VenueOrOrganizerCollection
  /** Undefined for a new one. */
  readonly loaded: ApiResponse<LinkedItem> | undefined
  readonly reload: (() => void) | undefined
}

function ItemForm({ collection, loaded, reload }: FormProps) {
  const state = useItemPage(resources[collection], loaded, { nameOf: itemName })
  const { item, values, set, faults } = state
  const isLocked = item !== undefined && !mayChangeVenueOrOrganizer(item)
  const countEvents = async () =>
    item ? (await loadLatestLinkingEvents({ collection, id: item.id })).total : 0
  return (
    <ItemPage
      collection={collection}
      state={state}
      title={item === undefined ? t(collection === 'venues' ? 'venue.new' : 'organizer.new') : itemName(item)}
      rows={[...formFieldsByItemCollection[collection], statusRow(state), imageRow]}
      wide={
        <FieldsForm
          collection={collection}
          values={values}
          faults={faults}
          set={set}
          place={!isLocked && <MapField values={values} set={set} />}
        />
      }
      narrow={<SideColumn collection={collection} reload={reload} state={state} />}
      trashing={
        item && item.status !== 'trash'
          ? {
              name: itemName(item),
              status: item.status,
              text: async () => t('item.trash.text', { count: await countEvents() }),
            }
          : undefined
      }
      isLocked={isLocked}
    />
  )
}

interface EditorProps {
  readonly name: VenueOrOrganizerCollection
  readonly id: number | undefined
}

export function VenueOrOrganizerEditor({ name, id }: EditorProps) {
  return (
    <LoadedItemPage<LinkedItem> collection={name} id={id}>
      {(loaded, reload) => <ItemForm collection={name} loaded={loaded} reload={reload} />}
    </LoadedItemPage>
  )
}
