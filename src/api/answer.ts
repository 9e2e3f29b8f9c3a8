/** The answers of operations: what `run` returns, how it is shown, and how it is documented. */

import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { MediaTypes, OwnHeaderName } from '../contract/operations.ts'
import { type ResourceName, resourceNamed, schemaNameOfResource } from '../contract/resources/index.ts'
import { type ObjectOf, objectSchema, type Shape, type Shapes } from '../contract/shape.ts'
import { representItem } from '../representations/json/index.ts'
import type { JsonItemContext } from '../representations/json/items.ts'
import type { Item } from '../store/store.ts'
import type { Resource } from './resource.ts'

type Headers = Readonly<Record<string, string>>
type Schemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** A file, whole. */
interface File {
  readonly type: string
  readonly bytes: Buffer | string
}

/** Bytes of a media type, which are opened once they are sent. */
interface Stream {
  readonly type: string
  open(): Readable
}

/** The answer of an operation whose `run` returns a `T`. */
export interface Answer<T> {
  readonly status: 200 | 201 | 202
  /** The name of its schema; of several, it has one of them. */
  readonly schema: string | readonly string[]
  /** The schemas that it brings along, by name. */
  readonly schemas?: Schemas
  /** Its description in the documentation, in English. */
  readonly text: string
  readonly headers?: Headers
  /** Whether it has a new item: its address, and the same again under an Idempotency-Key. */
  readonly isNewItem?: true
  /** Whether a caller who repeats the request under the same Idempotency-Key gets it again. */
  readonly isRepeatable?: true
  /** Whether the item that it shows was created: then its status is 201, and it has the address. */
  isCreated?(result: T): boolean
  /** Whether it differs each time, or is never kept. */
  readonly isNew?: true
  /** Its headers in the documentation, where they do not follow from the rest. */
  readonly sends?: readonly OwnHeaderName[]
  /** Its media types with their schemas, where that is not JSON alone. */
  readonly types?: MediaTypes
  /** What it means where the status of a result is 202 and nothing is sent, in English. */
  readonly accepted?: string
  /** Whether it depends on the time in other ways than by midnight and scheduled publications. */
  readonly dependsOnClock?: true
  /** The headers of one result. */
  headersOf?(result: T): Headers
  /** The Set-Cookie header of one result: it is sent, but not shown in an envelope. */
  cookieOf?(result: T): string | undefined
  /** The status of one result, where that is another one. */
  statusOf?(result: T): number | undefined
  /** A file that is sent instead of JSON, if any is. */
  file?(result: T): File | undefined
  /** What is sent instead of JSON for as long as the client reads, if anything is. */
  stream?(result: T): Stream | undefined
  /** Whether it shows all translations, whatever is asked for. */
  readonly showsTranslations?: true
  /** The version of what it shows where that is no item, which begins the ETag. */
  version?(result: T): number | undefined
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

export const itemAnswer = <N extends ResourceName>(of: Resource<N>, text: string): Answer<Item<N>> => ({
  status: 200,
  schema: schemaNameOfResource(of.name),
  text,
  items: (item) => [item],
  shown: (item, view) => representItem(of.name, item, view),
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
  schema: [schemaNameOfResource(of.name), `Deleted${schemaNameOfResource(of.name)}`],
  text,
  items: ({ item }) => [item],
  shown({ item, deleted }, view) {
    const shown = representItem(of.name, item, view)
    return deleted ? { deleted: true, previous: shown } : shown
  },
})

/** A new item of a resource, with its address. A caller who repeats the request under the same Idempotency-Key gets it again. */
export const newItemAnswer = <N extends ResourceName>(of: Resource<N>, text: string): Answer<Item<N>> => ({
  ...itemAnswer(of, text),
  status: 201,
  isNewItem: true,
})

/** An item that was put, and whether it was created. */
export interface PutItem<N extends ResourceName> {
  readonly item: Item<N>
  readonly isCreated: boolean
}

/** An item of a resource that was put at an address. */
export const putItemAnswer = <N extends ResourceName>(of: Resource<N>, text: string): Answer<PutItem<N>> => ({
  status: 200,
  schema: schemaNameOfResource(of.name),
  text,
  isCreated: ({ isCreated }) => isCreated,
  items: ({ item }) => [item],
  shown: ({ item }, view) => representItem(of.name, item, view),
})

/** New items of a resource, which a caller gets again under the same Idempotency-Key. */
export const copiesAnswer = <N extends ResourceName>(
  of: Resource<N>,
  schema: string,
  text: string,
): Answer<readonly Item<N>[]> => ({
  status: 201,
  schema,
  text,
  isRepeatable: true,
  items: () => [],
  shown: (copies, view) => ({
    [resourceNamed(of.name).collection]: copies.map((item) =>
      representItem(of.name, item, { ...view, isSingle: false }),
    ),
  }),
})

/** A page of something that is no item. */
export const pageAnswer = <M extends object>(
  key: string,
  declared: Pick<Answer<PageOf<M>>, 'schema' | 'schemas' | 'text' | 'headers'>,
): Answer<PageOf<M>> => ({
  ...declared,
  status: 200,
  items: () => [],
  shown: (page) => page,
  page: { key, total: ({ total }) => total, members: ({ items }) => items },
})

export const itemsAnswer = <N extends ResourceName>(
  of: Resource<N>,
  text: string,
): Answer<PageOf<Item<N>>> => ({
  status: 200,
  schema: `${schemaNameOfResource(of.name)}List`,
  text,
  items: ({ items }) => items,
  shown: (page) => page,
  page: {
    key: resourceNamed(of.name).collection,
    total: ({ total }) => total,
    members: ({ items }, view) => items.map((item) => representItem(of.name, item, view)),
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
  schema: `Translated${schemaNameOfResource(of.name)}`,
  text,
  showsTranslations: true,
  items: ({ item }) => [item],
  shown: ({ item, warnings }, view) => ({ ...representItem(of.name, item, view), warnings }),
})

/** The shape of an object whose schema has a name in the documentation. */
export interface Named<T> extends Shape<T> {
  readonly name: string
  /** Its schema, and those of named shapes within it that no answer has by itself. */
  readonly schemas: Schemas
}

/** Gives an object of these shapes a name in the documentation. `within`: named shapes in it that no answer has by itself. */
export const named = <const S extends Shapes>(
  name: string,
  shapes: S,
  ...within: readonly Pick<Named<unknown>, 'schemas'>[]
): Named<ObjectOf<S>> => ({
  name,
  schema: { $ref: `#/components/schemas/${name}` },
  schemas: Object.assign({}, ...within.map(({ schemas }) => schemas), { [name]: objectSchema(shapes) }),
})

/** What nobody may keep: it is for the caller alone, or as of now. */
const unkept: Headers = { 'Cache-Control': 'private, no-store' }

/** An object that is no item. */
export const answer = <T extends object>(
  { name, schemas }: Named<T>,
  text: string,
  more: Partial<Omit<Answer<T>, 'schema' | 'schemas' | 'text' | 'page'>> = {},
): Answer<T> => ({
  status: 200,
  schema: name,
  schemas,
  text,
  headers: unkept,
  sends: ['ETag'],
  items: () => [],
  shown: (result) => result,
  ...more,
})

/** What a write made, and the revision that it made; undefined if it changed nothing. */
export interface Revised<T> {
  readonly result: T
  readonly revision: number | undefined
  /** The version of what was changed, where it is no item that has one. */
  readonly version?: number
}

/** What the header of a write says that changed something. */
type WriteResult = 'created' | 'updated'

const sentUnchanged: Headers = { 'X-Fasti-Result': 'unchanged' }

/** An object that is no item, with the revision of the write that made it, and what a write did that changed something. */
export const revisedAnswer = <T extends object>(
  { name, schemas }: Named<T>,
  text: string,
  { did, ...more }: Pick<Partial<Answer<T>>, 'headers' | 'status'> & { readonly did?: WriteResult } = {},
): Answer<Revised<T>> => ({
  status: 200,
  schema: name,
  schemas,
  text,
  headers: unkept,
  items: () => [],
  sends: ['ETag', 'X-Fasti-Revision', 'X-Fasti-Result'],
  version: ({ version }) => version,
  shown: ({ result }) => result,
  headersOf: ({ revision }): Headers =>
    revision === undefined
      ? sentUnchanged
      : { 'X-Fasti-Revision': String(revision), ...(did && { 'X-Fasti-Result': did }) },
  ...more,
})

/** What a write made that takes no revision, and whether it changed anything. */
export interface Changed<T> {
  readonly result: T
  readonly isChanged: boolean
}

/** An object that is no item, after a write that takes no revision. */
export const changedAnswer = <T extends object>(
  { name, schemas }: Named<T>,
  text: string,
  { did = 'updated', version }: { readonly did?: WriteResult; version?(result: T): number } = {},
): Answer<Changed<T>> => ({
  status: 200,
  schema: name,
  schemas,
  text,
  headers: unkept,
  items: () => [],
  sends: ['ETag', 'X-Fasti-Result'],
  version: ({ result }) => version?.(result),
  shown: ({ result }) => result,
  headersOf: ({ isChanged }): Headers => (isChanged ? { 'X-Fasti-Result': did } : sentUnchanged),
})

/** What is answered, and the cookie that comes with it. */
interface WithCookie<T> {
  readonly result: T
  /** The Set-Cookie header. */
  readonly cookie: string
}

/** An object that is no item, with a cookie. */
export const cookieAnswer = <T extends object>(
  { name, schemas }: Named<T>,
  text: string,
  status: Answer<T>['status'] = 200,
): Answer<WithCookie<T>> => ({
  status,
  schema: name,
  schemas,
  text,
  items: () => [],
  sends: ['ETag', 'Set-Cookie'],
  shown: ({ result }) => result,
  cookieOf: ({ cookie }) => cookie,
})

/** Bytes of another media type than JSON, as they come. */
interface Bytes {
  readonly headers?: Headers
  open(): Readable
}

/** Bytes that are sent for as long as the client reads. */
export const streamAnswer = (
  type: string,
  text: string,
  more: Pick<Answer<Bytes>, 'headers' | 'sends'>,
): Answer<Bytes> => ({
  status: 200,
  schema: '',
  text,
  isNew: true,
  types: { [type]: { type: 'string' } },
  items: () => [],
  shown: () => ({}),
  headersOf: ({ headers = {} }) => headers,
  stream: ({ open }) => ({ type, open }),
  ...more,
})

/** Returns the version of what has no counter of its versions: a number that stands for its content. */
export const versionOfContent = (content: unknown): number =>
  createHash('sha256').update(JSON.stringify(content)).digest().readUIntBE(0, 6)

/** Returns a tag that names a version alone: as If-Match, it stands for whatever representation of that version. */
export const versionTag = (version: number): string => `"v${version}"`
