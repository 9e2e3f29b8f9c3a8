/** An area to drop images on, or to choose them from the computer. Images are uploaded one after the other. */
import { useState } from 'preact/hooks'
import { faultMessage } from '../api/faults.ts'
import type { Media } from '../api/types.ts'
import { ErrorText } from '../parts/error-text.tsx'
import { FileDrop } from '../parts/file-drop.tsx'
import { t } from '../words/index.ts'
import { imageAcceptAttribute, logoAcceptAttribute, uploadFile } from './upload.ts'

interface UploaderProps {
  readonly isMany?: boolean
  /** The event that the image is for. */
  readonly event?: number | undefined
  /** Whether an SVG is accepted, for the logo and the icon of the site. */
  readonly svg?: boolean
  readonly onUploaded: (media: Media) => void
}

interface Sending {
  readonly name: string
  readonly share: number
}

function useUploads({ onUploaded, event, svg }: UploaderProps) {
  const [sending, setSending] = useState<Sending | undefined>(undefined)
  const [faults, setFaults] = useState<readonly string[]>([])
  const send = async (files: readonly File[]) => {
    setFaults([])
    for (const file of files) {
      const tellShare = (share: number) => setSending({ name: file.name, share })
      tellShare(0)
      await uploadFile(file, { event, svg }, tellShare).then(onUploaded, (error: unknown) =>
        setFaults((all) => [...all, t('labelled', { label: file.name, text: faultMessage(error) })]),
      )
    }
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
