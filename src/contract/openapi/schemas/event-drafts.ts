/** Schemas of drafts of changes to events (ext.). */
import type { EventChangesDraftOperationName } from '../../operations/previews/event-drafts.ts'
import { componentReference, type JsonObject } from '../document.ts'
import {
  anyObjectSchema,
  booleanSchema,
  integerSchema,
  listSchema,
  objectSchemaWithProperties,
  textSchema,
  timestampOrEmptySchema,
  timestampSchema,
} from './shapes.ts'

/** The name of the schema of each operation’s response, by the name of the operation. */
export const eventDraftSchemaNamesByOperation: { readonly [A in EventChangesDraftOperationName]: string } = {
  'list-drafts': 'EventDraftList',
  'read-draft': 'DraftOfEvent',
  'keep-draft': 'DraftOfEvent',
  'discard-draft': 'DraftOfEvent',
  'apply-draft': 'Event',
}

const byWhom = {
  event: integerSchema,
  author: integerSchema,
  author_name: textSchema,
  modified_utc: timestampSchema,
  sent_utc: timestampOrEmptySchema,
}

/** Schemas by name. */
export const schemasOfEventDrafts: Readonly<Record<string, JsonObject>> = {
  EventDraft: objectSchemaWithProperties({
    ...byWhom,
    version: integerSchema,
    is_outdated: booleanSchema,
    etag: textSchema,
    changes: anyObjectSchema,
    base: componentReference('Event'),
    preview: componentReference('Event'),
  }),
  DraftOfEvent: objectSchemaWithProperties({
    draft: { anyOf: [componentReference('EventDraft'), { type: 'null' }] },
  }),
  ListedDraft: objectSchemaWithProperties({ ...byWhom, title: textSchema }),
  EventDraftList: objectSchemaWithProperties({ drafts: listSchema(componentReference('ListedDraft')) }),
}
