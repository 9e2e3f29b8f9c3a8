/** The heading of a view. It sets the title of the page, and gets the focus when the view changes. */
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { siteNameSignal } from './brand.tsx'

let isFirst = true

interface TitleProps {
  readonly text: string
  /** Buttons beside the heading. */
  readonly children?: ComponentChildren
}

/** The heading of level 1, with buttons beside it. */
export function ViewHeading({ text, children }: TitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (!isFirst) heading.current?.focus()
    isFirst = false
  }, [])
  useEffect(() => {
    document.title = `${text} · ${siteNameSignal.value}`
  }, [text, siteNameSignal.value])
  return (
    <div class="title">
      <h1 ref={heading} tabIndex={-1}>
        {text}
      </h1>
      {children}
    </div>
  )
}
