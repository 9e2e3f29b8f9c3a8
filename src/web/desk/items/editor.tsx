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
import { t } from '../words/index.ts'
import { formFieldsByItemCollection } from './fields.ts'
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

interface FieldsFormProps extends Omit<ComponentProps<typeof Fields>, 'rows'> {
  readonly collection: VenueOrOrganizerCollection
  /** Such as a map: it stands below the address and what is folded there. */
  readonly place: ComponentChildren
}

function FieldsForm({ collection, place, ...props }: FieldsFormProps) {
  const rows = formFieldsByItemCollection[collection]
  const at = rows.findIndex(({ type }) => type === 'html')
  const first = rows.slice(0, at)
  const folded = first.filter(({ fold }) => fold !== undefined)
  return (
    <>
      <div class="item-fields">
        <Fields {...props} rows={first.filter(({ fold }) => fold === undefined)} />
      </div>
      {folded.length > 0 && (
        <div class="located">
          <Fields {...props} rows={folded} />
          {place}
        </div>
      )}
      <Fields {...props} rows={rows.slice(at)} />
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
  const state = useItemPage(resources[collection], loaded, { nameOf: itemName, reload })
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
          place={collection === 'venues' && !isLocked && <MapField values={values} set={set} />}
        />
      }
      narrow={<SideColumn collection={collection} reload={reload} state={state} />}
      trashText={async () => t('item.trash.text', { count: await countEvents() })}
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
