/** Opens the store at the address that is its argument, and writes tags, categories and venues until it is killed. It prints a line before each write. */
import { Temporal } from 'temporal-polyfill'
import { openStore } from './inside/store.ts'

const [, , url = ''] = process.argv
const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }
const store = await openStore(url, moment)
const stamp = { moment, actor: { id: 0, login: '(test)' } }
for (let n = 0; n < 5000; n += 1) {
  process.stdout.write(`${n}\n`)
  const { result } = await store.write(stamp, (tx) => tx.put('tag', undefined, { name: `Tag ${n}` }))
  process.stdout.write(`${n}\n`)
  await store.write(stamp, (tx) => tx.put('tag', result.id, { description: `<p>${n}</p>` }))
  if (n % 3 === 2) await store.write(stamp, (tx) => tx.remove('tag', result.id))
  const venue = await store.write(stamp, (tx) => tx.put('venue', undefined, { name: `Hall ${n}` }))
  await store.write(stamp, (tx) => tx.put('venue', venue.result.id, { status: 'trash' }))
  const above = await store.write(stamp, (tx) => tx.put('category', undefined, { name: `Above ${n}` }))
  const parent = above.result.id
  await store.write(stamp, (tx) => tx.put('category', undefined, { name: `Below ${n}`, parent }))
  await store.write(stamp, (tx) => tx.remove('category', parent))
}
