/** Schemas of drafts of changes to events (ext.). */
import type { EventDraftAction } from '../../operations/previews/event-drafts.ts'
import { componentReference, type Json } from '../document.ts'
import {
  anyObjectSchema,
  booleanSchema,
  integerSchema,
  listSchema,
  schemaOfObject,
  textSchema,
  timestampSchema,
} from './shapes.ts'

/** Maps an action to the schema name of its response. */
export const eventDraftSchemaNames: { readonly [A in EventDraftAction]: string } = {
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
}

/** Schemas by name. */
export const schemasOfEventDrafts: Readonly<Record<string, Json>> = {
  EventDraft: schemaOfObject({
    ...byWhom,
    version: integerSchema,
    is_outdated: booleanSchema,
    etag: textSchema,
    changes: anyObjectSchema,
    base: componentReference('Event'),
    preview: componentReference('Event'),
  }),
  DraftOfEvent: schemaOfObject({ draft: { anyOf: [componentReference('EventDraft'), { type: 'null' }] } }),
  ListedDraft: schemaOfObject({ ...byWhom, title: textSchema }),
  EventDraftList: schemaOfObject({ drafts: listSchema(componentReference('ListedDraft')) }),
}
