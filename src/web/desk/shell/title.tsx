/** The heading of a view: it names the page, and takes the focus where the view has changed. */
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { siteName } from './site-name.ts'

let isFirst = true

interface TitleProps {
  readonly text: string
  /** What can be done here. */
  readonly children?: ComponentChildren
}

/** The first heading, with what can be done beside it. */
export function Title({ text, children }: TitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (!isFirst) heading.current?.focus()
    isFirst = false
  }, [])
  useEffect(() => {
    document.title = `${text} · ${siteName.value}`
  }, [text, siteName.value])
  return (
    <div class="title">
      <h1 ref={heading} tabIndex={-1}>
        {text}
      </h1>
      {children}
    </div>
  )
}
