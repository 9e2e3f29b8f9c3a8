/** All schemas of the document: items, lists, bodies, the index and problems. */
import type { Operation } from '../operations.ts'
import { resourceNames } from '../resources/index.ts'
import { bodySchemas } from './bodies.ts'
import { type DocumentContext, type Json, schemaNames } from './document.ts'
import { ofAudit } from './schemas/accounts/audit.ts'
import { ofSession } from './schemas/accounts/session.ts'
import { ofUsers } from './schemas/accounts/users.ts'
import { schemasOfCalendarSubscriptions } from './schemas/calendar-subscriptions.ts'
import { ofDemo } from './schemas/demo.ts'
import { ofEditing } from './schemas/editing.ts'
import { ofImport } from './schemas/imports.ts'
import { ofIndex } from './schemas/index-document.ts'
import { ofChanges } from './schemas/integrations/changes.ts'
import { schemasOfWebhooks } from './schemas/integrations/webhooks.ts'
import { itemSchemas } from './schemas/items.ts'
import { ofLists } from './schemas/lists.ts'
import { partSchemas } from './schemas/parts.ts'
import { ofBatch, ofProblem } from './schemas/problem.ts'
import { ofRecurrencePreview } from './schemas/recurrence-preview.ts'
import { ofSettings } from './schemas/settings.ts'
import { openSchema, wholeSchema } from './schemas/shapes.ts'
import { schemasOfSubmissions } from './schemas/submissions.ts'
import { describedItem, withDescriptions } from './words.ts'

/** Returns all schemas of the document, by name. */
export function schemaComponents(operations: readonly Operation[], context: DocumentContext): Json {
  const own = resourceNames.flatMap((name) => {
    const writes = operations.filter(({ resource }) => resource === name)
    const create =
      writes.find(({ action }) => action === 'create') ?? writes.find(({ action }) => action === 'update')
    return [
      [schemaNames[name], create === undefined ? itemSchemas[name] : describedItem(name, create, context)],
    ]
  })
  const others = {
    ...ofLists,
    ...partSchemas,
    ...ofIndex,
    ...ofSession,
    ...ofUsers,
    ...schemasOfSubmissions,
    ...schemasOfCalendarSubscriptions,
    ...ofSettings,
    ...ofRecurrencePreview,
    ...ofDemo,
    ...ofChanges,
    ...schemasOfWebhooks,
    ...ofAudit,
    ...ofEditing,
    ...ofImport,
    ...ofProblem,
    ...ofBatch,
  }
  return {
    ...Object.fromEntries(own),
    ...bodySchemas(operations, context),
    ...Object.fromEntries(Object.entries(others).map(([name, one]) => [name, withDescriptions(name, one)])),
    Linked: { ...openSchema, properties: { id: wholeSchema }, required: ['id'] },
  }
}
