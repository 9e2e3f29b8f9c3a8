/** The editor of a venue or organizer. */
import { type ApiResponse, callApi } from '../api/api.ts'
import type { VenueOrOrganizerCollection } from '../api/types.ts'
import { Conflicts } from '../edited/fields.tsx'
import { imageRow } from '../edited/rows.ts'
import { mayChangeVenueOrOrganizer } from '../groups/may.ts'
import { Form } from '../kept/fields.tsx'
import { useLeaveConfirmation } from '../kept/form.tsx'
import { askConfirmation } from '../parts/dialog.tsx'
import { ErrorText } from '../parts/error-text.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { LockableFields } from '../parts/part.tsx'
import { MapField } from '../places/map-field.tsx'
import { navigateTo, setLeaveGuard } from '../route.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { OutdatedTranslationsNotice } from '../translating/outdated-notice.tsx'
import { TranslationsPanel } from '../translating/states.tsx'
import { loadOwnTexts } from '../translating/translation.ts'
import { t } from '../words/index.ts'
import { SideColumn, statusRow } from './beside.tsx'
import { type LinkedItem, useVenueOrOrganizerForm, type VenueOrOrganizerForm } from './editing.ts'
import { formFieldsByItemCollection } from './fields.ts'
import { FieldsForm } from './fields-form.tsx'
import { loadLatestLinkingEvents } from './linking.tsx'
import { itemName } from './suggested.ts'

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
