/** An item of a list with its own texts: the list shows those in the language of the desk. */
import type { ComponentChildren } from 'preact'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { isMultilingual, loadOwnTexts, type MultilingualItem } from './translation.ts'

interface OwnTextsProps<T> {
  readonly path: string
  readonly item: T
  readonly children: (own: T) => ComponentChildren
}

function LoadedOwnTexts<T extends MultilingualItem>({ path, children }: OwnTextsProps<T>) {
  const loaded = useLoaded(() => loadOwnTexts<T>(path), [path])
  return <LoadedContent of={loaded}>{({ body }) => children(body)}</LoadedContent>
}

/** Renders what edits an item, once its own texts are there. On a site with one language they are there already. */
export function WithOwnTexts<T extends MultilingualItem>(props: OwnTextsProps<T>) {
  return isMultilingual ? <LoadedOwnTexts {...props} /> : props.children(props.item)
}
