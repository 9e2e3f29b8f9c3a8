/** Schemas of followed actors and of blocked domains (contract §19, ext.). */
import {
  type FollowingOperationName,
  followingStates,
  publicationStatusesForIncomingEvents,
} from '../../../operations/integrations/following.ts'
import { componentReference, type JsonObject } from '../../document.ts'
import { listPageSchemaByItemSchemaName } from '../lists.ts'
import {
  booleanSchema,
  integerSchema,
  listSchema,
  objectSchemaWithProperties,
  textSchema,
  timestampSchema,
  webAddressSchema,
} from '../shapes.ts'

/** The name of the schema of each operation’s response, by the name of the operation. */
export const followingSchemaNamesByOperation: { readonly [A in FollowingOperationName]: string } = {
  'list-following': 'FollowingList',
  'follow-actor': 'Following',
  'read-following': 'Following',
  'unfollow-actor': 'Following',
  'list-blocks': 'BlockList',
  'block-domain': 'Block',
  'unblock-domain': 'Block',
}

const idOrNull = { anyOf: [integerSchema, { type: 'null' }] }

/** Schemas by name. */
export const schemasOfFollowing: Readonly<Record<string, JsonObject>> = {
  Following: objectSchemaWithProperties({
    id: integerSchema,
    actor: webAddressSchema,
    state: { type: 'string', enum: [...followingStates] },
    status: { type: 'string', enum: [...publicationStatusesForIncomingEvents] },
    group: idOrNull,
    category: idOrNull,
    date: timestampSchema,
  }),
  FollowingList: listPageSchemaByItemSchemaName('following', 'Following'),
  Block: objectSchemaWithProperties({ domain: textSchema, date: timestampSchema, fixed: booleanSchema }),
  BlockList: objectSchemaWithProperties({ blocks: listSchema(componentReference('Block')) }),
}
