/** All schemas of the document: items, lists, bodies, the index and problems. */

import { auditActNames, auditDirectAndMcpWays, auditedResources, auditVerbs } from '../operations/audit.ts'
import {
  type MachineTranslatedResource,
  machineTranslatedResources,
  reasonsToTranslate,
} from '../operations/editing.ts'
import type { Operation } from '../operations.ts'
import {
  costDetailShapes,
  eventAssigneeShapes,
  eventGroupShapes,
  eventOriginShapes,
  eventSeriesShapes,
} from '../resources/event.ts'
import { allTranslatableFieldNames } from '../resources/fields/index.ts'
import {
  isPublishable,
  type ResourceName,
  resourceNamed,
  resourceNames,
  schemaNameOfResource,
} from '../resources/index.ts'
import { embeddedImageShapes, shapesOfOneImageSize } from '../resources/shared.ts'
import { objectSchema } from '../shape.ts'
import { recordFromNames } from '../table-of.ts'
import { ticketAvailabilities } from '../tickets-and-custom-fields.ts'
import {
  anyObjectSchema,
  componentReference,
  countSchema,
  type DocumentContext,
  integerSchema,
  isObjectSchema,
  type JsonObject,
  listSchema,
  type ObjectSchema,
  objectSchemaWithProperties,
  sameSchemaByName,
  textSchema,
  timestampOrEmptySchema,
  timestampSchema,
  webAddressSchema,
} from './document.ts'
import { bodySchemas } from './operations.ts'
import { prefixesBySchema, readOnlyFieldTexts } from './texts.ts'

// Schemas of pages, of lists of items, and of responses to permanent deletion (contract §3).

/** Returns the schema of a list page: `name` is the key of its items, `schema` the name of their schema. */
export function listPageSchemaByItemSchemaName(name: string, schema: string): JsonObject {
  return objectSchemaWithProperties(
    {
      [name]: listSchema(componentReference(schema)),
      ...sameSchemaByName(webAddressSchema, 'rest_url', 'next_rest_url', 'previous_rest_url'),
      ...sameSchemaByName(countSchema, 'total', 'total_pages'),
    },
    ['next_rest_url', 'previous_rest_url'],
  )
}

const deletedSchema = (name: ResourceName) =>
  objectSchemaWithProperties({
    deleted: { const: true },
    previous: componentReference(schemaNameOfResource(name)),
  })

/** Schemas of lists, and of responses to permanent deletion. */
const schemasOfLists: Readonly<Record<string, JsonObject>> = Object.fromEntries(
  resourceNames.flatMap((name) => [
    [
      `${schemaNameOfResource(name)}List`,
      listPageSchemaByItemSchemaName(resourceNamed(name).collection, schemaNameOfResource(name)),
    ],
    ...(isPublishable(name) ? [[`Deleted${schemaNameOfResource(name)}`, deletedSchema(name)]] : []),
  ]),
)

// JSON Schemas (2020-12) of representations (contract §1), from the declarations of the resources.

/** Schemas of items, by resource. */
const itemSchemasByResource: Readonly<Record<ResourceName, ObjectSchema>> = recordFromNames(
  resourceNames,
  (name) => objectSchema(resourceNamed(name).represented),
)

// Schemas of the nested parts of representations and bodies.

const scalar = { type: ['string', 'number', 'boolean'] }
const availability = { type: 'string', enum: ticketAvailabilities }
const decimal = { type: 'string', pattern: '^\\d+(\\.\\d+)?$' }

/** Schemas by name. */
const schemasOfParts: Readonly<Record<string, JsonObject>> = {
  SeriesOfEvent: objectSchema(eventSeriesShapes),
  GroupOfEvent: objectSchema(eventGroupShapes),
  AssigneeOfEvent: objectSchema(eventAssigneeShapes),
  OriginOfEvent: objectSchema(eventOriginShapes),
  DateDetails: objectSchemaWithProperties({
    year: { type: 'string', pattern: '^\\d{4}$' },
    ...sameSchemaByName(
      { type: 'string', pattern: '^\\d{2}$' },
      'month',
      'day',
      'hour',
      'minutes',
      'seconds',
    ),
  }),
  CostDetails: objectSchema(costDetailShapes),
  Blank: { type: 'object', maxProperties: 0 },
  Image: objectSchema(embeddedImageShapes),
  ImageSize: objectSchema(shapesOfOneImageSize),
  Ticket: objectSchemaWithProperties({
    ...sameSchemaByName(textSchema, 'name', 'currency', 'url'),
    price: decimal,
    availability,
    ...sameSchemaByName(timestampOrEmptySchema, 'valid_from', 'valid_through'),
  }),
  NewTicket: objectSchemaWithProperties(
    {
      name: { type: 'string', minLength: 1, maxLength: 200 },
      price: { anyOf: [decimal, { type: 'number', minimum: 0 }] },
      currency: { type: 'string', maxLength: 3 },
      url: { type: 'string', maxLength: 2000 },
      availability,
      ...sameSchemaByName({ type: ['string', 'integer'] }, 'valid_from', 'valid_through'),
    },
    ['price', 'currency', 'url', 'availability', 'valid_from', 'valid_through'],
  ),
  Translations: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Translation' } },
  Translation: objectSchemaWithProperties(
    {
      ...sameSchemaByName(textSchema, ...allTranslatableFieldNames),
      state: { type: 'string', enum: ['published', 'draft'] },
      is_outdated: { type: 'boolean' },
      origin: { type: 'string', enum: ['person', 'machine'] },
      modified_utc: timestampSchema,
    },
    allTranslatableFieldNames,
  ),
  CustomField: objectSchemaWithProperties({ label: textSchema, value: scalar }),
  NewCustomField: {
    anyOf: [
      scalar,
      objectSchemaWithProperties({ label: textSchema, value: scalar }, ['label']),
      { type: 'null' },
    ],
  },
}

