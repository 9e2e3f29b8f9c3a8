/** Large bodies before they are read: whether whoever sends one may, and whether there is room for it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, refusal } from '../actions/policy.ts'
import type { Route } from '../contract/routes.ts'
import { Problem } from '../problem.ts'
import { mayUse } from './negotiation.ts'
import { fileOf, isLarge } from './upload.ts'

/** Room for one import of the largest size, or for several images. */
const MOST_BYTES = 64 * 1024 * 1024

/** Takes room for a body until its answer is out, or its connection is gone. Throws 503 where there is none. */
function room(): (bytes: number, reply: FastifyReply) => void {
  let taken = 0
  return (bytes, { raw }) => {
    if (taken + bytes > MOST_BYTES)
      throw new Problem('rest_unavailable', {
        message: 'Too much is being uploaded just now. Try again shortly.',
      })
    taken += bytes
    let isHeld = true
    const release = () => {
      if (isHeld) taken -= bytes
      isHeld = false
    }
    raw.once('finish', release).once('close', release)
  }
}

/** Admits large bodies, or throws 401, 403 or 503 before they are read. */
export function uploadAdmission(
  callerOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Actor>,
): (route: Route, request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const take = room()
  return async ({ operations }, request, reply) => {
    const operation = operations.find(fileOf)
    if (request.method !== 'POST' || operation === undefined || !isLarge(request)) return
    const actor = await callerOf(request, reply)
    if (!mayUse(actor, operation)) throw refusal(actor)
    take(Number(request.headers['content-length'] ?? fileOf(operation)?.mostBytes), reply)
  }
}
