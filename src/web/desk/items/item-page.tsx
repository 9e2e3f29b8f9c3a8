/** The pages on which venues, organizers, groups and own pages are made and edited: what all of them have. */
import { type ComponentChildren, Fragment } from 'preact'
import { useRef } from 'preact/hooks'
import { type ApiResponse, callApi } from '../api/api.ts'
import type { EventPublicationStatus } from '../api/types.ts'
import { notifyWithUndo } from '../bulk/undo.ts'
import { deskSettings } from '../desk-settings.ts'
import type { FormRow } from '../edited/fields.tsx'
import { EditedForm } from '../edited/form.tsx'
import { useAddressOfMade } from '../edited/made.ts'
import { type EditedResource, type FormValues, useEditedItem } from '../edited/use-edited-item.ts'
import { StatusMark } from '../events/list/texts.tsx'
import { useLeaveConfirmation } from '../kept/form.tsx'
import { Button } from '../parts/button.tsx'
import { askConfirmation } from '../parts/dialog.tsx'
import { OuterLink } from '../parts/link.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { LockableFields } from '../parts/sections.tsx'
import { navigateTo, setLeaveGuard } from '../route.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { dateTimeText } from '../time/wall.ts'
import { OutdatedTranslationsNotice, TranslationsPanel } from '../translating/panel.tsx'
import {
  loadOwnTexts,
  type MultilingualItem,
  type TranslatedCollection,
} from '../translating/translation.tsx'
import { languageName, t } from '../words/index.ts'
import { LoadedItem } from './missing.tsx'

interface Item extends MultilingualItem {
  readonly id: number
  // Those with a public page have a trash, too.
  readonly status?: EventPublicationStatus
  readonly url?: string
  readonly modified?: string
}

interface PageOptions<I> {
  readonly nameOf: (item: I) => string
  readonly first?: FormValues
  /** Loads the item again, once its last save was undone. */
  readonly reload: (() => void) | undefined
  readonly onSaved?: (item: I) => void
}

/** Returns the state of the page of an item, undefined for a new one. */
export function useItemPage<I extends Item>(
  resource: EditedResource<I>,
  loaded: ApiResponse<I> | undefined,
  { nameOf, first, reload, onSaved }: PageOptions<I>,
) {
  const state = useEditedItem(resource, loaded, first)
  const { forget, isChanged } = state
  useLeaveConfirmation(isChanged, forget)
  const showMade = useAddressOfMade(resource.collection)
  const saved = (item: I) => {
    onSaved?.(item)
    const said = t('saved', { title: nameOf(item) })
    if (reload === undefined) notify(said)
    else notifyWithUndo(said, { revision: state.latestRevision() }, reload)
    if (state.item === undefined) showMade(item.id)
  }
  return { ...state, saved }
}

/** Moves an item to the trash after a question, and opens its list. Undo restores it with its links. */
async function moveToTrash(path: string, name: string, status: string, text: string): Promise<void> {
  const title = t('item.trash', { name })
  const question = { title, text, yes: t('bulk.trash'), isDangerous: true }
  if (!(await askConfirmation(question))) return
  await callApi('DELETE', path)
  setLeaveGuard(undefined)
  await navigateTo(path.slice(0, path.lastIndexOf('/')))
  const restore = () => callApi('PATCH', path, { body: { status } }).then(() => navigateTo(path))
  notify(t('item.trashed', { name }), () => void restore().catch(showFault))
}

interface ItemPageProps<I extends Item> {
  readonly collection: TranslatedCollection
  readonly state: ReturnType<typeof useItemPage<I>>
  readonly title: string
  /** The rows of all fields, whose labels a conflict shows. */
  readonly rows: readonly FormRow[]
  readonly wide: ComponentChildren
  readonly narrow: ComponentChildren
  /** Says what becomes of what goes to the trash; undefined for what has none. */
  readonly trashText?: () => string | Promise<string>
  /** Deletes what has no trash, after a question. */
  readonly remove?: (() => unknown) | undefined
  readonly isLocked?: boolean
  /** What stands below the form of a stored item. */
  readonly children?: ComponentChildren
}

export function ItemPage<I extends Item>(props: ItemPageProps<I>) {
  const { collection, state, title, rows, wide, narrow, trashText, remove, isLocked = false } = props
  const { item, outdating, saved } = state
  const kept = trashText !== undefined && item?.status !== 'trash' ? item : undefined
  const trash = async () => {
    if (kept && trashText)
      await moveToTrash(`/${collection}/${kept.id}`, title, kept.status ?? '', await trashText())
  }
  return (
    <>
      {/* Its name stands in the field below. */}
      <div class={item && 'event-head'}>
        <ViewHeading text={title}>
          {item?.status && <StatusMark status={item.status} />}
          <p class="facts">{item?.modified && t('changed-at', { at: dateTimeText(item.modified) })}</p>
          {item?.url && item.status !== 'trash' && (
            <OuterLink
              class="button"
              href={item.url}
              label={t(item.status === undefined || item.status === 'publish' ? 'view' : 'preview')}
            />
          )}
        </ViewHeading>
      </div>
      {isLocked && <p class="kept">{t('item.foreign')}</p>}
      <EditedForm state={state} rows={rows} saved={saved} class="editor">
        <LockableFields isLocked={isLocked}>
          <div class="columns">
            <div class="wide">{wide}</div>
            <div class="narrow">{narrow}</div>
          </div>
        </LockableFields>
        {!isLocked && (
          <div class="savebar">
            <p />
            <OutdatedTranslationsNotice {...outdating} />
            {kept && (
              <Button class="danger" onClick={() => void trash().catch(showFault)} label={t('bulk.trash')} />
            )}
            {remove && <Button class="danger" onClick={remove} label={t('delete')} />}
            <Button type="submit" class="main" label={t(item === undefined ? 'create' : 'save')} />
          </div>
        )}
      </EditedForm>
      {item && <TranslationsPanel collection={collection} item={item} />}
      {props.children}
    </>
  )
}

/** The row of the language in which texts are written, where the calendar has several. */
export function languageRows(): readonly FormRow[] {
  const { contentLanguages: tags } = deskSettings
  if (tags.length < 2) return []
  const options = tags.map((tag) => [tag, languageName(tag)] as const)
  return [{ name: 'language', label: 'content-language', type: 'choice', options }]
}

interface LoadedPageProps<I> {
  readonly collection: TranslatedCollection
  /** Undefined for a new item. */
  readonly id: number | undefined
  /** Renders the page of what was loaded, undefined for a new item; `reload` loads it again. */
  readonly children: (loaded: ApiResponse<I> | undefined, reload?: () => void) => ComponentChildren
}

export function LoadedItemPage<I extends Item>({ collection, id, children }: LoadedPageProps<I>) {
  // The form of a new item goes on with what it has made, until that is loaded since a change was undone.
  const isNew = useRef(id === undefined).current
  const loaded = useLoaded(
    async () => (id === undefined ? undefined : loadOwnTexts<I>(`/${collection}/${id}`)),
    [],
  )
  if (isNew && loaded.value === undefined && loaded.fault === undefined)
    return children(undefined, id === undefined ? undefined : loaded.reload)
  return (
    <LoadedItem collection={collection} id={id ?? 0} of={loaded}>
      {(response) => response && <Fragment key={response.etag}>{children(response, loaded.reload)}</Fragment>}
    </LoadedItem>
  )
}
