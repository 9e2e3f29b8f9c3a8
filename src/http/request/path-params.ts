/** The parameters in the path of a request. */
import type { FastifyRequest } from 'fastify'

/** Returns the values of the placeholders of the route, decoded. Fastify leaves their type unknown; they are always strings. */
export function pathParamsOfRequest({
  params,
}: Pick<FastifyRequest, 'params'>): Readonly<Record<string, string>> {
  return Object(params)
}
