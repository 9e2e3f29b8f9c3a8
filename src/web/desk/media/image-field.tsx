/** The image of an item: dropped, or chosen from the computer or the library. */
import { useState } from 'preact/hooks'
import type { Image } from '../api/types.ts'
import { mayCreateEvents, mayUpload } from '../groups/may.ts'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { t } from '../words/index.ts'
import type { ChosenImage } from './alt-text.ts'
import { MediaGrid, smallestUrl, useMedia } from './grid.tsx'
import { Uploader } from './uploader.tsx'

interface ImageProps {
  readonly image: ChosenImage | undefined
  readonly fault: string | undefined
  /** The saved event that shows the image. Contributors may add images only to their own events. */
  readonly event?: number | undefined
  /** Called with the image and the description typed for it, which the form saves. */
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
            <img src={smallestUrl(one)} alt={one.alt_text} loading="lazy" />
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

/** Shows the image, with buttons to change or remove it. */
export function ImageField({ image, fault, event, onChange }: ImageProps) {
  const mayAdd = mayUpload() || (mayCreateEvents() && event !== undefined)
  const [isOpen, setOpen] = useState(false)
  const pick = (picked: Image) => {
    setOpen(false)
    onChange(picked)
  }
  return (
    <div class="image-field" data-field="image">
      {image && <img src={smallestUrl(image)} alt={image.alt_text || t('image.chosen')} width="150" />}
      {image && !(image.typed_alt ?? image.alt_text) && (
        <p class="hint" role="status">
          {t('alt-text.missing')}
        </p>
      )}
      {image && mayCreateEvents() && (
        <TextField
          name="alt_text"
          label={t('alt-text')}
          hint={t('alt-text.hint')}
          value={image.typed_alt ?? image.alt_text ?? ''}
          onInput={(typed_alt) => onChange({ ...image, typed_alt })}
        />
      )}
      {mayAdd && <Uploader event={event} onUploaded={onChange} />}
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
      {fault && <p class="wrong">{fault}</p>}
      {isOpen && <Picker pick={pick} close={() => setOpen(false)} />}
    </div>
  )
}