// Schemas of problems (contract §5).

/** The values of a reason: texts, numbers, and the reasons behind it. */
const values = { type: 'object', additionalProperties: true }
const fault = objectSchemaWithProperties(
  { code: textSchema, message: textSchema, reason: textSchema, values },
  ['reason', 'values'],
)
const faults = { type: 'object', additionalProperties: fault }

const problemDetails = {
  params: { anyOf: [listSchema(textSchema), { type: 'object', additionalProperties: textSchema }] },
  details: faults,
  invalid: faults,
  reason: textSchema,
  values,
  position: integerSchema,
  term_id: integerSchema,
  id: integerSchema,
  request_id: textSchema,
  scope: textSchema,
  started_utc: textSchema,
  index: integerSchema,
  error: anyObjectSchema,
  changed: listSchema(
    objectSchemaWithProperties({ resource: textSchema, id: integerSchema, fields: listSchema(textSchema) }),
  ),
}

/** Schemas by name. */
const schemasOfProblem: Readonly<Record<string, JsonObject>> = {
  Problem: objectSchemaWithProperties({
    code: textSchema,
    message: textSchema,
    data: objectSchemaWithProperties(
      { status: integerSchema, ...problemDetails },
      Object.keys(problemDetails),
    ),
  }),
}

// Schemas of the route index (contract §7).

const link = listSchema(objectSchemaWithProperties({ href: textSchema }))
const method = { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] }

/** Schemas by name. */
const schemasOfIndex: Readonly<Record<string, JsonObject>> = {
  ShownArg: objectSchemaWithProperties(
    {
      default: {},
      description: textSchema,
      type: { type: 'string', enum: ['string', 'integer', 'number', 'boolean', 'array'] },
      items: objectSchemaWithProperties({ type: { const: 'integer' } }),
      format: { const: 'double' },
      required: { type: 'boolean' },
      enum: listSchema(textSchema),
    },
    ['default', 'type', 'items', 'format', 'enum'],
  ),
  Route: objectSchemaWithProperties({
    namespace: textSchema,
    methods: listSchema(method),
    endpoints: listSchema(
      objectSchemaWithProperties({
        methods: listSchema(method),
        args: { type: 'object', additionalProperties: componentReference('ShownArg') },
      }),
    ),
    _links: objectSchemaWithProperties({ self: link }),
  }),
  Index: objectSchemaWithProperties({
    namespace: textSchema,
    routes: { type: 'object', additionalProperties: componentReference('Route') },
    _links: objectSchemaWithProperties({ up: link }),
  }),
}

// Schemas of the change logs (contract §5, ext.).

const personSchema = objectSchemaWithProperties({
  id: integerSchema,
  ...sameSchemaByName(textSchema, 'login', 'display_name'),
})

const actValues = {
  ...sameSchemaByName(personSchema, 'person', 'to'),
  ...sameSchemaByName(textSchema, 'group', 'slug', 'name', 'role', 'subject'),
  ...sameSchemaByName(listSchema(textSchema), 'fields', 'scopes', 'claims', 'rules'),
}
const actValuesSchema = objectSchemaWithProperties(actValues, Object.keys(actValues))

const schemasOfAudit: Readonly<Record<string, JsonObject>> = {
  Change: objectSchemaWithProperties(
    {
      ...sameSchemaByName(integerSchema, 'id', 'item_id', 'user_id'),
      at_utc: timestampSchema,
      ...sameSchemaByName(textSchema, 'login', 'display_name'),
      verb: { type: 'string', enum: auditVerbs },
      resource: { type: 'string', enum: auditedResources },
      ...sameSchemaByName(textSchema, 'title', 'slug'),
      fields: listSchema(textSchema),
      values: { type: 'object', additionalProperties: objectSchemaWithProperties({ before: {}, after: {} }) },
      revision: integerSchema,
      via: { type: 'string', enum: auditDirectAndMcpWays },
      touched: integerSchema,
      act: { type: 'string', enum: auditActNames },
      act_values: actValuesSchema,
      folded: objectSchemaWithProperties({
        ...sameSchemaByName(integerSchema, 'count', 'oldest', 'newest'),
        revisions: listSchema(integerSchema),
        resources: listSchema({ type: 'string', enum: auditedResources }),
        is_alike: { type: 'boolean' },
      }),
    },
    ['values', 'act', 'act_values', 'folded'],
  ),
  ChangeList: listPageSchemaByItemSchemaName('changes', 'Change'),
}

