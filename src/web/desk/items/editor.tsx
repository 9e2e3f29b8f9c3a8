/** The editor of a venue or organizer. */

import type { ComponentChildren, ComponentProps } from 'preact'
import { withScheme } from '../../../domain/typed/fields.ts'
import { type ApiResponse, callApi, hasRoleAtLeast } from '../api/api.ts'
import type { EventPublicationStatus, Organizer, Venue, VenueOrOrganizerCollection } from '../api/types.ts'
import { Conflicts, Fields, type FormRow, imageRow } from '../edited/fields.tsx'
import {
  type EditedItem,
  type EditedResource,
  type FormValue,
  imageOf,
  useEditedItem,
} from '../edited/use-edited-item.ts'
import { isWebAddressFieldName } from '../events/fields/field-kinds.ts'
import { statusText } from '../events/list/columns.tsx'
import { mayChangeVenueOrOrganizer } from '../groups/groups.ts'
import { History } from '../history/history.tsx'
import { Form, useLeaveConfirmation } from '../kept/form.tsx'
import { ImageField } from '../media/image-field.tsx'
import { askConfirmation } from '../parts/dialog.tsx'
import { ErrorText } from '../parts/field.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { FoldedSection, LockableFields } from '../parts/sections.tsx'
import { navigateTo, setLeaveGuard } from '../route.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { OutdatedTranslationsNotice, TranslationsPanel } from '../translating/panel.tsx'
import { loadOwnTexts } from '../translating/translation.tsx'
import { listText, t } from '../words/index.ts'
import { foldedItemFields, formFieldsByItemCollection, type ItemField } from './fields.ts'
import { itemName, LinkingEvents, loadLatestLinkingEvents } from './linked.tsx'
import { MapField } from './map-field.tsx'

// A venue or organizer as the values of its form.

export type LinkedItem = Venue | Organizer

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

/** The state of the form of a venue or organizer; `loaded` is undefined for a new one. */
const useVenueOrOrganizerForm = (
  collection: VenueOrOrganizerCollection,
  loaded: ApiResponse<LinkedItem> | undefined,
) => useEditedItem(resources[collection], loaded)

type VenueOrOrganizerForm = EditedItem<LinkedItem>

// The form fields of a venue or organizer.

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

/** One control for each field. */
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

// The column beside the fields of a venue or organizer.

/** The statuses that a venue or organizer can have. */
const statuses: readonly EventPublicationStatus[] = ['publish', 'draft', 'pending', 'private']

/** The row of the status, whose choices have the one that is stored. */
function statusRow({ values: { status } }: VenueOrOrganizerForm): FormRow {
  const stored = statuses.find((one) => one === status)
  const known = statuses.map((one) => [one, statusText(one)] as const)
  const isOther = stored === undefined && typeof status === 'string' && status !== ''
  const own = isOther ? [[status, statusText(status as EventPublicationStatus)] as const] : []
  return { name: 'status', label: 'status', type: 'choice', options: [...own, ...known] }
}

interface BesideProps {
  readonly collection: VenueOrOrganizerCollection
  readonly reload: (() => void) | undefined
  readonly state: VenueOrOrganizerForm
}

/** The status, the image, the events and the history. */
function SideColumn({ collection, reload, state }: BesideProps) {
  const { item, values, set, fault } = state
  return (
    <div class="narrow">
      {hasRoleAtLeast('author') && item !== undefined && (
        <Fields rows={[statusRow(state)]} values={values} faults={fault?.fields} set={set} />
      )}
      <ImageField
        image={imageOf(values)}
        fault={fault?.fields.image}
        onChange={(next) => set({ image: next })}
      />
      {item !== undefined && <LinkingEvents collection={collection} id={item.id} />}
      {item !== undefined && <History collection={collection} id={item.id} saved={item} reload={reload} />}
    </div>
  )
}

/** Moves the item to the trash, after showing the number of its events. Undo restores it with its links. */
async function trash(collection: VenueOrOrganizerCollection, item: LinkedItem): Promise<void> {
  const { total } = await loadLatestLinkingEvents({ collection, id: item.id })
  const yes = await askConfirmation({
    title: t('item.trash', { name: itemName(item) }),
    text: t('item.trash.text', { count: total }),
    yes: t('bulk.trash'),
    isDangerous: true,
  })
  if (!yes) return
  const path = `/${collection}/${item.id}`
  await callApi('DELETE', path)
  setLeaveGuard(undefined)
  await navigateTo(`/${collection}`)
  const restore = () => callApi('PATCH', path, { body: { status: item.status } }).then(() => navigateTo(path))
  notify(t('item.trashed', { name: itemName(item) }), () => void restore())
}

