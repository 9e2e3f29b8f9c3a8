/** Schemas of followed actors and of blocked domains (contract §19, ext.). */
import {
  type FollowingAction,
  followingStates,
  incomingStatuses,
} from '../../../operations/integrations/following.ts'
import { componentReference, type Json } from '../../document.ts'
import { pageSchema } from '../lists.ts'
import {
  booleanSchema,
  integerSchema,
  listSchema,
  schemaOfObject,
  textSchema,
  timestampSchema,
  webAddressSchema,
} from '../shapes.ts'

/** Maps an action to the schema name of its response. */
export const followingSchemaNames: { readonly [A in FollowingAction]: string } = {
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
export const schemasOfFollowing: Readonly<Record<string, Json>> = {
  Following: schemaOfObject({
    id: integerSchema,
    actor: webAddressSchema,
    state: { type: 'string', enum: [...followingStates] },
    status: { type: 'string', enum: [...incomingStatuses] },
    group: idOrNull,
    category: idOrNull,
    date: timestampSchema,
  }),
  FollowingList: pageSchema('following', 'Following'),
  Block: schemaOfObject({ domain: textSchema, date: timestampSchema, fixed: booleanSchema }),
  BlockList: schemaOfObject({ blocks: listSchema(componentReference('Block')) }),
}
