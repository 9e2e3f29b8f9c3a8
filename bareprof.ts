import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { staged, BASE } from './bench/stage.ts'
import { openSqlite } from './src/store/sqlite-database.ts'
const folder = mkdtempSync('/tmp/crp-')
const stage = await staged({ root: process.cwd(), folder, many: 1000, seconds: 1, before: undefined })
const calendar = stage.small()
const server = await stage.serve(calendar)
const body = { title: 'Concert xyz', description: 'An evening with music by candlelight.', start_date: '2027-05-04 18:00:00', end_date: '2027-05-04 20:00:00', venue: 1, organizer: 1, categories: [1, 2], tags: [1, 2, 3] }
const r = await fetch(`http://127.0.0.1:${server.port}${BASE}`, { method: 'POST', headers: { authorization: 'Bearer ' + calendar.token, 'content-type': 'application/json' }, body: JSON.stringify(body) })
console.log(r.status)
await stage.clear()
const db: any = await openSqlite(join(calendar.folder, 'fasti.db'))
const rows = (sql: string) => db.prepare(sql).all()
const last = 'select max(id) from events'
const tables: any[] = [['events', rows(`select * from events where id = (${last})`)], ...['venues','organizers','categories','tags'].map((to) => [`event_${to}`, rows(`select * from event_${to} where event_id = (${last})`)]), ['journal', rows('select * from journal where revision = (select value from revision)')], ['audit', rows('select * from audit where id = (select max(id) from audit)')]]
const inserts = tables.map(([table, rs]) => { const names = Object.keys(rs[0] ?? {}); return { table, names, rows: rs, statement: db.prepare(`insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`) } })
let id = Number(tables[0][1][0].id)
const t: Record<string, number> = {}
const mark = (k: string, f: () => void) => { const a = performance.now(); f(); t[k] = (t[k] ?? 0) + performance.now() - a }
const N = 3000
const s = performance.now()
const begin = db.prepare('begin immediate'), commit = db.prepare('commit'), rev = db.prepare('update revision set value = value + 1')
for (let i = 0; i < N; i++) {
  id++
  const own: any = { event_id: id, revision: id, slug: `bare-${id}`, uid: Math.random().toString(36) }
  mark('begin', () => begin.run()); mark('rev', () => rev.run())
  for (const { table, names, rows, statement } of inserts) mark(table, () => { for (const row of rows) statement.run(...names.map((n: string) => n === 'id' ? id : own[n] ?? row[n] ?? null)) })
  mark('commit', () => commit.run())
}
console.log('total', ((performance.now() - s) / N * 1000).toFixed(0), 'us')
for (const [k, v] of Object.entries(t)) console.log(k, (v / N * 1000).toFixed(1))
db.close()
