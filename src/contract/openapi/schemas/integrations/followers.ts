/** Schemas of followers (contract §19, ext.). */
import { type FollowerAction, followerStates } from '../../../operations/integrations/followers.ts'
import { componentReference, type Json } from '../../document.ts'
import { pageSchema } from '../lists.ts'
import {
  booleanSchema,
  countSchema,
  integerSchema,
  listSchema,
  schemaOfObject,
  textSchema,
  timestampSchema,
  webAddressSchema,
} from '../shapes.ts'

/** Maps an action to the schema name of its response. */
export const followerSchemaNames: { readonly [A in FollowerAction]: string } = {
  'read-federation': 'Federation',
  'list-followers': 'FollowerList',
  'remove-follower': 'Follower',
  'approve-follower': 'Follower',
}

/** Schemas by name. */
export const schemasOfFollowers: Readonly<Record<string, Json>> = {
  Federation: schemaOfObject({
    approves: booleanSchema,
    actors: listSchema(componentReference('FederationActor')),
    waiting: countSchema,
    waiting_hosts: countSchema,
    failing: listSchema(componentReference('FailingHost')),
  }),
  FederationActor: schemaOfObject({
    id: webAddressSchema,
    account: textSchema,
    kind: { type: 'string', enum: ['calendar', 'group', 'organizer'] },
    item: integerSchema,
    open: booleanSchema,
    followers: countSchema,
  }),
  FailingHost: schemaOfObject({ host: textSchema, attempts: countSchema, since: timestampSchema }),
  Follower: schemaOfObject({
    id: integerSchema,
    actor: webAddressSchema,
    target: webAddressSchema,
    state: { type: 'string', enum: [...followerStates] },
    date: timestampSchema,
  }),
  FollowerList: pageSchema('followers', 'Follower'),
}
