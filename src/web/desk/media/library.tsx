/** The media library: upload images, edit their texts, delete them. */
import { useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { namesOf } from '../../../contract/table-of.ts'
import { callApi, hasRoleAtLeast } from '../api/api.ts'
import type { Media } from '../api/types.ts'
import { singularKindWordKeys } from '../history/changes.ts'
import { History } from '../history/history.tsx'
import { Form, useUnsaved } from '../kept/form.tsx'
import { confirmDeletion, Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Link } from '../parts/link.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { showFault, tellWhenDone } from '../parts/notice.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import {
  OutdatedTranslationsNotice,
  TranslationsPanel,
  translatableTextNamesAmong,
  useSmallCorrectionOfTexts,
  WithOwnTexts,
} from '../translating/panel.tsx'
import {
  ownLanguageQueryArgs,
  TranslationMarks,
  translationMarksQueryArgs,
} from '../translating/translation.tsx'
import { t } from '../words/index.ts'
import { MediaGrid, smallestImageUrl, useMedia } from './grid.tsx'
import { FocusPicture, FocusSliders, ImageTextFields, Uploader } from './image-field.tsx'

interface DetailsProps {
  readonly media: Media
  /** Called when the dialog closes, with whether anything has changed. */
  readonly close: (hasChanged: boolean) => void
}

/** The values of the form, as the image has them. */
function imageValues(media: Media) {
  const { title = '', alt_text = '', credit = '', license = '', focus_x = 50, focus_y = 50 } = media
  return { title, alt_text, credit, license, focus_x, focus_y }
}

/** The texts and the focus of an image, and saving or deleting it. */
function useDetails({ media, close }: DetailsProps) {
  const base = imageValues(media)
  const [values, setValues] = useState(base)
  const set = (changed: Partial<typeof base>) => setValues({ ...values, ...changed })
  const { forget, offer } = useUnsaved(`media/${media.id}`, values, base, set)
  const changed = namesOf(base).filter((name) => values[name] !== base[name])
  const { outdating, sent } = useSmallCorrectionOfTexts(media, translatableTextNamesAmong('media', changed))
  const end = (hasChanged: boolean) => {
    forget()
    close(hasChanged)
  }
  const save = async (event: Event) => {
    event.preventDefault()
    await callApi('PATCH', `/media/${media.id}`, {
      query: ownLanguageQueryArgs(media),
      body: { ...values, ...sent },
    }).then(() => end(true), showFault)
  }
  const remove = async () => {
    if (!(await confirmDeletion(t('media.delete'), t('media.delete.text')))) return
    const said = t('deleted', { name: media.title })
    await tellWhenDone(callApi('DELETE', `/media/${media.id}`), said, () => end(true))
  }
  return { values, set, save, remove, cancel: () => end(false), offer, outdating }
}

const editorOf = { event: 'events', venue: 'venues', organizer: 'organizers', group: 'groups' } as const

/** The items that show an image, for those who edit all of them. */
function Uses({ id }: Media) {
  const { value } = useLoaded(
    async () =>
      hasRoleAtLeast('editor')
        ? (await callApi<components['schemas']['MediaUses']>('GET', `/media/${id}/uses`)).body.uses
        : undefined,
    [id],
  )
  if (value === undefined) return null
  return (
    <section class="part">
      <h2>{t('media.uses')}</h2>
      {value.length === 0 && <p class="hint">{t('media.uses.none')}</p>}
      <ul class="lines">
        {value.map((use) => (
          <li key={`${use.resource} ${use.id}`} class="line">
            <Link to={`/${editorOf[use.resource]}/${use.id}`} class="name">
              {use.name}
            </Link>
            <span class="detail">{t(singularKindWordKeys[use.resource])}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Details(props: DetailsProps) {
  const { media, close } = props
  const { values, set, save, remove, cancel, offer, outdating } = useDetails(props)
  return (
    <Dialog title={media.title} onClose={() => close(false)} class="wide">
      <Form kept={offer} onSubmit={save} noValidate>
        <FocusPicture url={media.url} alt={media.alt_text ?? ''} focus={values} onChange={set} />
        <p class="hint">{t('focus.tap')}</p>
        <p class="facts">
          {media.width} × {media.height} · {media.mime_type} · {Math.ceil(media.filesize / 1024)} KiB
        </p>
        <TextField
          name="title"
          label={t('title')}
          value={values.title}
          onInput={(next) => set({ title: next })}
        />
        <ImageTextFields texts={values} onChange={set} />
        <FocusSliders focus={values} onChange={set} />
        <Uses {...media} />
        <TranslationsPanel collection="media" item={media} />
        <History collection="media" id={media.id} />
        <OutdatedTranslationsNotice {...outdating} />
        <div class="actions">
          <button type="submit" class="main">
            {t('save')}
          </button>
          <button type="button" onClick={cancel}>
            {t('cancel')}
          </button>
          <button type="button" class="danger" onClick={remove}>
            {t('bulk.delete')}
          </button>
        </div>
      </Form>
    </Dialog>
  )
}

/** The media library. */
export function MediaLibrary() {
  const media = useMedia(translationMarksQueryArgs())
  const [opened, open] = useState<Media | undefined>(undefined)
  const close = (hasChanged: boolean) => {
    open(undefined)
    if (hasChanged) media.loaded.reload()
  }
  return (
    <>
      <ViewHeading text={t('media')} />
      <Uploader isMany onUploaded={media.loaded.reload} />
      <MediaGrid {...media}>
        {(one) => (
          <button type="button" class="picture" onClick={() => open(one)}>
            <img src={smallestImageUrl(one)} alt={one.alt_text} loading="lazy" />
            <span>{one.title}</span>
            <TranslationMarks item={one} />
            {one.alt_text === '' && <span class="hint">{t('alt-text.none')}</span>}
          </button>
        )}
      </MediaGrid>
      {opened && (
        <WithOwnTexts key={opened.id} path={`/media/${opened.id}`} item={opened}>
          {(own) => <Details media={own} close={close} />}
        </WithOwnTexts>
      )}
    </>
  )
}
