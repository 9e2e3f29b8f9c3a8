/** Strict handling (contract §13, RFC 7240): a request with names that its operation does not know is refused. */
import { type ArgsMode, readArgs } from '../../contract/arg.ts'
import { type JsonObject, sharedParameterNames } from '../../contract/openapi/document.ts'
import { requestBody, successContent } from '../../contract/openapi/operations.ts'
import { schemaComponents } from '../../contract/openapi/schemas.ts'
import { isUpdateAction, isWriteOperation, type Operation } from '../../contract/operations.ts'
import { resourceNamed } from '../../contract/resources/index.ts'
import { operationsUnderNamespace } from '../../operations.ts'
import {
  because,
  type Fault,
  type Faults,
  faultBecause,
  invalidParams,
  missingParams,
  type RefusalReason,
} from '../../problem.ts'
import { isJsonObject } from '../../support/json.ts'
import { nearestName } from '../../support/nearest-name.ts'
import type { ApiRequest } from './api-request.ts'
import type { RawArgs } from './query.ts'

// What an operation knows: the names of its args, the keys of its body and the fields of its answer (contract §13, `Prefer: handling=strict`),
// as the document describes them.

type Sent = Readonly<Record<string, unknown>>

let named: JsonObject | undefined

/** The schema with a name. They are built for the first client that asks for strict handling; descriptions count for nothing here. */
function schemaNamed(name: string): JsonObject {
  named ??= schemaComponents(operationsUnderNamespace(''), {
    namespace: '',
    root: '',
    describe: () => '',
    word: () => '',
  })
  return Object(named[name])
}

/** A schema without references, and each of its alternatives. */
function alternativesOf(schema: unknown): readonly JsonObject[] {
  if (!isJsonObject(schema)) return []
  if (typeof schema.$ref === 'string') return alternativesOf(schemaNamed(schema.$ref.split('/').at(-1) ?? ''))
  const inner = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((some) =>
    Array.isArray(some) ? some : [],
  )
  return [schema, ...inner.flatMap(alternativesOf)]
}

const propertiesOf = ({ properties }: JsonObject) => (isJsonObject(properties) ? properties : {})

/** Whether an object may have keys that its schema does not name. */
const isOpen = ({ type, properties, additionalProperties, maxProperties }: JsonObject) =>
  [type].flat().includes('object') && properties === undefined && maxProperties !== 0
    ? additionalProperties !== false
    : additionalProperties === true

const requiredOf = ({ required }: JsonObject): readonly string[] =>
  Array.isArray(required) ? required.map(String) : []

/** The schemas of a key in any of these; undefined if none knows it. */
function schemasOfKey(schemas: readonly JsonObject[], key: string): readonly JsonObject[] | undefined {
  const own = schemas.filter((one) => Object.hasOwn(propertiesOf(one), key))
  if (own.length > 0) return own.flatMap((one) => alternativesOf(propertiesOf(one)[key]))
  const others = schemas.filter(isOpen)
  return others.length === 0 ? undefined : others.flatMap((one) => alternativesOf(one.additionalProperties))
}

/** What clients of other interfaces call it → its names here. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  q: ['search'],
  query: ['search'],
  sort: ['orderby'],
  sort_by: ['orderby'],
  direction: ['order'],
  limit: ['per_page'],
  page_size: ['per_page'],
  pagesize: ['per_page'],
  from: ['start_date'],
  to: ['end_date'],
  start: ['start_date'],
  end: ['end_date'],
  name: ['title', 'venue', 'organizer'],
  location: ['venue'],
  uid: ['external_id'],
  url: ['website'],
  category: ['categories'],
  postcode: ['zip'],
}

/** The name that was meant, among those that are known; undefined if none is near. */
function meantName(sent: string, known: readonly string[]): string | undefined {
  const name = sent.toLowerCase()
  const others = Object.hasOwn(elsewhere, name) ? elsewhere[name] : undefined
  return others?.find((one) => known.includes(one)) ?? nearestName(sent, known)
}

/** Why a name is refused, beside those that are known. */
function unknownAmong(sent: string, known: readonly string[]): RefusalReason {
  const nearest = meantName(sent, known)
  return nearest === undefined ? because('unknown_name') : because('unknown_name_near', { nearest })
}

/** The most faults of one request that are reported, and the most members of a list that are read: clients make names by mistake, or to burden us. */
const MOST_FAULTS = 50
const MOST_MEMBERS = 1000

/** The keys in a value that none of the schemas knows, each with the names among which it was looked for, as they are found. */
function* unknownKeys(
  value: unknown,
  schemas: readonly JsonObject[],
  at: string,
): Generator<readonly [place: string, key: string, known: readonly string[]]> {
  if (Array.isArray(value)) {
    const members = schemas.flatMap((one) => alternativesOf(one.items))
    // Where no member is described, nothing is unknown, however deep it goes.
    if (members.length === 0) return
    for (const [index, member] of value.slice(0, MOST_MEMBERS).entries())
      yield* unknownKeys(member, members, `${at}[${index}]`)
    return
  }
  // What takes no object refuses one by itself.
  if (!isJsonObject(value) || !schemas.some((one) => isOpen(one) || one.properties !== undefined)) return
  // An object with an id stands for an item that exists, and may say of it whatever it likes.
  const meant = schemas.filter((one) => !isOpen(one) || requiredOf(one).every((key) => key in value))
  const known = schemas.flatMap((one) => Object.keys(propertiesOf(one)))
  for (const [key, inner] of Object.entries(value)) {
    const place = at === '' ? key : `${at}.${key}`
    const below = schemasOfKey(meant, key)
    if (below === undefined) yield [place, key, known]
    else yield* unknownKeys(inner, below, place)
  }
}

