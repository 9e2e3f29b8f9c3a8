/** A view that has no entries yet. */
import type { ComponentChildren } from 'preact'

interface EmptyProps {
  /** Says what the entries are for. */
  readonly text: string
  /** The button that adds the first one, for those who may. */
  readonly children: ComponentChildren
}

/** The text and the button in the middle of the view, in the place of the list. */
export function EmptyView({ text, children }: EmptyProps) {
  return (
    <div class="empty">
      <p>{text}</p>
      {children}
    </div>
  )
}
