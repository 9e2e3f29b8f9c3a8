/** Schemas of followers (contract §19, ext.). */
import {
  deliveryFailureReasons,
  type FollowerOperationName,
  followerStates,
} from '../../../operations/integrations/followers.ts'
import { componentReference, type JsonObject } from '../../document.ts'
import { listPageSchemaByItemSchemaName } from '../lists.ts'
import {
  booleanSchema,
  countSchema,
  integerSchema,
  listSchema,
  objectSchemaWithProperties,
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
  Sent: objectSchemaWithProperties({
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
  MissedHost: objectSchemaWithProperties({
    host: textSchema,
    reason: reasonSchema,
    status: countSchema,
    waits: booleanSchema,
    date: timestampSchema,
  }),
  SentList: listPageSchemaByItemSchemaName('sent', 'Sent'),
  ContactedHost: objectSchemaWithProperties({
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
  ContactedHostList: listPageSchemaByItemSchemaName('hosts', 'ContactedHost'),
}

/** Schemas by name. */
export const schemasOfFollowers: Readonly<Record<string, JsonObject>> = {
  Federation: objectSchemaWithProperties({
    approves: booleanSchema,
    actors: listSchema(componentReference('FederationActor')),
    waiting: countSchema,
    waiting_hosts: countSchema,
    failing: listSchema(componentReference('FailingHost')),
  }),
  FederationActor: objectSchemaWithProperties({
    id: webAddressSchema,
    account: textSchema,
    kind: { type: 'string', enum: ['calendar', 'group', 'organizer'] },
    item: integerSchema,
    open: booleanSchema,
    followers: countSchema,
  }),
  FailingHost: objectSchemaWithProperties({
    host: textSchema,
    attempts: countSchema,
    since: timestampSchema,
  }),
  Follower: objectSchemaWithProperties({
    id: integerSchema,
    actor: webAddressSchema,
    target: webAddressSchema,
    state: { type: 'string', enum: [...followerStates] },
    date: timestampSchema,
  }),
  FollowerList: listPageSchemaByItemSchemaName('followers', 'Follower'),
  ...sentSchemas,
}
