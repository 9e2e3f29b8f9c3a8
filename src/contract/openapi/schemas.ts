/** All schemas of the document: items, lists, bodies, the index and problems. */
import type { Operation } from '../operations.ts'
import { resourceNames } from '../resources/index.ts'
import { bodySchemas } from './bodies.ts'
import { type DocumentContext, type Json, nouns } from './document.ts'
import { ofAudit } from './schemas/accounts/audit.ts'
import { ofSession } from './schemas/accounts/session.ts'
import { ofUsers } from './schemas/accounts/users.ts'
import { ofCalendarSubscriptions } from './schemas/calendar-subscriptions.ts'
import { ofDemo } from './schemas/demo.ts'
import { ofEditing } from './schemas/editing.ts'
import { ofImport } from './schemas/imports.ts'
import { ofIndex } from './schemas/index-document.ts'
import { ofChanges } from './schemas/integrations/changes.ts'
import { ofWebhooks } from './schemas/integrations/webhooks.ts'
import { items } from './schemas/items.ts'
import { ofLists } from './schemas/lists.ts'
import { parts } from './schemas/parts.ts'
import { ofBatch, ofProblem } from './schemas/problem.ts'
import { ofRecurrencePreview } from './schemas/recurrence-preview.ts'
import { ofSettings } from './schemas/settings.ts'
import { open, whole } from './schemas/shapes.ts'
import { ofSubmissions } from './schemas/submissions.ts'
import { described, worded } from './words.ts'

/** Returns all schemas of the document, by name. */
export function schemaComponents(operations: readonly Operation[], context: DocumentContext): Json {
  const own = resourceNames.flatMap((name) => {
    const writes = operations.filter(({ resource }) => resource === name)
    const create =
      writes.find(({ action }) => action === 'create') ?? writes.find(({ action }) => action === 'update')
    return [[nouns[name], create === undefined ? items[name] : described(name, create, context)]]
  })
  const others = {
    ...ofLists,
    ...parts,
    ...ofIndex,
    ...ofSession,
    ...ofUsers,
    ...ofSubmissions,
    ...ofCalendarSubscriptions,
    ...ofSettings,
    ...ofRecurrencePreview,
    ...ofDemo,
    ...ofChanges,
    ...ofWebhooks,
    ...ofAudit,
    ...ofEditing,
    ...ofImport,
    ...ofProblem,
    ...ofBatch,
  }
  return {
    ...Object.fromEntries(own),
    ...bodySchemas(operations, context),
    ...Object.fromEntries(Object.entries(others).map(([name, one]) => [name, worded(name, one)])),
    Linked: { ...open, properties: { id: whole }, required: ['id'] },
  }
}
