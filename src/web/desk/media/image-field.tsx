/** The image of an item: dropped, or chosen from the computer or the library. */
import { useState } from 'preact/hooks'
import { faultMessage } from '../api/faults.ts'
import { parsedJson, postForm } from '../api/files.ts'
import type { Image, Media } from '../api/types.ts'
import { Fields, type FormRow } from '../edited/fields.tsx'
import { mayCreateEvents, mayUpload } from '../groups/groups.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorText } from '../parts/field.tsx'
import { FileDrop } from '../parts/files.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { FoldedSection, useOneStop } from '../parts/sections.tsx'
import { isMultilingual, loadOwnTexts } from '../translating/translation.tsx'
import { t } from '../words/index.ts'
import { type ChosenImage, imageWithTypedTexts, smallestImageUrl, uncutImageUrl } from './images.ts'

// The point of an image that crops keep in view: chosen on the picture, by a tap or by arrow keys.

export type Focus = Required<Pick<Image, 'focus_x' | 'focus_y'>>

const STEP = 5

const inPercent = (share: number) => Math.round(Math.min(Math.max(share, 0), 1) * 100)

/** The moves of the arrow keys, in percent. */
const moves: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

interface PictureProps {
  readonly focus: Focus
  readonly onChange: (focus: Focus) => void
  readonly url: string
  /** The text of the picture; "" if it has none. */
  readonly alt: string
}