interface FormProps {
  readonly collection: VenueOrOrganizerCollection
  readonly loaded: ApiResponse<LinkedItem> | undefined
  readonly reload?: (() => void) | undefined
}

interface ActionsProps {
  readonly collection: VenueOrOrganizerCollection
  readonly state: VenueOrOrganizerForm
}

function Actions({ collection, state: { item, outdating } }: ActionsProps) {
  const remove = (one: LinkedItem) => trash(collection, one).catch(showFault)
  return (
    <div class="savebar">
      <p />
      <OutdatedTranslationsNotice {...outdating} />
      {item !== undefined && item.status !== 'trash' && (
        <button type="button" class="danger" onClick={() => remove(item)}>
          {t('bulk.trash')}
        </button>
      )}
      <button type="submit" class="main">
        {t(item === undefined ? 'create' : 'save')}
      </button>
    </div>
  )
}

/** Saves the item by the button and by the key, and opens a new one under its id. */
function useSaving({ collection, loaded }: FormProps, state: VenueOrOrganizerForm) {
  const { isChanged, forget } = state
  useLeaveConfirmation(isChanged, forget)
  const finish = (saved: LinkedItem | undefined) => {
    if (saved === undefined) return
    notify(t('saved', { title: itemName(saved) }))
    if (!state.isAllSaved()) return
    forget()
    setLeaveGuard(undefined)
    if (loaded === undefined) void navigateTo(`/${collection}/${saved.id}`)
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    finish(await state.save())
  }
  return { submit, finish }
}

function ItemForm(props: FormProps) {
  const { collection, loaded, reload } = props
  const state = useVenueOrOrganizerForm(collection, loaded)
  const { item, values, set, fault, settle, offer } = state
  const { submit, finish } = useSaving(props, state)
  const isLocked = item !== undefined && !mayChangeVenueOrOrganizer(item)
  return (
    <>
      <ViewHeading
        text={
          item === undefined ? t(collection === 'venues' ? 'venue.new' : 'organizer.new') : itemName(item)
        }
      />
      {isLocked && <p class="kept">{t('item.foreign')}</p>}
      <Form kept={offer} class="editor" onSubmit={submit} noValidate>
        <ErrorText>{fault?.message}</ErrorText>
        <LockableFields isLocked={isLocked}>
          <div class="columns">
            <div class="wide">
              <FieldsForm
                collection={collection}
                values={values}
                faults={fault?.fields}
                set={set}
                place={!isLocked && <MapField values={values} set={set} />}
              />
            </div>
            <SideColumn collection={collection} reload={reload} state={state} />
          </div>
        </LockableFields>
        {!isLocked && <Actions collection={collection} state={state} />}
      </Form>
      <Conflicts
        rows={[...formFieldsByItemCollection[collection], statusRow(state), imageRow]}
        state={state}
        settle={async (mine) => finish(await settle(mine))}
      />
      {item && <TranslationsPanel collection={collection} item={item} />}
    </>
  )
}

function SavedItem({
  collection,
  id,
}: {
  readonly collection: VenueOrOrganizerCollection
  readonly id: number
}) {
  const loaded = useLoaded(() => loadOwnTexts<LinkedItem>(`/${collection}/${id}`), [collection, id])
  return (
    <>
      {loaded.value === undefined && <ViewHeading text={t(collection)} />}
      <LoadedContent of={loaded}>
        {(response) => (
          <ItemForm key={response.etag} collection={collection} loaded={response} reload={loaded.reload} />
        )}
      </LoadedContent>
    </>
  )
}

/** Edits the venue or organizer with an id, or a new one. */
export function VenueOrOrganizerEditor({
  name,
  id,
}: {
  readonly name: VenueOrOrganizerCollection
  readonly id: number | undefined
}) {
  return id === undefined ? (
    <ItemForm collection={name} loaded={undefined} />
  ) : (
    <SavedItem collection={name} id={id} />
  )
}
