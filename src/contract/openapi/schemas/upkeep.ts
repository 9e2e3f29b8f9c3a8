/** Schemas of the upkeep of the service (ext.). */
import type { UpkeepOperationName } from '../../operations/upkeep.ts'
import type { JsonObject } from '../document.ts'
import {
  booleanSchema,
  integerSchema,
  listSchema,
  objectSchemaWithProperties,
  sameSchemaByName,
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
  ...sameSchemaByName(booleanSchema, 'possible', 'running'),
  ...sameSchemaByName(integerSchema, 'kept', 'written_bytes'),
  ...sameSchemaByName(textSchema, 'folder', 'started_utc', 'fault', 'last_utc'),
  fault_reason: { enum: ['', 'stopped', 'full_disk', 'other'] },
  files: listSchema(
    objectSchemaWithProperties({ name: textSchema, bytes: integerSchema, date_utc: textSchema }),
  ),
}
const storage = {
  database: { enum: ['sqlite', 'postgres'] },
  images: { enum: ['folder', 'bucket'] },
  ...sameSchemaByName(textSchema, 'database_place', 'images_place'),
  ...sameSchemaByName(integerSchema, 'database_bytes', 'image_count', 'image_bytes'),
  free_bytes: { type: ['integer', 'null'] },
}

/** Schemas by name. */
export const schemasOfUpkeep: Readonly<Record<string, JsonObject>> = {
  Upkeep: objectSchemaWithProperties({
    mail: objectSchemaWithProperties({
      ...sameSchemaByName(booleanSchema, 'configured', 'encrypted', 'signs_in'),
      ...sameSchemaByName(textSchema, 'server', 'from'),
      waiting: integerSchema,
    }),
    storage: objectSchemaWithProperties(storage),
    back_up: objectSchemaWithProperties(backUps),
    submissions: objectSchemaWithProperties({
      open: booleanSchema,
      ...sameSchemaByName(integerSchema, 'an_hour', 'waiting', 'waiting_limit', 'space_used', 'space_limit'),
    }),
  }),
  MailTest: objectSchemaWithProperties({
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
  BackUps: objectSchemaWithProperties(backUps),
}
