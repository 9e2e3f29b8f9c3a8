import { useState } from 'preact/hooks'
import { useLocked } from './sections.tsx'

interface FileDropProps {
  readonly accept: string
  readonly label: string
  /** Whether it takes several files at once; otherwise the first one. */
  readonly isMany?: boolean
  readonly onFiles: (files: readonly File[]) => void
}

export function FileDrop({ accept, label, isMany = false, onFiles }: FileDropProps) {
  const [isOver, setOver] = useState(false)
  const isLocked = useLocked()
  const take = (files: FileList | undefined | null) => {
    const all = [...(files ?? [])]
    if (all.length > 0 && !isLocked) onFiles(isMany ? all : all.slice(0, 1))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer?.files)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <label
      class={isOver ? 'drop over' : 'drop'}
      onDrop={drop}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
    >
      <input
        type="file"
        class="unseen"
        name="file"
        accept={accept}
        multiple={isMany}
        onChange={(event) => {
          take(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
      <span>{label}</span>
    </label>
  )
}

/** Milliseconds until the URL of the file is revoked. Browsers may read it some time after the click. */
const REVOKED_AFTER = 10_000

export function saveAsFile(name: string, type: string, content: string | Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKED_AFTER)
}
