/**
 * Lets the routers of all services share the functions that they compile. Each service has 1,600 routes, for which the router of
 * Fastify compiles the same functions again: a third of the time of creating a service.
 */
import { createRequire } from 'node:module'

/** What this uses of the class in `find-my-way/lib/handler-storage.js`. */
interface HandlerStorage {
  _compileCreateParamsObject(params: readonly string[]): unknown
  _compileGetHandlerMatchingConstraints(constrainer: unknown): void
  _getHandlerMatchingConstraints(constraints: unknown): unknown
}

const fastify = createRequire(createRequire(import.meta.url).resolve('fastify'))
const { prototype }: { prototype: HandlerStorage } = fastify('find-my-way/lib/handler-storage.js')

const compileParams = prototype._compileCreateParamsObject
const compileMatching = prototype._compileGetHandlerMatchingConstraints
const compiled = new Map<string, unknown>()

prototype._compileCreateParamsObject = function (params) {
  const key = JSON.stringify(params)
  const known = compiled.get(key) ?? compileParams.call(this, params)
  compiled.set(key, known)
  return known
}

// No route has a constraint, so this function is compiled when it is called, which is never.
prototype._compileGetHandlerMatchingConstraints = function (constrainer) {
  this._getHandlerMatchingConstraints = (constraints) => {
    compileMatching.call(this, constrainer)
    return this._getHandlerMatchingConstraints(constraints)
  }
}
