/** The image of an item: dropped, or chosen from the computer or the library. */
import { useState } from 'preact/hooks'
import type { Image, Media } from '../api/types.ts'
import { mayCreateEvents, mayUpload } from '../groups/may.ts'
import { Dialog } from '../parts/dialog.tsx'
import { useOneStop } from '../parts/stops/one-stop.ts'
import { isMultilingual, loadOwnTexts } from '../translating/translation.ts'
import { t } from '../words/index.ts'
import { FocusPicture } from './focus-field.tsx'
import { MediaGrid, smallestImageUrl, uncutImageUrl, useMedia } from './grid.tsx'
import { ImageTextFields } from './texts.tsx'
import { type ChosenImage, imageWithTypedTexts } from './typed-image-texts.ts'
import { Uploader } from './uploader.tsx'

interface ImageProps {
  readonly image: ChosenImage | undefined
  readonly fault: string | undefined
  /** The saved event that shows the image. Contributors may add images only to their own events. */
  readonly event?: number | undefined
  /** Whether an SVG is accepted, for the logo and the icon of the site. */
  readonly svg?: boolean
  /** Whether it stands for the site: it is never cropped, and its maker is not named. */
  readonly isOfSite?: boolean
  /** Called with the image and what was typed for it, which the form saves. */
  readonly onChange: (image: ChosenImage | undefined) => void
}

interface PickerProps {
  readonly pick: (image: Image) => void
  readonly close: () => void
}

function Picker({ pick, close }: PickerProps) {
  const media = useMedia()
  return (
    <Dialog title={t('image.choose')} onClose={close} class="wide">
      <MediaGrid {...media}>
        {(one) => (
          <button type="button" class="picture" onClick={() => pick(one)}>
            <img src={smallestImageUrl(one)} alt={one.alt_text} loading="lazy" />
            <span>{one.title}</span>
          </button>
        )}
      </MediaGrid>
      <div class="actions">
        <button type="button" onClick={close}>
          {t('cancel')}
        </button>
      </div>
    </Dialog>
  )
}

interface ShownProps {
  readonly image: ChosenImage
  readonly isOfSite: boolean
  readonly onChange: (image: ChosenImage) => void
}

/** The image, and for those who may describe it its focus and its texts. */
function Shown({ image, isOfSite, onChange }: ShownProps) {
  const { alt_text, credit, license, focus_x, focus_y } = imageWithTypedTexts(image)
  const set = (typed: ChosenImage['typed']) => onChange({ ...image, typed: { ...image.typed, ...typed } })
  if (!mayCreateEvents())
    return <img src={smallestImageUrl(image)} alt={alt_text || t('image.chosen')} width="150" />
  return (
    <>
      {isOfSite ? (
        <div class="on-both">
          <img src={smallestImageUrl(image)} alt={alt_text} width="150" />
          <img src={smallestImageUrl(image)} alt="" width="150" />
        </div>
      ) : (
        <>
          <FocusPicture
            url={uncutImageUrl(image)}
            alt={alt_text}
            focus={{ focus_x, focus_y }}
            onChange={set}
          />
          <p class="hint">{t('focus.tap')}</p>
        </>
      )}
      {alt_text === '' && (
        <p class="hint" role="status">
          {t('alt-text.missing')}
        </p>
      )}
      <ImageTextFields texts={isOfSite ? { alt_text } : { alt_text, credit, license }} onChange={set} />
    </>
  )
}

/** Shows the image, with buttons to change or remove it. */
export function ImageField({ image, fault, event, svg = false, isOfSite = false, onChange }: ImageProps) {
  const mayAdd = mayUpload() || (mayCreateEvents() && event !== undefined)
  const [isOpen, setOpen] = useState(false)
  const choosing = useOneStop<HTMLFieldSetElement>('input[type=file], button', 'row')
  const pick = async (picked: Image) => {
    setOpen(false)
    // The library shows descriptions in the language of the desk; what is typed changes the image's own.
    const own = isMultilingual && (await loadOwnTexts<Media>(`/media/${picked.id}`).catch(() => undefined))
    onChange(own ? own.body : picked)
  }
  return (
    <div class="image-field" data-field="image">
      {image && <Shown image={image} isOfSite={isOfSite} onChange={onChange} />}
      <fieldset {...choosing} class="one-stop" aria-label={t('image')}>
        {mayAdd && <Uploader event={event} svg={svg} onUploaded={onChange} />}
        {svg && <p class="hint">{t('setting.svg.hint')}</p>}
        <div class="actions">
          {mayUpload() && (
            <button type="button" onClick={() => setOpen(true)}>
              {t('image.choose')}
            </button>
          )}
          {image && (
            <button type="button" class="quiet" onClick={() => onChange(undefined)}>
              {t('image.remove')}
            </button>
          )}
        </div>
      </fieldset>
      {fault && <p class="wrong">{fault}</p>}
      {isOpen && <Picker pick={(picked) => void pick(picked)} close={() => setOpen(false)} />}
    </div>
  )
}
