/** Schemas of followers (contract §19, ext.). */
import {
  deliveryFailureReasons,
  type FollowerOperationName,
  followerStates,
} from '../../../operations/integrations/followers.ts'
import { componentReference, type JsonObject } from '../../document.ts'
import { pageSchema } from '../lists.ts'
import {
  booleanSchema,
  countSchema,
  integerSchema,
  listSchema,
  schemaOfObject,
  textSchema,
  timestampOrEmptySchema,
  timestampSchema,
  webAddressSchema,
} from '../shapes.ts'

/** The name of the schema of each operation’s response, by the name of the operation. */
export const responseSchemaNameByFollowerOperation: { readonly [A in FollowerOperationName]: string } = {
  'read-federation': 'Federation',
  'list-sent': 'SentList',
  'list-hosts': 'ContactedHostList',
  'list-followers': 'FollowerList',
  'remove-follower': 'Follower',
  'approve-follower': 'Follower',
}

const reasonSchema = { type: 'string', enum: [...deliveryFailureReasons] }

/** The activities that were sent, and the servers that they went to. */
const sentSchemas: Readonly<Record<string, JsonObject>> = {
  Sent: schemaOfObject({
    id: integerSchema,
    type: { type: 'string', enum: ['Create', 'Update', 'Delete'] },
    event: integerSchema,
    title: textSchema,
    account: textSchema,
    date: timestampSchema,
    hosts: countSchema,
    delivered: countSchema,
    waiting: countSchema,
    failed: countSchema,
    missed: listSchema(componentReference('MissedHost')),
  }),
  MissedHost: schemaOfObject({
    host: textSchema,
    reason: reasonSchema,
    status: countSchema,
    waits: booleanSchema,
    date: timestampSchema,
  }),
  SentList: pageSchema('sent', 'Sent'),
  ContactedHost: schemaOfObject({
    host: textSchema,
    followers: countSchema,
    waiting: countSchema,
    delivered: countSchema,
    last_delivered: timestampOrEmptySchema,
    failed: countSchema,
    last_failed: timestampOrEmptySchema,
    reason: { type: 'string', enum: ['', ...deliveryFailureReasons] },
    status: countSchema,
    failing_since: timestampOrEmptySchema,
    next_attempt: timestampOrEmptySchema,
  }),
  ContactedHostList: pageSchema('hosts', 'ContactedHost'),
}

/** Schemas by name. */
export const schemasOfFollowers: Readonly<Record<string, JsonObject>> = {
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
  ...sentSchemas,
}
