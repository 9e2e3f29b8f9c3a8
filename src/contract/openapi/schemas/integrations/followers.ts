/** Schemas of followers (contract §19, ext.). */
import { type FollowerAction, followerStates } from '../../../operations/integrations/followers.ts'
import type { Json } from '../../document.ts'
import { pageSchema } from '../lists.ts'
import { integerSchema, schemaOfObject, timestampSchema, webAddressSchema } from '../shapes.ts'

/** Maps an action to the schema name of its response. */
export const followerSchemaNames: { readonly [A in FollowerAction]: string } = {
  'list-followers': 'FollowerList',
  'remove-follower': 'Follower',
  'approve-follower': 'Follower',
}

/** Schemas by name. */
export const schemasOfFollowers: Readonly<Record<string, Json>> = {
  Follower: schemaOfObject({
    id: integerSchema,
    actor: webAddressSchema,
    target: webAddressSchema,
    state: { type: 'string', enum: [...followerStates] },
    date: timestampSchema,
  }),
  FollowerList: pageSchema('followers', 'Follower'),
}
