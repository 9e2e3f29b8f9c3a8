import { wordDiffParts } from './word-diff.ts'

const elements = { same: 'span', gone: 'del', new: 'ins' } as const

interface ComparedProps {
  readonly before: string
  readonly after: string
}

/** A text with the words marked that it has lost and gained. */
export const ComparedText = ({ before, after }: ComparedProps) =>
  wordDiffParts(before, after).map(({ kind, text }, at) => {
    const Element = elements[kind]
    return <Element key={at}>{text}</Element>
  })
