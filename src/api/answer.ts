/** The answers of operations: what `run` returns, how it is shown, and how it is documented. */
import type { ResourceName } from '../contract/resources/index.ts'
import type { JsonItemContext } from '../representations/json/published.ts'
import type { Item } from '../store/store.ts'
import type { Resource } from './resource.ts'

/** The answer of an operation whose `run` returns a `T`. */
export interface Answer<T> {
  readonly status: 200 | 201
  /** The name of its schema; of several, it has one of them. */
  readonly schema: string | readonly string[]
  /** Its description in the documentation, in English. */
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
  /** Whether it shows all translations, whatever is asked for. */
  readonly showsTranslations?: true
  /** The items that it shows. Of a single one, the version begins the ETag. */
  items(result: T): readonly Item<ResourceName>[]
  /** What it shows. */
  shown(result: T, view: JsonItemContext): object
  /** How it is shown where it is a page of a list: the members, under this key. */
  readonly page?: {
    readonly key: string
    total(result: T): number
    members(result: T, view: JsonItemContext): readonly object[]
  }
}

/** A page of a list: its members, and how many there are on all pages. */
export interface PageOf<M> {
  readonly items: readonly M[]
  readonly total: number
}

/** An item, in the dialect of the root. */
const represented = <N extends ResourceName>(of: Resource<N>, item: Item<N>, view: JsonItemContext) => {
  const shown = of.represent(item, view)
  return view.root.dialect?.shown(of.name, shown) ?? shown
}

/** An item of a resource. */
export const itemAnswer = <N extends ResourceName>(of: Resource<N>, text: string): Answer<Item<N>> => ({
  status: 200,
  schema: of.schema,
  text,
  items: (item) => [item],
  shown: (item, view) => represented(of, item, view),
})

/** An item that is in the trash now, or was deleted for good: then it is as it was before. */
export interface RemovedItem<N extends ResourceName> {
  readonly item: Item<N>
  readonly deleted: boolean
}

/** An item of a resource that has a trash, after its removal. */
export const removedItemAnswer = <N extends ResourceName>(
  of: Resource<N>,
  text: string,
): Answer<RemovedItem<N>> => ({
  status: 200,
  schema: [of.schema, `Deleted${of.schema}`],
  text,
  items: ({ item }) => [item],
  shown({ item, deleted }, view) {
    const shown = represented(of, item, view)
    return deleted ? { deleted: true, previous: shown } : shown
  },
})

/** A new item of a resource, with its address. A caller who repeats the request under the same Idempotency-Key gets it again. */
export const newItemAnswer = <N extends ResourceName>(of: Resource<N>, text: string): Answer<Item<N>> => ({
  ...itemAnswer(of, text),
  status: 201,
})

/** A page of something that is no item. */
export const pageAnswer = <M extends object>(
  key: string,
  declared: Pick<Answer<PageOf<M>>, 'schema' | 'text' | 'headers'>,
): Answer<PageOf<M>> => ({
  ...declared,
  status: 200,
  items: () => [],
  shown: (page) => page,
  page: { key, total: ({ total }) => total, members: ({ items }) => items },
})

/** A page of the items of a resource. */
export const itemsAnswer = <N extends ResourceName>(
  of: Resource<N>,
  text: string,
): Answer<PageOf<Item<N>>> => ({
  status: 200,
  schema: `${of.schema}List`,
  text,
  items: ({ items }) => items,
  shown: (page) => page,
  page: {
    key: of.collection,
    total: ({ total }) => total,
    members: ({ items }, view) => items.map((item) => represented(of, item, view)),
  },
})

/** An item with a draft of a translation that a machine made. */
interface TranslatedItem<N extends ResourceName> {
  readonly item: Item<N>
  /** What the draft lacks of the original. */
  readonly warnings: readonly object[]
}

/** An item of a resource with all its translations, and what a machine's draft of one lacks. */
export const translatedItemAnswer = <N extends ResourceName>(
  of: Resource<N>,
  text: string,
): Answer<TranslatedItem<N>> => ({
  status: 200,
  schema: `Translated${of.schema}`,
  text,
  showsTranslations: true,
  items: ({ item }) => [item],
  shown: ({ item, warnings }, view) => ({ ...represented(of, item, view), warnings }),
})
