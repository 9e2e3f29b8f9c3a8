/** All schemas of the document: items, lists, bodies, the index and problems. */

import { auditedNames, auditVerbs, auditWays } from '../operations/audit.ts'
import type { Operation } from '../operations.ts'
import { isPublished, type ResourceName, resourceNamed, resourceNames } from '../resources/index.ts'
import { bodySchemas } from './bodies.ts'
import { type DocumentContext, type Json, nouns, ref } from './document.ts'
import { ofChanges } from './schemas/changes.ts'
import { ofIndex } from './schemas/index-document.ts'
import { items } from './schemas/items.ts'
import { parts } from './schemas/parts.ts'
import { ofRecurrencePreview } from './schemas/recurrence-preview.ts'
import { ofSettings } from './schemas/settings.ts'
import {
  each,
  flag,
  isObjectSchema,
  listOf,
  object,
  open,
  text,
  timestamp,
  webAddress,
  whole,
} from './schemas/shapes.ts'
import { ofSubmissions } from './schemas/submissions.ts'
import { ofSubscriptions } from './schemas/subscriptions.ts'
import { ofPeople } from './schemas/users.ts'
import { ofWebhooks } from './schemas/webhooks.ts'

const ofSession: Readonly<Record<string, Json>> = {
  Session: object({
    user: object({ id: whole, ...each(text, 'login', 'display_name', 'language', 'role') }),
    csrf_token: { type: ['string', 'null'] },
  }),
  SignedOut: object({ signed_out: { const: true } }),
}

const count = { type: 'integer', minimum: 0 }

/** Returns the schema of a list page: `name` is the key of its items, `schema` the name of their schema. */
function pageOf(name: string, schema: string): Json {
  return object(
    {
      [name]: listOf(ref(schema)),
      ...each(webAddress, 'rest_url', 'next_rest_url', 'previous_rest_url'),
      ...each(count, 'total', 'total_pages'),
    },
    ['next_rest_url', 'previous_rest_url'],
  )
}

const ofImport: Readonly<Record<string, Json>> = {
  ImportReport: object({
    dry_run: flag,
    ...each(count, 'created', 'updated', 'unchanged', 'removed', 'refused'),
    refusals: listOf(ref('Refusal')),
    notes: listOf(ref('ImportNote')),
  }),
  Refusal: object({ line: count, reason: text }),
  ImportNote: object({ what: text, count }),
}

const ofAudit: Readonly<Record<string, Json>> = {
  Change: object({
    ...each(whole, 'id', 'item_id', 'user_id'),
    at_utc: timestamp,
    ...each(text, 'login', 'display_name'),
    verb: { type: 'string', enum: auditVerbs },
    resource: { type: 'string', enum: auditedNames },
    ...each(text, 'title', 'slug'),
    fields: listOf(text),
    via: { type: 'string', enum: auditWays },
    touched: whole,
  }),
  ChangeList: pageOf('changes', 'Change'),
}

const fault = object({ code: text, message: text })
const faults = { type: 'object', additionalProperties: fault }

const batch: Readonly<Record<string, Json>> = {
  BatchResults: object({ results: listOf(ref('BatchResult')) }),
  BatchResult: object({ status: whole, body: open }),
}

const problem: Readonly<Record<string, Json>> = {
  Problem: object({
    code: text,
    message: text,
    data: object(
      {
        status: whole,
        params: { anyOf: [listOf(text), { type: 'object', additionalProperties: text }] },
        details: faults,
        invalid: faults,
        position: whole,
        term_id: whole,
        request_id: text,
        scope: text,
        index: whole,
        error: open,
      },
      ['params', 'details', 'invalid', 'position', 'term_id', 'request_id', 'scope', 'index', 'error'],
    ),
  }),
}

const deletedSchema = (name: ResourceName) => object({ deleted: { const: true }, previous: ref(nouns[name]) })

/** Schemas of lists, and of responses to permanent deletion. */
const lists: Readonly<Record<string, Json>> = Object.fromEntries(
  resourceNames.flatMap((name) => [
    [`${nouns[name]}List`, pageOf(resourceNamed(name).collection, nouns[name])],
    ...(isPublished(name) ? [[`Deleted${nouns[name]}`, deletedSchema(name)]] : []),
  ]),
)

