import { Fragment } from 'preact'
import { wordDiffParts } from './word-diff.ts'

const elements = { same: 'span', gone: 'del', new: 'ins' } as const

/** A text with the words marked that it has lost and gained. */
export const ComparedText = ({ before, after }: { readonly before: string; readonly after: string }) =>
  wordDiffParts(before, after).map(({ kind, text }, at, all) => {
    const Element = elements[kind]
    // The last word of one text may have words of the other behind it.
    const isApart = at + 1 === all.length || /\s$/.test(text)
    return (
      <Fragment key={at}>
        <Element>{text}</Element>
        {!isApart && ' '}
      </Fragment>
    )
  })
