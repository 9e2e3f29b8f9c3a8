/** Operations of the OpenAPI document → methods of the Python client. */
import { keywords, type Schema, typeOf } from './python-types.ts'

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}

interface Body {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>
}

interface Response {
  readonly $ref?: string
  readonly content?: Body['content']
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Response>>
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses: Readonly<Record<string, Response>>
  }
}

/** Follows a reference to a component. */
const resolved = <T extends { readonly $ref?: string }>(one: T, components: Readonly<Record<string, T>>): T =>
  components[one.$ref?.split('/').at(-1) ?? ''] ?? one

/** The name of a parameter in Python. */
const nameOf = (name: string) => {
  const plain = name.replace(/^_/, '').replaceAll('-', '_').toLowerCase()
  return keywords.has(plain) ? `${plain}_` : plain
}

/** Parameters that this client does not need. */
const left = [
  '_envelope',
  'context',
  '_method',
  'X-HTTP-Method-Override',
  'If-None-Match',
  'If-Modified-Since',
]

const quoted = (text: string) => JSON.stringify(text)

interface Made {
  readonly verb: string
  readonly path: string
  readonly operation: Operation
  readonly parameters: readonly Parameter[]
  /** The response of a success. */
  readonly success: Response | undefined
}

const inPlace = ({ parameters }: Made, place: string) => parameters.filter((one) => one.in === place)

const entriesOf = (parameters: readonly Parameter[]) =>
  `{${parameters.map(({ name }) => `${quoted(name)}: ${nameOf(name)}`).join(', ')}}`

/** The schema of the JSON of a success; undefined if it is text. */
const jsonOf = ({ success }: Made): Schema | undefined => success?.content?.['application/json']?.schema

function uploadOf({ operation }: Made): boolean {
  const content = operation.requestBody?.content
  return content !== undefined && content['application/json'] === undefined
}

const bodyOf = ({ operation }: Made) => operation.requestBody?.content['application/json']?.schema

/** The query parameters, and for uploads the fields beside the file. */
function queryOf(made: Made, { components }: Document): readonly Parameter[] {
  const own = inPlace(made, 'query')
  const form = made.operation.requestBody?.content['multipart/form-data']?.schema
  if (!uploadOf(made) || form === undefined) return own
  const { properties = {} } = components.schemas[typeOf(form)] ?? form
  const fields = Object.entries(properties)
    .filter(([name]) => name !== 'file' && !own.some((one) => one.name === name))
    .map(([name, schema]) => ({ name, in: 'query', schema }))
  return [...own, ...fields]
}

function signature(made: Made, document: Document, omitted: readonly string[] = []): string {
  const path = inPlace(made, 'path').map(({ name, schema }) => `${nameOf(name)}: ${typeOf(schema)}`)
  const body = bodyOf(made)
  const positional = [
    ...path,
    ...(uploadOf(made) ? ['file: bytes', 'content_type: str'] : []),
    ...(body === undefined ? [] : [`body: ${typeOf(body)}`]),
  ]
  const named = [...queryOf(made, document), ...inPlace(made, 'header')]
    .filter(({ name }) => !omitted.includes(name))
    .map(({ name, schema, required }) =>
      required === true
        ? `${nameOf(name)}: ${typeOf(schema)}`
        : `${nameOf(name)}: ${typeOf(schema)} | None = None`,
    )
  const all = ['self', ...positional, ...(named.length === 0 ? [] : ['*', ...named])]
  return all.map((one) => `        ${one},`).join('\n')
}

/** The list in the response of an operation with pages. */
function listIn(
  made: Made,
  { components }: Document,
): { readonly name: string; readonly type: string } | undefined {
  const schema = jsonOf(made)
  const { properties = {} } = (schema && components.schemas[typeOf(schema)]) ?? {}
  if (properties.next_rest_url === undefined) return undefined
  const [name, items] = Object.entries(properties).find(([, one]) => one.type === 'array') ?? []
  return name === undefined || items?.items === undefined ? undefined : { name, type: typeOf(items.items) }
}

const methodName = ({ operationId }: Operation) => nameOf(operationId)

function methodOf(made: Made, document: Document): string {
  const { verb, path, operation } = made
  const json = jsonOf(made)
  const headers = inPlace(made, 'header')
  const args = [
    quoted(verb.toUpperCase()),
    quoted(path),
    `params=${entriesOf(inPlace(made, 'path'))}`,
    `query=${entriesOf(queryOf(made, document))}`,
    ...(bodyOf(made) === undefined ? [] : ['body=body']),
    ...(uploadOf(made) ? ['file=file', 'content_type=content_type'] : []),
    ...(headers.length === 0 ? [] : [`headers=${entriesOf(headers)}`]),
    ...(headers.some(({ name }) => name === 'Idempotency-Key') ? ['is_keyed=True'] : []),
    ...(json === undefined ? ['is_text=True'] : []),
  ]
  return `    def ${methodName(operation)}(
${signature(made, document)}
    ) -> ${json === undefined ? 'str' : typeOf(json)}:
        """${operation.summary.replaceAll('"', "'")}."""
        return self._call(
${args.map((one) => `            ${one},`).join('\n')}
        )`
}

/** The iterator over the items of all pages of a list. */
function iteratorOf(made: Made, document: Document): readonly string[] {
  const list = listIn(made, document)
  if (list === undefined) return []
  const query = inPlace(made, 'query').filter(({ name }) => name !== 'page')
  const name = methodName(made.operation).replace(/^(list|read)_/, '')
  return [
    `    def iter_${name}(
${signature({ ...made, parameters: made.parameters.filter((one) => one.in !== 'header') }, document, ['page'])}
    ) -> Iterator[${list.type}]:
        """${made.operation.summary.replaceAll('"', "'")}: the items of all pages."""
        return self._items(
            ${quoted(made.path)},
            ${quoted(list.name)},
            ${entriesOf(inPlace(made, 'path'))},
            ${entriesOf(query)},
        )`,
  ]
}

/** Returns the methods of every operation, except those of other kinds of clients: streams, pages and tools. */
export function methodsOf(document: Document): readonly string[] {
  const { components } = document
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([verb, operation]) => {
      const isOther = /-with-|^(head|options)-of-|^mcp$|^stream-|^list-changes$/.test(operation.operationId)
      if (isOther) return []
      const parameters = (operation.parameters ?? [])
        .map((one) => resolved(one, components.parameters))
        .filter(({ name }) => !left.includes(name))
      const [, ok] = Object.entries(operation.responses).find(([status]) => /^20/.test(status)) ?? []
      const success = ok && resolved(ok, components.responses)
      const made = { verb, path, operation, parameters, success }
      return [methodOf(made, document), ...iteratorOf(made, document)]
    }),
  )
}
