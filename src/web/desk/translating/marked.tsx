/** The original beside a translation, with what changed in it since the translation was made. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { domNodesOfHtml, plainTextOfHtml } from '../parts/markup.ts'
import { wordDiffParts } from './word-diff.ts'

const elements = { same: 'span', gone: 'del', new: 'ins' } as const

interface OriginalProps {
  readonly html: string
  readonly language: string
  /** The plain text when the translation was made; undefined if it is the same. */
  readonly before: string | undefined
}

/** The original as it is shown, or with its changes. */
export function OriginalText({ html, language, before }: OriginalProps) {
  const box = useRef<HTMLDivElement>(null)
  const isMarked = before !== undefined
  useLayoutEffect(() => {
    if (!isMarked) box.current?.replaceChildren(...domNodesOfHtml(html))
  }, [html, isMarked])
  if (!isMarked) return <div ref={box} class="original" lang={language} dir="auto" />
  return (
    <div class="original" lang={language} dir="auto">
      {wordDiffParts(before, plainTextOfHtml(html)).map(({ kind, text }, at) => {
        const Element = elements[kind]
        return <Element key={at}>{text}</Element>
      })}
    </div>
  )
}
