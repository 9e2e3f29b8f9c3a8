/** Descriptions of the properties of schemas. */

import { machineTranslatedResources } from '../operations/translating.ts'
import type { Operation } from '../operations.ts'
import { type ResourceName, resourceNames } from '../resources/index.ts'
import { type DocumentContext, type JsonObject, schemaNamesByResource } from './document.ts'
import { itemSchemasByResource } from './schemas/items.ts'
import { isObjectSchema } from './schemas/shapes.ts'
import { readOnlyFieldTexts } from './texts/fields.ts'

/** Maps a schema with its own property descriptions to the key prefix of these words. */
const groups: Readonly<Record<string, string>> = {
  Ticket: 'ticket.',
  NewTicket: 'ticket.',
  ImportReport: 'import.',
  Refusal: 'import.',
  LineFault: 'import.fault.',
  ImportNote: 'import.note.',
  MadeItem: 'import.',
  SignInRules: 'sign_in.',
  User: 'user.',
  UserList: 'user.',
  Member: 'member.',
  PersonData: 'person.',
  ErasedPerson: 'person.',
  EventDraft: 'draft.',
  EventDraftList: 'draft.',
  ListedDraft: 'draft.',
  DraftOfEvent: 'draft.',
  Template: 'template.',
  TemplateList: 'template.',
  MemberList: 'member.',
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
  Session: 'session.',
  ItemChange: 'item-change.',
  Federation: 'federation.',
  FederationActor: 'federation.actor.',
  FailingHost: 'federation.host.',
  Sent: 'sent.',
  MissedHost: 'sent.missed.',
  SentList: 'list.',
  ContactedHost: 'contacted.',
  ContactedHostList: 'list.',
  Follower: 'follower.',
  FollowerList: 'list.',
  ToTranslate: 'to-translate.',
  ToTranslateList: 'list.',
  ...Object.fromEntries(
    machineTranslatedResources.map((name) => [`Translated${schemaNamesByResource[name]}`, 'translated.']),
  ),
  Following: 'following.',
  FollowingList: 'list.',
  Block: 'block.',
  BlockList: 'block.',
  Webhook: 'webhook.',
  CreatedWebhook: 'webhook.',
  WebhookList: 'webhook.',
  Delivery: 'delivery.',
  DeliveryList: 'delivery.',
  ItemChangeList: 'item-change.',
  Places: 'places.',
  RecurrencePreview: 'recurrence.',
  QuickEvent: 'quick-event.',
  Demo: 'demo.',
  RemovedDemo: 'demo.',
  SeriesOfEvent: 'series.',
  OriginOfEvent: 'origin.',
  Change: 'change.',
  ChangeList: 'list.',
  Problem: 'problem.',
  BatchResult: 'batch.',
  Undone: 'undo.',
  BulkChange: 'bulk.',
  Translation: 'translation.',
  Image: 'media.',
  ImageSize: 'media.',
  ...Object.fromEntries(resourceNames.map((name) => [`${schemaNamesByResource[name]}List`, 'list.'])),
}

/** Returns the schema with descriptions added to its properties and nested properties, if there are texts for them. */
export function withDescriptions(name: string, schema: JsonObject): JsonObject {
  const group = groups[name] ?? ''
  const withWords = (one: JsonObject): JsonObject => {
    if (!isObjectSchema(one)) return one
    const entries = Object.entries(one.properties).map(([key, property]) => {
      const description = readOnlyFieldTexts[`${group}${key}`] ?? readOnlyFieldTexts[key]
      return [key, { ...withWords(property), ...(description !== undefined && { description }) }]
    })
    return { ...one, properties: Object.fromEntries(entries) }
  }
  return withWords(schema)
}

/** Returns an item's schema with property descriptions: the field's own text, or else the words of the arg of that name. */
export function describedSchemaOfResource(
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
