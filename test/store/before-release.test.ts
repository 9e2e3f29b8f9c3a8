/** Calendars and back-ups of builds before the first release, which had other migrations than the baseline. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { command } from '../support/command.ts'
import { dialects, emptySqliteFile, type FreshDatabase } from '../support/dialects.ts'
import { connectDatabase, openStore, quotedName, sql, tableShapesOf } from '../support/inside/store.ts'
import { onDatabase } from '../support/on-database.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, testService } from '../support/service.ts'

const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }

/** The migrations of those builds, oldest first. */
const before =
  `001-calendar 002-listing 003-tokens 004-idempotency 005-audit 006-journal 007-sessions 008-uids 009-media 010-subscriptions
  011-feed-links 012-notices 013-audit-fields 014-was-public 015-import-safety 016-event-outcome 017-series 018-accounts 019-submissions 020-changes
  021-scopes 022-settings 023-versions 024-plain-texts 025-focus-and-reviews 027-text-index 028-almanac-index 029-fewer-index-writes
  030-tables-without-rowid 031-email-changes 032-media-slugs 034-submission-sizes 035-schema-version
  036-baseline 037-long-texts 038-unspread-changes 039-page-pictures 040-organisations 041-federation 042-translations 043-status-reasons
  044-venue-accessibility 045-preview-links 046-groups 047-federated-items 048-translated-texts 049-changes-of-groups 050-event-templates
  051-purges 052-following 053-subscribed-groups 054-incoming-images 055-federated-categories 056-last-seen 057-moving-places 058-title-index
  059-image-credits 060-federation-inboxes 061-event-drafts 062-federation-sent 063-series-undo 064-inviters 065-decision-undo 066-sent-drafts
  067-reasons-of-reads`.split(/\s+/)

const refusal =
  /comes from a build before the first release, whose newest migration is 066-sent-drafts, .* Export it with the build that made it \(fasti export\), and import that file into a new calendar \(fasti import\)\. Nothing was changed\./

for (const dialect of dialects) {
  describe(`a ${dialect.name} calendar of a build before the first release`, () => {
    let database: FreshDatabase
    let folder: string
    beforeEach(async () => {
      folder = await scratch('fasti-before-')
      database = dialect.name === 'sqlite' ? await emptySqliteFile() : await dialect.freshUrl()
      const service = await testService(dialect.name, { DATABASE_URL: database.url })
      expect((await service.post('/events', anEvent({ title: 'Concert' }))).status).toBe(201)
      await service.close()
    })
    afterEach(async () => {
      await database.drop()
      await rm(folder, { recursive: true })
    })

    const env = () => ({ DATABASE_URL: database.url, FASTI_DATA_DIR: folder, FASTI_LOG_LEVEL: 'silent' })

    /** Notes the first `count` of those migrations in place of the baseline; later ones stay. */
    const noted = async (count: number) =>
      onDatabase(
        database.url,
        `delete from migrations where name = '068-baseline'; insert into migrations (name, applied_utc) values ${before
          .slice(0, count)
          .map((name) => `('${name}', 0)`)
          .join(', ')}; update revision set needs = 0`,
      )

    /** Everything in the database but its histories: its tables, their columns and their rows. */
    async function everything() {
      const connection = await connectDatabase(database.url)
      const shapes = await tableShapesOf(connection.reader, connection.name)
      const found: unknown[] = []
      // Every start begins a history.
      for (const { name, columns } of shapes.filter((shape) => shape.name !== 'histories'))
        found.push([name, columns, await sql`select * from ${quotedName(name)}`.rows(connection.reader)])
      await connection.close()
      return found
    }

    it('that has all of its migrations is used as it is', async () => {
      await noted(before.length)
      const found = await everything()
      const service = await testService(dialect.name, { DATABASE_URL: database.url })
      expect(await everything()).toEqual(found)
      expect((await service.get('/events')).body.events).toMatchObject([{ title: 'Concert' }])
      expect((await service.post('/events', anEvent({ title: 'Play' }))).status).toBe(201)
      await service.close()
      expect(await command(['check'], env())).toMatchObject({ code: 0 })
    })

    it('that has all of its migrations is backed up, and restored as a new one', async () => {
      await noted(before.length)
      const file = join(folder, 'all.backup')
      expect(await command(['backup', file], env())).toMatchObject({ code: 0 })
      const { url, drop } = await emptySqliteFile()
      expect(await command(['restore', file], { ...env(), DATABASE_URL: url })).toMatchObject({ code: 0 })
      const service = await testService('sqlite', { DATABASE_URL: url })
      expect((await service.get('/events')).body.events).toMatchObject([{ title: 'Concert' }])
      await service.close()
      await drop()
    })

    it('that lacks one of them is refused with what to do, and stays as it is', async () => {
      await noted(before.length - 1)
      const found = await everything()
      await expect(openStore(database.url, moment)).rejects.toThrow(refusal)
      for (const args of [
        ['serve'],
        ['backup', join(folder, 'a.backup')],
        ['user', 'list'],
        ['check'],
        ['doctor'],
      ]) {
        const { code, stdout, stderr } = await command(args, env())
        expect([args, code, `${stdout}${stderr}`]).toEqual([args, 1, expect.stringMatching(refusal)])
        // It was not checked, and nothing is wrong with it.
        expect(stderr).not.toContain('not consistent')
      }
      expect(await everything()).toEqual(found)
    })

    it('is not restored from a back-up that lacks one of them', async () => {
      const file = join(folder, 'some.backup')
      expect(await command(['backup', file], env())).toMatchObject({ code: 0 })
      const names = (count: number) =>
        before
          .slice(0, count)
          .map((name) => JSON.stringify(name))
          .join()
      const withNames = async (count: number) => {
        const lines = gunzipSync(await readFile(file))
          .toString()
          .replace('"068-baseline"', names(count))
        const changed = join(folder, `${count}.backup`)
        await writeFile(changed, gzipSync(lines))
        return changed
      }
      const { url, drop } = await emptySqliteFile()
      const elsewhere = { ...env(), DATABASE_URL: url }
      const refused = await command(['restore', await withNames(before.length - 1)], elsewhere)
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(refusal)])
      expect(await command(['restore', await withNames(before.length)], elsewhere)).toMatchObject({ code: 0 })
      await drop()
    })
  })
}
