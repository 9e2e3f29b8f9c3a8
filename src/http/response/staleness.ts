/** Responses that may be out of date, because the database server is away and a replica is read in its place. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../problem.ts'
import type { Store } from '../../store/store.ts'
import { minRevisionFromHeaders } from '../protocol/conditional.ts'

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/**
 * Marks responses to reads with `Warning` (RFC 7234 §5.5.1) and `X-Fasti-Stale`, the seconds for which the server has been away. A client that
 * has seen a revision that the replica lacks gets 503 instead of an older calendar.
 */
export function addStaleReplicaHeaders(app: FastifyInstance, store: Store): void {
  const mark = (request: FastifyRequest, { raw }: FastifyReply) => {
    const seconds = store.staleness()
    if (seconds === undefined || !isRead(request) || raw.headersSent) return
    // Not among the headers of the reply, which the response cache keeps.
    raw.setHeader('Warning', '110 - "Response is Stale"')
    raw.setHeader('X-Fasti-Stale', String(Math.floor(seconds)))
  }
  const allow = async (seen: number) => {
    if ((await store.revision()) < seen) throw new Problem('rest_unavailable')
  }
  app.addHook('onRequest', (request, reply, done) => {
    mark(request, reply)
    const seen =
      store.staleness() === undefined || !isRead(request) ? 0 : minRevisionFromHeaders(request.headers)
    if (seen > 0) allow(seen).then(() => done(), done)
    else done()
  })
  // The server may have gone away since.
  app.addHook('onSend', (request, reply, payload, done) => {
    mark(request, reply)
    done(null, payload)
  })
}
