/** The ids of operations: in the OpenAPI document, and as names of tools. */
import type { Operation } from '../operations.ts'
import { resourceNamed } from '../resources/index.ts'
import type { HttpVerb } from './problems-of.ts'

/** Returns ids such as `list-events`. If several methods do the same, PATCH gets the name without a suffix. */
export function operationId(operation: Operation, verb: HttpVerb): string {
  const { action, resource, by, methods, scope, format, isSecret } = operation
  const isMany = action === 'list' || (action === 'feed' && by === undefined)
  const noun = resource === undefined ? [] : [isMany ? resourceNamed(resource).collection : resource]
  const behind = isSecret === true ? ['at-secret-address'] : scope === undefined ? [] : ['of', scope]
  const written = format === undefined ? [] : ['as', format.replace('.', '-')]
  const plain = [
    action,
    ...noun,
    ...(by === undefined || by === 'id' ? [] : [`by-${by}`]),
    ...behind,
    ...written,
  ].join('-')
  if (verb === 'options') return `options-of-${plain}`
  return methods.length === 1 || verb === 'patch' ? plain : `${plain}-with-${verb}`
}