// Schemas of the operations of editors (ext.).

const schemasOfEditingTools: Readonly<Record<string, JsonObject>> = {
  Duplicates: objectSchemaWithProperties({ events: listSchema(componentReference('Event')) }),
  BulkChange: objectSchemaWithProperties(sameSchemaByName(listSchema(integerSchema), 'changed', 'unchanged')),
}

// Schemas of the operations on translations (contract §15, ext.).

/** An item, and what its draft lacks. */
function translated(name: MachineTranslatedResource): JsonObject {
  const { properties, required } = itemSchemasByResource[name]
  const warnings = listSchema(componentReference('TranslationWarning'))
  const always = new Set(Array.isArray(required) ? required : [])
  const optional = Object.keys(properties).filter((field) => !always.has(field))
  return objectSchemaWithProperties({ ...properties, warnings }, optional)
}

const schemasOfTranslating: Readonly<Record<string, JsonObject>> = {
  ToTranslate: objectSchemaWithProperties({
    resource: { type: 'string', enum: [...resourceNames] },
    id: integerSchema,
    title: textSchema,
    state: { type: 'string', enum: [...reasonsToTranslate] },
    rest_url: webAddressSchema,
  }),
  ToTranslateList: listPageSchemaByItemSchemaName('translations', 'ToTranslate'),
  TranslationWarning: objectSchemaWithProperties({
    field: textSchema,
    code: { type: 'string', enum: ['link_lost', 'number_changed'] },
    value: textSchema,
  }),
  ...Object.fromEntries(
    machineTranslatedResources.map((name) => [`Translated${schemaNameOfResource(name)}`, translated(name)]),
  ),
}

// Descriptions of the properties of schemas.

/** Schema → the prefix of the words of its properties. */
const prefixes: Readonly<Record<string, string>> = {
  ...prefixesBySchema,
  ...Object.fromEntries(
    machineTranslatedResources.map((name) => [`Translated${schemaNameOfResource(name)}`, 'translated.']),
  ),
  ...Object.fromEntries(resourceNames.map((name) => [`${schemaNameOfResource(name)}List`, 'list.'])),
}

/** Returns the schema with descriptions added to its properties and nested properties, if there are texts for them. */
function withDescriptions(name: string, schema: JsonObject): JsonObject {
  const prefix = prefixes[name] ?? ''
  const withWords = (one: JsonObject): JsonObject => {
    if (!isObjectSchema(one)) return one
    const entries = Object.entries(one.properties).map(([key, property]) => {
      const description = readOnlyFieldTexts[`${prefix}${key}`] ?? readOnlyFieldTexts[key]
      return [key, { ...withWords(property), ...(description !== undefined && { description }) }]
    })
    return { ...one, properties: Object.fromEntries(entries) }
  }
  return withWords(schema)
}

/** Returns an item's schema with property descriptions: the field's own text, or else the words of the arg of that name. */
function describedSchemaOfResource(
  name: ResourceName,
  create: Operation,
  { describe }: DocumentContext,
): JsonObject {
  const { properties, ...rest } = itemSchemasByResource[name]
  const entries = Object.entries(properties).map(([key, schema]) => {
    const description =
      readOnlyFieldTexts[`${name}.${key}`] ?? readOnlyFieldTexts[key] ?? describe(create, key)
    return [key, { ...schema, description }]
  })
  return { ...rest, properties: Object.fromEntries(entries) }
}

/** Returns all schemas of the document, by name, in the order of names. */
export function schemaComponents(operations: readonly Operation[], context: DocumentContext): JsonObject {
  const own = resourceNames.flatMap((name) => {
    const writes = operations.filter(({ resource }) => resource === name)
    const create =
      writes.find(({ action }) => action === 'create') ?? writes.find(({ action }) => action === 'update')
    return [
      [
        schemaNameOfResource(name),
        create === undefined ? itemSchemasByResource[name] : describedSchemaOfResource(name, create, context),
      ],
    ]
  })
  const others = {
    ...schemasOfLists,
    ...schemasOfParts,
    ...schemasOfIndex,
    ...schemasOfTranslating,
    ...schemasOfAudit,
    ...schemasOfEditingTools,
    ...schemasOfProblem,
    ...Object.fromEntries(operations.flatMap(({ facts }) => Object.entries(facts.answer.schemas))),
  }
  const all: JsonObject = {
    ...Object.fromEntries(own),
    ...bodySchemas(operations, context),
    ...Object.fromEntries(Object.entries(others).map(([name, one]) => [name, withDescriptions(name, one)])),
    Linked: { ...anyObjectSchema, properties: { id: integerSchema }, required: ['id'] },
  }
  return Object.fromEntries(
    Object.keys(all)
      .sort()
      .map((name) => [name, all[name]]),
  )
}
