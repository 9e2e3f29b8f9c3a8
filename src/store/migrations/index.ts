/** The migrations, oldest first. Never edit a released one: databases already have its result. */
import { calendar } from './001-calendar.ts'
import { listing } from './002-listing.ts'
import { tokens } from './003-tokens.ts'
import { idempotency } from './004-idempotency.ts'
import { audit } from './005-audit.ts'
import { journal } from './006-journal.ts'
import { sessions } from './007-sessions.ts'
import { uids } from './008-uids.ts'
import { media } from './009-media.ts'
import { subscriptions } from './010-subscriptions.ts'
import { feedLinks } from './011-feed-links.ts'
import { notices } from './012-notices.ts'
import { auditFields } from './013-audit-fields.ts'
import { wasPublic } from './014-was-public.ts'
import { importSafety } from './015-import-safety.ts'
import { eventOutcome } from './016-event-outcome.ts'
import { series } from './017-series.ts'
import { accounts } from './018-accounts.ts'
import { submissions } from './019-submissions.ts'
import { changes } from './020-changes.ts'
import { tokenScopes } from './021-scopes.ts'
import { settings } from './022-settings.ts'
import { versions } from './023-versions.ts'
import { plainTexts } from './024-plain-texts.ts'
import { focusAndReviews } from './025-focus-and-reviews.ts'
import { textIndex } from './027-text-index.ts'
import { almanacIndex } from './028-almanac-index.ts'
import { fewerIndexWrites } from './029-fewer-index-writes.ts'
import { tablesWithoutRowid } from './030-tables-without-rowid.ts'
import { emailChanges } from './031-email-changes.ts'
import { mediaSlugs } from './032-media-slugs.ts'
import { submissionSizes } from './034-submission-sizes.ts'
import { schemaVersion } from './035-schema-version.ts'
import type { Migration } from './migration.ts'

export const migrations: readonly Migration[] = [
  calendar,
  listing,
  tokens,
  idempotency,
  audit,
  journal,
  sessions,
  uids,
  media,
  subscriptions,
  feedLinks,
  notices,
  auditFields,
  wasPublic,
  importSafety,
  eventOutcome,
  series,
  accounts,
  submissions,
  changes,
  tokenScopes,
  settings,
  versions,
  plainTexts,
  focusAndReviews,
  textIndex,
  almanacIndex,
  fewerIndexWrites,
  tablesWithoutRowid,
  emailChanges,
  mediaSlugs,
  submissionSizes,
  schemaVersion,
]
