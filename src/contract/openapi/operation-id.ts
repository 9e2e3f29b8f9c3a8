/** The ids of operations: in the OpenAPI document, as names of tools, and as methods of the Python client. */
import type { Operation } from '../operations.ts'
import { resourceNamed } from '../resources/index.ts'
import type { HttpVerb } from './problems-of.ts'

/** Actions that people say in other words. */
const said: Readonly<Record<string, string | undefined>> = {
  feed: 'read',
  history: 'read-history',
  bulk: 'change-many',
  audit: 'read-audit',
  import: 'import-file',
  'list-asked-events': 'list-questioned-events',
  'submission-challenge': 'read-submission-challenge',
  'submission-image': 'read-submission-image',
}

const spokenFormat = (format: string) => (format === 'feed.json' ? 'json-feed' : format)

/** The verb and its object: the resource, or what the verb is about, of the resource. */
function phraseOf({ action, resource, by, format }: Operation): string {
  const verb = said[action] ?? action
  if (resource === undefined) return verb
  const isMany = action === 'list' || action === 'bulk' || (action === 'feed' && by === undefined)
  const noun = isMany ? resourceNamed(resource).collection : resource
  if (verb.endsWith(`-${noun}`)) return verb
  const hasObject = verb.includes('-') && action !== 'bulk' && format === undefined
  return hasObject ? `${verb}-of-${noun}` : `${verb}-${noun}`
}

/**
 * Returns ids such as `list-events`, `keep-draft-of-event` and `read-events-of-venue-as-ics`. If several methods do the same, PATCH gets the
 * name without a suffix.
 */
export function operationId(operation: Operation, verb: HttpVerb): string {
  const { by, methods, scope, format, isSecret } = operation
  const behind = isSecret === true ? ['at-secret-address'] : scope === undefined ? [] : ['of', scope]
  const written = format === undefined ? [] : ['as', spokenFormat(format)]
  const address = by === undefined || by === 'id' ? [] : [`by-${by}`]
  const plain = [phraseOf(operation), ...address, ...behind, ...written].join('-')
  if (verb === 'options') return `options-of-${plain}`
  return methods.length === 1 || verb === 'patch' ? plain : `${plain}-with-${verb}`
}
