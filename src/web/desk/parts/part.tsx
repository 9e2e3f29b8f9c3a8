/** Sections of long forms. */
import type { ComponentChildren } from 'preact'

/** A section of the form with a heading. */
export function FormSection({
  title,
  children,
}: {
  readonly title: string
  readonly children: ComponentChildren
}) {
  return (
    <section class="part">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
