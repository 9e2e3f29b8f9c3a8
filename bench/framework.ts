/**
 * The least that a cached response takes: Fastify with the logger, the rate limit, the metrics and the check for writes of the service,
 * which sends a prepared body before any route runs. argv[2] is the file with the body, argv[3] the headers as JSON, argv[4] the
 * database; PORT is the port.
 */
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import Fastify, { LogController } from 'fastify'
import { addressRateKey, newRateCounter } from '../src/http/auth/rate-limiter.ts'
import { newDurationHistogram } from '../src/http/observability/metrics.ts'
import { fastifyOptions, timeouts } from '../src/http/server/server.ts'
import { makeFileChangeCounter } from '../src/store/database/change-counter.ts'
import { openSqliteForWatching } from '../src/store/database/sqlite/database.ts'

const [, , bytesFile = '', headers = '{}', database = ''] = process.argv
const bytes = readFileSync(bytesFile)
const sent: Record<string, string> = { ...JSON.parse(headers), 'content-length': String(bytes.length) }
const watching = await openSqliteForWatching(database)
const { changeCounter } = makeFileChangeCounter(watching, watching)
const requests = newRateCounter(Number.POSITIVE_INFINITY)
const responseTimes = newDurationHistogram()
const app = Fastify({
  ...fastifyOptions([], timeouts),
  logger: { level: 'info' },
  logController: new LogController({ disableRequestLogging: true }),
})
app.addHook('onRequest', (request, reply, _done) => {
  changeCounter()
  const [name, now] = [addressRateKey(request.ip), performance.now() / 1000]
  requests.allow(name, now)
  requests.count(name, now)
  reply.hijack()
  reply.raw.writeHead(200, sent).end(bytes)
  request.raw.resume()
})
app.addHook('onResponse', ({ method }, { statusCode, elapsedTime }, done) => {
  responseTimes.observe('none', method, statusCode, elapsedTime / 1000)
  done()
})
app.get('/*', async () => '')
// The logger says that it listens, on standard output.
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
