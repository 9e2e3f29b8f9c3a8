/** Schemas of the upkeep of the service (ext.). */
import type { UpkeepOperationName } from '../../operations/upkeep.ts'
import type { JsonObject } from '../document.ts'
import {
  booleanSchema,
  integerSchema,
  listSchema,
  sameSchemaForEach,
  schemaOfObject,
  textSchema,
} from './shapes.ts'

/** The name of the schema of each operation’s response, by the name of the operation. */
export const responseSchemaNameByUpkeepOperation: { readonly [A in UpkeepOperationName]: string } = {
  'read-upkeep': 'Upkeep',
  'send-test-mail': 'MailTest',
  'back-up': 'BackUps',
  // Its lines are no JSON document.
  'export-site': 'Upkeep',
}

const backUps = {
  ...sameSchemaForEach(booleanSchema, 'possible', 'running'),
  ...sameSchemaForEach(integerSchema, 'kept', 'written_bytes'),
  ...sameSchemaForEach(textSchema, 'folder', 'started_utc', 'fault', 'last_utc'),
  fault_reason: { enum: ['', 'stopped', 'full_disk', 'other'] },
  files: listSchema(schemaOfObject({ name: textSchema, bytes: integerSchema, date_utc: textSchema })),
}
const storage = {
  database: { enum: ['sqlite', 'postgres'] },
  images: { enum: ['folder', 'bucket'] },
  ...sameSchemaForEach(textSchema, 'database_place', 'images_place'),
  ...sameSchemaForEach(integerSchema, 'database_bytes', 'image_count', 'image_bytes'),
  free_bytes: { type: ['integer', 'null'] },
}

/** Schemas by name. */
export const schemasOfUpkeep: Readonly<Record<string, JsonObject>> = {
  Upkeep: schemaOfObject({
    mail: schemaOfObject({
      ...sameSchemaForEach(booleanSchema, 'configured', 'encrypted', 'signs_in'),
      ...sameSchemaForEach(textSchema, 'server', 'from'),
      waiting: integerSchema,
    }),
    storage: schemaOfObject(storage),
    back_up: schemaOfObject(backUps),
    submissions: schemaOfObject({
      open: booleanSchema,
      ...sameSchemaForEach(integerSchema, 'an_hour', 'waiting', 'waiting_limit', 'space_used', 'space_limit'),
    }),
  }),
  MailTest: schemaOfObject({
    sent: booleanSchema,
    to: textSchema,
    reason: {
      enum: [
        '',
        'no_server',
        'no_address',
        'unreachable',
        'unknown_host',
        'timeout',
        'encryption',
        'sign_in',
        'refused',
        'other',
      ],
    },
    said: textSchema,
  }),
  BackUps: schemaOfObject(backUps),
}
