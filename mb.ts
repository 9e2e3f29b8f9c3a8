import { openSqlite } from './src/store/sqlite-database.ts'
const db = await openSqlite(':memory:')
db.exec('create table t (id integer primary key, ' + Array.from({length:32},(_,i)=>`c${i} text`).join() + ')')
const ins = db.prepare('insert into t values (' + Array.from({length:33},()=>'?').join() + ')')
for (let i = 0; i < 1000; i++) ins.run(i, ...Array.from({length:32},()=>'hello world'))
function time(name: string, f: () => void) { for (let i=0;i<20000;i++) f(); const t=performance.now(); for (let i=0;i<50000;i++) f(); console.log(name, ((performance.now()-t)/50).toFixed(2),'us') }
const a = db.prepare('select id from t where id in (?,?,?)')
time('ids bigint', () => a.all(1n,2n,3n)); time('ids number', () => a.all(1,2,3))
const b = db.prepare('select * from t where id = ?'); time('33 columns', () => b.all(5n))
const b2 = db.prepare('select * from t where id = ?'); try { (b2 as any).setReturnArrays(true); time('33 columns arrays', () => b2.all(5n)) } catch (e) { console.log(String(e)) }
const c = db.prepare('select 1 where 0'); time('nothing', () => c.all())
const d = db.prepare('savepoint x'); const e = db.prepare('release x'); time('savepoint', () => { d.run(); e.run() })
const u = db.prepare('update t set c1 = ? where id = ?'); db.exec('begin'); time('update', () => u.run('x', 7n))
