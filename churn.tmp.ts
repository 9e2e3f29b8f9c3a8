import { createService } from './src/service.ts'
import { readConfig } from './src/config.ts'
const config = readConfig({ FASTI_LOG_LEVEL: 'silent', DATABASE_URL: `sqlite:/tmp/D-out/churn.db`, FASTI_DATA_DIR: '/tmp/D-out/churn' })
const { app, close } = await createService(config)
const base = `/${config.namespace}`
const ids: number[] = []
const post = async (n: number) => {
  const d = String(1 + (n % 28)).padStart(2, '0')
  const r = await app.inject({ method: 'POST', url: `${base}/events`, payload: { title: `E ${n}`, description: '<p>Doors open an hour before.</p>'.repeat(20), start_date: `2027-03-${d} 18:00:00`, end_date: `2027-03-${d} 20:00:00`, tags: [`T${n % 12}`], venue: { venue: `Hall ${n % 20}` } } })
  ids.push(r.json().id)
}
const mb = (b: number) => (b / 2 ** 20).toFixed(0)
for (let n = 0; n < 200; n++) await post(n)
const N = Number(process.argv[2])
for (let n = 1; n <= N; n++) {
  await post(n)
  const id = ids.shift()
  for (const u of [`/events/${ids.at(-1)}`, `/events/${ids[100]}`, `/events?start_date=2027-03-${String(1 + (n % 28)).padStart(2, '0')}&per_page=20`, `/events.ics?start_date=2027-03-01&end_date=2027-03-03`]) await app.inject({ url: base + u })
  await app.inject({ method: 'DELETE', url: `${base}/events/${id}?force=true` })
  if (n % (N / 20) === 0) {
    globalThis.gc?.(); globalThis.gc?.()
    const { heapUsed, external, rss } = process.memoryUsage()
    const m = (await app.inject({ url: '/metrics' })).body
    console.log(n, 'heap', mb(heapUsed), 'external', mb(external), 'rss', mb(rss), 'answers', mb(Number(/held_bytes (\d+)/.exec(m)?.[1])))
  }
}
await close()
