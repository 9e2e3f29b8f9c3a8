/** Liveness and readiness, for load balancers and supervisors. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { VERSION_WITH_COMMIT } from '../../contract/version.ts'
import { because, Problem } from '../../problem.ts'
import type { Store } from '../../store/store.ts'

export interface HealthWatched {
  readonly store: Store
  /** Sets the headers of every response. */
  decorated(request: FastifyRequest, reply: FastifyReply): void
  /** Whether the service is about to end: load balancers turn to another instance. */
  isEnding(): boolean
  /** The same while it is being prepared. */
  isStarting(): boolean
}

/** Throws if the service begins or is about to end, or if the database does not respond or is damaged. */
async function assertReady({ store, isStarting, isEnding }: HealthWatched): Promise<void> {
  if (isStarting()) throw new Problem('rest_unavailable', because('instance_starting'))
  if (isEnding()) throw new Problem('rest_unavailable', because('instance_ending'))
  await store.revision()
  const damage = store.damage()
  if (damage !== undefined) throw damage
}

/** Returns a reply that no cache keeps, with a media type. */
export const setNoStoreAndTypeOfReply = (reply: FastifyReply, type: string): FastifyReply =>
  reply.header('Cache-Control', 'no-store').type(type)

/** Adds /healthz and /readyz. */
export function addHealth(app: FastifyInstance, watched: HealthWatched): void {
  const { store, decorated } = watched
  const state = (word: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    decorated(request, reply)
    reply.header('X-Fasti-Version', VERSION_WITH_COMMIT)
    if (word === 'ready') await assertReady(watched)
    const isRefused = store.outage() !== undefined || store.refusal() !== undefined
    const writes = word === 'ready' && isRefused ? { writes: 'unavailable' } : {}
    const body = JSON.stringify({ status: word, ...writes })
    return setNoStoreAndTypeOfReply(reply, 'application/json; charset=utf-8').send(body)
  }
  app.get('/healthz', state('ok'))
  app.get('/readyz', state('ready'))
}