export function FocusPicture({ url, alt, focus, onChange }: PictureProps) {
  const { focus_x: x, focus_y: y } = focus
  const tap = (event: MouseEvent & { readonly currentTarget: HTMLButtonElement }) => {
    // Enter and the space bar click without a place.
    if (event.detail === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    const [across, down] = [event.clientX - box.left, event.clientY - box.top]
    onChange({ focus_x: inPercent(across / box.width), focus_y: inPercent(down / box.height) })
  }
  const press = (event: KeyboardEvent) => {
    const [right, down] = moves[event.key] ?? []
    if (right === undefined || down === undefined) return
    event.preventDefault()
    onChange({ focus_x: inPercent((x + right) / 100), focus_y: inPercent((y + down) / 100) })
  }
  return (
    <Button
      class="focus-picture"
      aria-label={`${alt === '' ? t('image.chosen') : alt} – ${t('focus.at', { x, y })}`}
      title={t('focus.tap')}
      onClick={tap}
      onKeyDown={press}
    >
      <img src={url} alt="" />
      <span class="focus-point" style={{ left: `${x}%`, top: `${y}%` }} />
    </Button>
  )
}

const altTextRow: FormRow = { name: 'alt_text', label: 'alt-text', hint: 'alt-text.hint' }
const creditRows: readonly FormRow[] = [
  { name: 'credit', label: 'credit', hint: 'credit.hint' },
  { name: 'license', label: 'license', hint: 'license.hint' },
]

export const imageTextRows: readonly FormRow[] = [altTextRow, ...creditRows]

// Uploads an image, with progress.

/** The image types that the service accepts. */
const imageAcceptAttribute = 'image/jpeg,image/png,image/gif,image/webp,image/avif'
/** Those that it also accepts for the logo and the icon of the site. */
const logoAcceptAttribute = `${imageAcceptAttribute},image/svg+xml`

// An area to drop images on, or to choose them from the computer. Images are uploaded one after the other.

interface UploaderProps {
  readonly isMany?: boolean
  /** The saved event that shows the image. Contributors may add images only to their own events. */
  readonly event?: number | undefined
  /** Whether it may be an SVG. */
  readonly svg?: boolean
  readonly onUploaded: (media: Media) => void
}

function useUploads({ onUploaded, event, svg = false }: UploaderProps) {
  const [sending, setSending] = useState<{ readonly name: string; readonly share: number }>()
  const [faults, setFaults] = useState<readonly string[]>([])
  const upload = async (file: File) => {
    const form = new FormData()
    form.append('file', file)
    form.append('title', file.name.replace(/\.\w+$/, ''))
    if (event !== undefined) form.append('event', String(event))
    if (svg) form.append('svg', 'true')
    const sent = (share: number) => setSending({ name: file.name, share })
    sent(0)
    onUploaded(parsedJson(await postForm('/media', form, { sent })) as Media)
  }
  const send = async (files: readonly File[]) => {
    setFaults([])
    for (const file of files)
      await upload(file).catch((error: unknown) =>
        setFaults((all) => [...all, t('labelled', { label: file.name, text: faultMessage(error) })]),
      )
    setSending(undefined)
  }
  return { sending, faults, send }
}

/** Accepts images by drop or file dialog. Each is described after it is uploaded. */
export function Uploader(props: UploaderProps) {
  const { isMany = false, svg = false } = props
  const { sending, faults, send } = useUploads(props)
  return (
    <div class="uploader">
      <FileDrop
        accept={svg ? logoAcceptAttribute : imageAcceptAttribute}
        label={t(isMany ? 'drop.many' : 'drop.one')}
        isMany={isMany}
        onFiles={(files) => void send(files)}
      />
      {isMany && <p class="hint">{t('alt-text.many')}</p>}
      {sending && (
        <p role="status">
          {t('uploading', { name: sending.name })}{' '}
          <progress max={1} value={sending.share} aria-label={sending.name} />
        </p>
      )}
      {faults.map((fault) => (
        <ErrorText key={fault}>{fault}</ErrorText>
      ))}
    </div>
  )
}

interface ImageProps extends Pick<UploaderProps, 'event' | 'svg'> {
  readonly image: ChosenImage | undefined
  readonly fault: string | undefined
  /** Whether it stands for the site: it is never cropped, and its maker is not named. */
  readonly isOfSite?: boolean
  /** Called with the image and what was typed for it, which the form saves. */
  readonly onChange: (image: ChosenImage | undefined) => void
}

/** The library, whose list is loaded once somebody looks into it. */
function Picker({ pick, close }: { readonly pick: (image: Image) => void; readonly close: () => void }) {
  const loaded = useLoaded(() => import('./picker.tsx'), [])
  return (
    <Dialog title={t('image.choose')} onClose={close} class="wide">
      <LoadedContent of={loaded}>{({ LibraryImages }) => <LibraryImages pick={pick} />}</LoadedContent>
      <div class="actions">
        <Button onClick={close} label={t('cancel')} />
      </div>
    </Dialog>
  )
}

interface ShownProps {
  readonly image: ChosenImage
  readonly isOfSite: boolean
  readonly onChange: (image: ChosenImage) => void
}

/** The image, and for those who may describe it its text; its focus, its maker and its licence are behind “more”. */
function Shown({ image, isOfSite, onChange }: ShownProps) {
  const { alt_text, credit, license, focus_x, focus_y } = imageWithTypedTexts(image)
  const set = (typed: ChosenImage['typed']) => onChange({ ...image, typed: { ...image.typed, ...typed } })
  const fields = (rows: readonly FormRow[]) => (
    <Fields
      rows={rows}
      values={{ alt_text, credit, license }}
      faults={undefined}
      set={(changed) =>
        set(Object.fromEntries(Object.entries(changed).map(([name, text]) => [name, String(text)])))
      }
    />
  )
  if (!mayCreateEvents())
    return <img src={smallestImageUrl(image)} alt={alt_text || t('image.chosen')} width="150" />
  return (
    <div class="described">
      {isOfSite ? (
        <div class="on-both">
          <img src={smallestImageUrl(image)} alt={alt_text} width="150" />
          <img src={smallestImageUrl(image)} alt="" width="150" />
        </div>
      ) : (
        <FocusPicture url={uncutImageUrl(image)} alt={alt_text} focus={{ focus_x, focus_y }} onChange={set} />
      )}
      <div>
        {fields([{ ...altTextRow, hint: alt_text === '' ? 'alt-text.missing' : 'alt-text.hint' }])}
        {!isOfSite && (
          <FoldedSection
            title={t('image.more')}
            line={[credit, license].filter((text) => text !== '').join(' · ')}
          >
            {fields(creditRows)}
            <p class="hint">{t('focus.tap')}</p>
          </FoldedSection>
        )}
      </div>
    </div>
  )
}

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
          {mayUpload() && <Button onClick={() => setOpen(true)} label={t('image.choose')} />}
          {image && <Button class="quiet" onClick={() => onChange(undefined)} label={t('image.remove')} />}
        </div>
      </fieldset>
      {fault && <p class="wrong">{fault}</p>}
      {isOpen && <Picker pick={(picked) => void pick(picked)} close={() => setOpen(false)} />}
    </div>
  )
}