/** The schema in the JSON of a content; undefined if it has none. */
const jsonSchemaIn = (content: unknown): unknown => Object(Object(content)['application/json']).schema

/** The names of the shared parameters, and of those that every request may have. */
const everywhere: readonly string[] = [...sharedParameterNames, 'lang', 'translations', 'password']

const propertiesNamed = (names: readonly string[]): JsonObject => ({
  properties: Object.fromEntries(names.map((name) => [name, {}])),
})

/** The args that an operation refuses with a reason of their own. */
function refusedArgs({ resource }: Operation): readonly string[] {
  if (resource === undefined) return []
  const { refuses, refusesElsewhere } = resourceNamed(resource)
  return [...Object.keys(refuses), ...Object.keys(refusesElsewhere)]
}

/**
 * Returns the faults of names that an operation does not know, among the args of its query, or of its query and its body. Keys that it only
 * shows are known: a representation can be sent back.
 */
function unknownNameFaults(operation: Operation, sent: Sent): Faults {
  const faults: Record<string, Fault> = {}
  let found = 0
  const query = propertiesNamed([...Object.keys(operation.args), ...everywhere])
  const shown = isWriteOperation(operation) ? alternativesOf(jsonSchemaIn(successContent(operation))) : []
  const body =
    operation.facts.body !== undefined
      ? [
          ...alternativesOf(bodySchemaOf(operation)),
          ...shown.filter(({ type }) => type === 'object'),
          propertiesNamed(refusedArgs(operation)),
        ]
      : []
  for (const [place, key, known] of unknownKeys(sent, [...body, query], '')) {
    faults[place] = faultBecause(unknownAmong(key, known))
    found += 1
    if (found === MOST_FAULTS) break
  }
  return faults
}

/** The schema of an operation's body, in whichever form it is sent. */
function bodySchemaOf(operation: Operation): unknown {
  const { content } = Object(requestBody(operation).requestBody)
  return Object(Object.values(Object(content))[0]).schema
}

/** Returns the fault of the first path of `_fields` that names nothing in an operation's answer; no fault if all name something. */
function unknownFieldFaults(operation: Operation, paths: readonly string[]): Faults {
  const schema = jsonSchemaIn(successContent(operation))
  for (const path of schema === undefined ? [] : paths) {
    let at = alternativesOf(schema)
    for (const name of path.split('.').slice(0, MOST_NAMES_OF_FIELD)) {
      // Fields are chosen within lists, too.
      const objects = at.flatMap((one) => [one, ...alternativesOf(one.items)])
      const below = schemasOfKey(objects, name)
      if (below === undefined && objects.some((one) => one.properties !== undefined))
        return { _fields: faultBecause(unknownField(path, name, objects)) }
      at = below ?? []
    }
  }
  return {}
}

/** How deep `_fields` is read. */
const MOST_NAMES_OF_FIELD = 10

/** Why a path of `_fields` is refused whose `name` none of these objects has; the items of a list have the names of fields without it. */
function unknownField(path: string, name: string, objects: readonly JsonObject[]): RefusalReason {
  const names = objects.flatMap((one) => Object.keys(propertiesOf(one)))
  const ofItems = objects.flatMap((one) =>
    Object.entries(propertiesOf(one)).flatMap(([key, list]) =>
      alternativesOf(list)
        .flatMap(({ items }) => alternativesOf(items))
        .flatMap((item) => Object.keys(propertiesOf(item)))
        .map((own) => `${key}.${own}`),
    ),
  )
  const meant = ofItems.find((one) => one.endsWith(`.${name}`)) ?? meantName(name, names)
  if (meant === undefined) return because('unknown_field', { name: path })
  const before = path.slice(0, path.indexOf(name))
  return because('unknown_field_near', { name: path, nearest: `${before}${meant}` })
}

function modeOf({ operation }: Pick<ApiRequest, 'operation'>): ArgsMode {
  if (isUpdateAction(operation.action)) return 'update'
  return operation.facts.body !== undefined ? 'create' : 'query'
}

/** Throws 400 if an operation does not know a name among its args, together with the faults of the args that it knows. */
export function requireKnownNames(request: Pick<ApiRequest, 'operation' | 'query'>, sent: RawArgs): void {
  const { operation, query } = request
  const fields = query.texts('_fields').join(',').split(',')
  const unknown = {
    ...unknownNameFaults(operation, sent),
    ...unknownFieldFaults(
      operation,
      fields.map((path) => path.trim()).filter((path) => path !== ''),
    ),
  }
  if (Object.keys(unknown).length === 0) return
  const { missing, faults } = readArgs(operation.args, sent, modeOf(request))
  throw missing.length > 0
    ? missingParams(missing, { ...faults, ...unknown })
    : invalidParams({ ...faults, ...unknown })
}

/** Throws 400 if a request whose args are in its query alone has a name that its operation does not know. */
export function requireKnownQuery(request: Pick<ApiRequest, 'operation' | 'query'>): void {
  const { operation, query } = request
  // The args of a body are checked with it.
  if (operation.facts.body === undefined) requireKnownNames(request, query.args(operation.args))
}
