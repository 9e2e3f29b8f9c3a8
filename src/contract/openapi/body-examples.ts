/** Examples of request bodies. Together they create a calendar with one event. */
import type { ResourceName } from '../resources/index.ts'
import type { JsonObject } from './document.ts'

/** Example body of a sign-in. */
export const signInExample = { login: 'ada', password: 'correct horse battery' }

/** Maps an action to the schema of its body and an example. */
export const bodySchemasAndExamplesByOperation: Readonly<
  Record<string, { readonly schema: string; readonly example: JsonObject } | undefined>
> = {
  mcp: { schema: 'McpMessage', example: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  batch: {
    schema: 'NewBatch',
    example: {
      operations: [
        { method: 'POST', path: '/tags', body: { name: 'open air' } },
        { method: 'PATCH', path: '/events/1', body: { featured: true } },
      ],
    },
  },
  revert: { schema: 'Revert', example: { change: 41 } },
  undo: { schema: 'Undo', example: { revision: 41 } },
  merge: { schema: 'NewMerge', example: { items: [2, 3] } },
  duplicate: { schema: 'NewDuplicates', example: { dates: ['2027-05-11', '2027-05-18'] } },
  translate: { schema: 'NewDraft', example: { language: 'fr' } },
  bulk: { schema: 'NewBulkChange', example: { ids: [1], add_tags: ['outdoors'], shift_days: 7 } },
}

/** Example fields of an import form. */
export const importExample = { file: 'season.ics', source: 'opera.example.org', dry_run: true }

/** Example bodies of creates and updates. */
export const exampleBodiesByResource: Readonly<
  Partial<Record<ResourceName, { readonly create: JsonObject; readonly update: JsonObject }>>
> = {
  event: {
    create: {
      title: 'Market day',
      start_date: '2027-05-04 08:00:00',
      end_date: '2027-05-04 13:00:00',
      timezone: 'Europe/Rome',
      cost: '€5 – €10',
      venue: { venue: 'Porta Palazzo', city: 'Turin', country: 'Italy' },
      organizer: [{ organizer: 'Market Society' }],
      categories: ['Markets'],
      tags: ['outdoors'],
    },
    update: { title: 'Market morning', end_date: '2027-05-04 12:00:00', website: null },
  },
  series: {
    create: { title: 'Market day', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=10'] },
    update: { title: 'Weekly market' },
  },
}