/** Maps a schema with its own property descriptions to the key prefix of these words. */
const groups: Readonly<Record<string, string>> = {
  Ticket: 'ticket.',
  NewTicket: 'ticket.',
  ImportReport: 'import.',
  Refusal: 'import.',
  User: 'user.',
  UserList: 'user.',
  Submission: 'submission.',
  OwnSubmission: 'submission.',
  SubmissionList: 'submission.',
  Submitted: 'submission.',
  Challenge: 'challenge.',
  Invitation: 'invitation.',
  WebSession: 'session.',
  SessionList: 'session.',
  SecondFactor: 'factor.',
  NewSecondFactor: 'factor.',
  RecoveryCodes: 'factor.',
  PasswordReset: 'reset.',
  TokenList: 'token.',
  Token: 'token.',
  CreatedToken: 'token.',
  SecretFeed: 'secret-feed.',
  SecretFeedList: 'secret-feed.',
  CreatedSecretFeed: 'secret-feed.',
  Subscription: 'subscription.',
  SubscriptionList: 'subscription.',
  Settings: 'settings.',
  ItemChange: 'item-change.',
  Webhook: 'webhook.',
  CreatedWebhook: 'webhook.',
  WebhookList: 'webhook.',
  Delivery: 'delivery.',
  DeliveryList: 'delivery.',
  ItemChangeList: 'item-change.',
  Places: 'places.',
  RecurrencePreview: 'recurrence.',
  SeriesOfEvent: 'series.',
  Change: 'change.',
  ChangeList: 'list.',
  ImportNote: 'import.',
  Problem: 'problem.',
  BatchResult: 'batch.',
  Image: 'media.',
  ImageSize: 'media.',
  ...Object.fromEntries(resourceNames.map((name) => [`${nouns[name]}List`, 'list.'])),
}

/** Returns the schema with descriptions added to its properties and nested properties, if there are words for them. */
function worded(name: string, schema: Json, { word }: DocumentContext): Json {
  const group = groups[name] ?? ''
  const told = (one: Json): Json => {
    if (!isObjectSchema(one)) return one
    const entries = Object.entries(one.properties).map(([key, property]) => {
      const description = word(`field.${group}${key}`) || word(`field.${key}`)
      return [key, { ...told(property), ...(description !== '' && { description }) }]
    })
    return { ...one, properties: Object.fromEntries(entries) }
  }
  return told(schema)
}

/** Returns an item's schema with property descriptions: the words of the arg of that name, or the field's own words. */
function described(name: ResourceName, create: Operation, { describe, word }: DocumentContext): Json {
  const { properties, ...rest } = items[name]
  const entries = Object.entries(properties).map(([key, schema]) => {
    const description = word(`field.${name}.${key}`) || word(`field.${key}`) || describe(create, key)
    return [key, { ...schema, description }]
  })
  return { ...rest, properties: Object.fromEntries(entries) }
}

/** Returns all schemas of the document, by name. */
export function schemaComponents(operations: readonly Operation[], context: DocumentContext): Json {
  const own = resourceNames.flatMap((name) => {
    const writes = operations.filter(({ resource }) => resource === name)
    const create =
      writes.find(({ action }) => action === 'create') ?? writes.find(({ action }) => action === 'update')
    return [[nouns[name], create === undefined ? items[name] : described(name, create, context)]]
  })
  const others = {
    ...lists,
    ...parts,
    ...ofIndex,
    ...ofSession,
    ...ofPeople,
    ...ofSubmissions,
    ...ofSubscriptions,
    ...ofSettings,
    ...ofRecurrencePreview,
    ...ofChanges,
    ...ofWebhooks,
    ...ofAudit,
    ...ofImport,
    ...problem,
    ...batch,
  }
  return {
    ...Object.fromEntries(own),
    ...bodySchemas(operations, context),
    ...Object.fromEntries(Object.entries(others).map(([name, one]) => [name, worded(name, one, context)])),
    Linked: { ...open, properties: { id: whole }, required: ['id'] },
  }
}
