/** All cases in order: those that need a quiet machine most come first. */
import type { Case } from '../case.ts'
import { alias } from './alias.ts'
import { batch } from './batch.ts'
import { changes } from './changes.ts'
import { conferences } from './conferences.ts'
import { create } from './create.ts'
import { firstTime } from './first-time.ts'
import { followed } from './followed.ts'
import { groups } from './groups.ts'
import { importing } from './import.ts'
import { languages } from './languages.ts'
import { list } from './list.ts'
import { many } from './many.ts'
import { mixed } from './mixed.ts'
import { notModified } from './not-modified.ts'
import { pages } from './pages.ts'
import { plain } from './plain.ts'
import { series } from './series.ts'
import { single } from './single.ts'
import { size } from './size.ts'
import { start } from './start.ts'
import { thousand } from './thousand.ts'
import { update } from './update.ts'
import { warming } from './warming.ts'
import { workers } from './workers.ts'

export const cases: readonly Case[] = [
  list,
  languages,
  groups,
  notModified,
  single,
  thousand,
  firstTime,
  conferences,
  warming,
  plain,
  create,
  update,
  importing,
  batch,
  changes,
  followed,
  alias,
  many,
  mixed,
  series,
  workers,
  start,
  size,
  pages,
]
