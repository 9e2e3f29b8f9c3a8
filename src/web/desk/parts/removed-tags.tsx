/** Says beside a field of plain text that the service removes tags from it, and what it keeps. */
import { useEffect, useState } from 'preact/hooks'
import { t } from '../words/index.ts'

type Remove = typeof import('../../../domain/text/tags.ts').withoutTags

/** Loaded with the first text that may have a tag. */
let remove: Remove | undefined

const looksMarked = (text: string) => /<[a-z/!?]/i.test(text)

/** What is kept of a text, where that is not all of it. */
export function RemovedTags({ text }: { readonly text: string }) {
  const [, setLoaded] = useState(remove !== undefined)
  const isMarked = looksMarked(text)
  useEffect(() => {
    if (!isMarked || remove !== undefined) return
    import('../../../domain/text/tags.ts').then(
      ({ withoutTags }) => {
        remove = withoutTags
        setLoaded(true)
      },
      () => {},
    )
  }, [isMarked])
  if (!isMarked || remove === undefined) return null
  const kept = remove(text, () => ' ')
  if (kept === text) return null
  return (
    <p class="hint warned" role="status">
      {t('tags-removed', { text: kept.replace(/\s+/g, ' ').trim() })}
    </p>
  )
}
