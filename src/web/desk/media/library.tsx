import { useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { type ApiResponse, callApi, hasRoleAtLeast, loadList } from '../api/api.ts'
import type { Media } from '../api/types.ts'
import { Fields, type FormRow } from '../edited/fields.tsx'
import { EditedForm } from '../edited/form.tsx'
import { type EditedResource, useEditedItem } from '../edited/use-edited-item.ts'
import { oneOfKindText } from '../history/changes.ts'
import { History } from '../history/history.tsx'
import { ListContent, useList } from '../lists/list.tsx'
import { Button } from '../parts/button.tsx'
import { confirmDeletion, Dialog } from '../parts/dialog.tsx'
import { Link } from '../parts/link.tsx'
import { Lines, LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { tellWhenDone } from '../parts/notice.tsx'
import { FoldedSection, FormSection } from '../parts/sections.tsx'
import { navigateTo } from '../route.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { OutdatedTranslationsNotice, TranslationsPanel } from '../translating/panel.tsx'
import { loadOwnTexts, TranslationMarks } from '../translating/translation.tsx'
import { sizeText, t } from '../words/index.ts'
import { type Focus, FocusPicture, imageTextRows, Uploader } from './image-field.tsx'
import { smallestImageUrl } from './images.ts'
import { listMedia } from './picker.tsx'

const images: EditedResource<Media> = {
  collection: 'media',
  valuesOf: (media) => ({
    title: media?.title ?? '',
    alt_text: media?.alt_text ?? '',
    credit: media?.credit ?? '',
    license: media?.license ?? '',
    focus_x: String(media?.focus_x ?? 50),
    focus_y: String(media?.focus_y ?? 50),
  }),
  argOf: (name, value) => (name.startsWith('focus_') ? Number(value) : value),
}

const rows: readonly FormRow[] = [{ name: 'title', label: 'title' }, ...imageTextRows]

/** The rows that a conflict names. */
const allRows: readonly FormRow[] = [
  ...rows,
  { name: 'focus_x', label: 'focus.x' },
  { name: 'focus_y', label: 'focus.y' },
]

const editorOf = { event: 'events', venue: 'venues', organizer: 'organizers', group: 'groups' } as const

/** More uses of an image than this are folded: the fields and the buttons stay near each other. */
const MANY_USES = 5

/** The items that show an image, for those who edit all of them. */
function Uses({ id }: Media) {
  const { value } = useLoaded(
    async () =>
      hasRoleAtLeast('editor')
        ? (await loadList<components['schemas']['MediaUses']['uses'][number]>(`/media/${id}/uses`)).body
        : undefined,
    [id],
  )
  if (value === undefined) return null
  const lines = (
    <Lines items={value} none={t('media.uses.none')} keyOf={(use) => `${use.resource} ${use.id}`}>
      {(use) => (
        <>
          <Link to={`/${editorOf[use.resource]}/${use.id}`} class="name" label={use.name} />
          <span class="detail">{oneOfKindText(use.resource)}</span>
        </>
      )}
    </Lines>
  )
  return value.length > MANY_USES ? (
    <FoldedSection title={t('media.uses')} line={String(value.length)}>
      {lines}
    </FoldedSection>
  ) : (
    <FormSection title={t('media.uses')}>{lines}</FormSection>
  )
}

interface DetailsProps {
  readonly loaded: ApiResponse<Media>
  /** Called when the dialog closes, with whether anything has changed. */
  readonly close: (hasChanged: boolean) => void
}

function Details({ loaded, close }: DetailsProps) {
  const state = useEditedItem(images, loaded)
  const { item: media = loaded.body, values, set, faults, forget, outdating } = state
  const focus = { focus_x: Number(values.focus_x), focus_y: Number(values.focus_y) }
  const setFocus = ({ focus_x, focus_y }: Focus) =>
    set({ focus_x: String(focus_x), focus_y: String(focus_y) })
  const leave = (hasChanged: boolean) => {
    forget()
    close(hasChanged)
  }
  const remove = async () => {
    if (!(await confirmDeletion(t('media.delete'), t('media.delete.text')))) return
    const said = t('deleted', { name: media.title })
    await tellWhenDone(callApi('DELETE', `/media/${media.id}`), said, () => leave(true))
  }
  return (
    <EditedForm state={state} rows={allRows} saved={() => leave(true)}>
      <div class="picture-and-texts">
        <div>
          <FocusPicture url={media.url} alt={media.alt_text ?? ''} focus={focus} onChange={setFocus} />
          <p class="hint">{t('focus.tap')}</p>
          <p class="facts">
            {media.width} × {media.height} · {sizeText(media.filesize)}
          </p>
        </div>
        <div>
          <Fields rows={rows} values={values} faults={faults} set={set} />
        </div>
      </div>
      <Uses {...media} />
      <TranslationsPanel collection="media" item={media} />
      <History collection="media" id={media.id} />
      <OutdatedTranslationsNotice {...outdating} />
      <div class="actions">
        <Button type="submit" class="main" label={t('save')} />
        <Button onClick={() => leave(false)} label={t('cancel')} />
        <Button class="danger" onClick={remove} label={t('bulk.delete')} />
      </div>
    </EditedForm>
  )
}

interface DialogProps {
  readonly listed: Pick<Media, 'id' | 'title'>
  readonly close: (hasChanged: boolean) => void
}

/** The dialog of an image. It opens anew with its own texts, so that the first field has the focus. */
function ImageDialog({ listed: { id, title }, close }: DialogProps) {
  const loaded = useLoaded(() => loadOwnTexts<Media>(`/media/${id}`), [id])
  return (
    <Dialog
      key={loaded.value === undefined ? 'loading' : 'form'}
      title={loaded.value?.body.title ?? title}
      onClose={() => close(false)}
      class="wide"
    >
      <LoadedContent of={loaded}>{(response) => <Details loaded={response} close={close} />}</LoadedContent>
    </Dialog>
  )
}

interface LibraryProps {
  /** The image that the address names. */
  readonly id?: number
}

export function MediaLibrary({ id }: LibraryProps) {
  const list = useList<Media>(listMedia)
  const [opened, open] = useState<DialogProps['listed'] | undefined>(
    id === undefined ? undefined : { id, title: '' },
  )
  const close = (hasChanged: boolean) => {
    open(undefined)
    if (id !== undefined) void navigateTo('/media')
    if (hasChanged) list.loaded.reload()
  }
  return (
    <>
      <ViewHeading text={t('media')} />
      <Uploader isMany onUploaded={list.loaded.reload} />
      <ListContent
        list={list}
        filters={[{ name: 'described', label: 'alt-text.none', ticked: 'false' }]}
        none={t('media.none')}
        isGrid
      >
        {(one) => (
          <>
            <Button class="picture" onClick={() => open(one)}>
              <img src={smallestImageUrl(one)} alt={one.alt_text} loading="lazy" />
              <span>{one.title}</span>
              {one.alt_text === '' && <span class="status pending">{t('alt-text.none')}</span>}
            </Button>
            <TranslationMarks collection="media" item={one} />
          </>
        )}
      </ListContent>
      {opened && <ImageDialog key={opened.id} listed={opened} close={close} />}
    </>
  )
}
