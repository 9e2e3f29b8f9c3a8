/** The migrations, oldest first. Never edit a released one: databases already have its result. */
import { baseline } from './036-baseline.ts'
import { longTexts } from './037-long-texts.ts'
import { unspreadChanges } from './038-unspread-changes.ts'
import { pagePictures } from './039-page-pictures.ts'
import { organisations } from './040-organisations.ts'
import { federationTables } from './041-federation.ts'
import { translations } from './042-translations.ts'
import { statusReasons } from './043-status-reasons.ts'
import { venueAccessibility } from './044-venue-accessibility.ts'
import { previewLinks } from './045-preview-links.ts'
import { groups } from './046-groups.ts'
import { federatedItems } from './047-federated-items.ts'
import { translatedTexts } from './048-translated-texts.ts'
import { changesOfGroups } from './049-changes-of-groups.ts'
import { eventTemplates } from './050-event-templates.ts'
import { purges } from './051-purges.ts'
import { followingTables } from './052-following.ts'
import { subscribedGroups } from './053-subscribed-groups.ts'
import { incomingImages } from './054-incoming-images.ts'
import { federatedCategoryNames } from './055-federated-categories.ts'
import { lastSeen } from './056-last-seen.ts'
import { movingPlaces } from './057-moving-places.ts'
import { titleSearchIndex } from './058-title-index.ts'
import { imageCredits } from './059-image-credits.ts'
import { federationInboxes } from './060-federation-inboxes.ts'
import { eventDrafts } from './061-event-drafts.ts'
import { federationSent } from './062-federation-sent.ts'
import { seriesUndo } from './063-series-undo.ts'
import { inviters } from './064-inviters.ts'
import { decisionUndo } from './065-decision-undo.ts'
import { sentDrafts } from './066-sent-drafts.ts'
import { reasonsOfReads } from './067-reasons-of-reads.ts'
import type { Migration } from './migration.ts'

export const migrations: readonly Migration[] = [
  baseline,
  longTexts,
  unspreadChanges,
  pagePictures,
  organisations,
  federationTables,
  translations,
  statusReasons,
  venueAccessibility,
  previewLinks,
  groups,
  federatedItems,
  translatedTexts,
  changesOfGroups,
  eventTemplates,
  purges,
  followingTables,
  subscribedGroups,
  incomingImages,
  federatedCategoryNames,
  lastSeen,
  movingPlaces,
  titleSearchIndex,
  imageCredits,
  federationInboxes,
  eventDrafts,
  federationSent,
  seriesUndo,
  inviters,
  decisionUndo,
  sentDrafts,
  reasonsOfReads,
]
