/** The migrations, oldest first. Never edit a released one: databases already have its result. */
import { baseline } from './068-baseline.ts'
import { acts } from './069-acts.ts'
import { fewerIndexes } from './070-fewer-indexes.ts'
import { formerSlugs } from './071-former-slugs.ts'
import { membersByRule } from './072-members-by-rule.ts'
import { foldedSigns } from './073-folded-signs.ts'
import { histories } from './074-histories.ts'
import { countsOfGroups } from './075-counts-of-groups.ts'
import { logOfChanges } from './076-log-of-changes.ts'
import { termsInLog } from './077-terms-in-log.ts'
import { placesInLog } from './078-places-in-log.ts'
import { factsOfChangesets } from './080-facts-of-changesets.ts'
import { organisationSessions } from './081-organisation-sessions.ts'
import { notesAndDuties } from './082-notes-and-duties.ts'
import { ownPages } from './083-own-pages.ts'
import { usedAssertions } from './085-used-assertions.ts'
import { oneLog } from './086-one-log.ts'
import { undoByLog } from './087-undo-by-log.ts'
import { proposals } from './090-proposals.ts'
import type { Migration } from './migration.ts'

export const migrations: readonly Migration[] = [
  baseline,
  acts,
  fewerIndexes,
  formerSlugs,
  membersByRule,
  foldedSigns,
  histories,
  countsOfGroups,
  logOfChanges,
  termsInLog,
  placesInLog,
  factsOfChangesets,
  organisationSessions,
  notesAndDuties,
  ownPages,
  usedAssertions,
  oneLog,
  undoByLog,
  proposals,
]
