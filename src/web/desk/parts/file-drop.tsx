/** An area to drop one file on, or to choose it from the computer. */
import { useState } from 'preact/hooks'

interface FileDropProps {
  readonly accept: string
  readonly label: string
  readonly onFile: (file: File) => void
}

/** Accepts a file by drop or file dialog. */
export function FileDrop({ accept, label, onFile }: FileDropProps) {
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | undefined | null) => {
    const [file] = files ?? []
    if (file !== undefined) onFile(file)
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
    <div class="uploader">
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
          onChange={(event) => {
            take(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
        <span>{label}</span>
      </label>
    </div>
  )
}
