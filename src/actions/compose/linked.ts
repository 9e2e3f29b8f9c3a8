/** Builds the columns of a venue or organizer from its args and the stored item. Pure. */

import type { PureContext } from '../../api/context.ts'
import { derivedColumns } from '../../contract/derived-columns.ts'
import { fieldRowsComposer } from '../../contract/resources/fields/values.ts'
import { organizerFields, venueFields } from '../../contract/resources/fields/venue-fields.ts'
import type { CreateArgs } from '../../contract/resources/index.ts'
import { stateProvince } from '../../domain/state-province.ts'
import type { OrganizerRecord, VenueRecord } from '../../store/store.ts'
import { refuseSiteEditorFields } from '../writing/site-fields.ts'
import { languageColumnsAfterChange } from './content.ts'
import { type ComposedColumns, publicationColumnsFromArgs, type SentArgs, sentOrKept } from './published.ts'
import { argsWithoutShownTexts } from './shown-texts.ts'

const composeVenueFields = fieldRowsComposer(venueFields)
const composeOrganizerFields = fieldRowsComposer(organizerFields)

const siteFields = { names: ['federated'], of: 'an organizer' } as const

function composeState(sent: string | null | undefined, kept: VenueRecord | undefined): string | null {
  const isShown = kept !== undefined && kept.stateprovince === null && sent === stateProvince(kept)
  return isShown ? null : sentOrKept(sent, kept?.stateprovince)
}

/** Returns the columns of a venue after a change; `kept` is undefined for a new venue. */
export function venueColumnsFromArgs(
  sent: SentArgs<CreateArgs<'venue'>>,
  kept: VenueRecord | undefined,
  context: PureContext,
): ComposedColumns<VenueRecord> {
  const args = argsWithoutShownTexts('venue', sent, kept, context)
  const name = args.venue ?? kept?.name ?? ''
  const fields = composeVenueFields(args, kept)
  const stateprovince = composeState(args.stateprovince, kept)
  const content = languageColumnsAfterChange('venue', { args, texts: { name, ...fields } }, kept, context)
  return {
    name,
    ...derivedColumns.venue({ name, ...fields, stateprovince }),
    ...fields,
    stateprovince,
    ...content,
    ...publicationColumnsFromArgs(args, kept, context),
  }
}

/** Returns the columns of an organizer after a change; `kept` is undefined for a new organizer. Throws 403 on what editors alone change. */
export function organizerColumnsFromArgs(
  sent: SentArgs<CreateArgs<'organizer'>>,
  kept: OrganizerRecord | undefined,
  context: PureContext,
): ComposedColumns<OrganizerRecord> {
  const args = argsWithoutShownTexts('organizer', sent, kept, context)
  const name = args.organizer ?? kept?.name ?? ''
  const fields = composeOrganizerFields(args, kept)
  if (fields.federated !== (kept?.federated ?? 0)) refuseSiteEditorFields(siteFields, fields, context.actor)
  const content = languageColumnsAfterChange('organizer', { args, texts: { name, ...fields } }, kept, context)
  return {
    name,
    ...derivedColumns.organizer({ name, ...fields }),
    ...fields,
    ...content,
    ...publicationColumnsFromArgs(args, kept, context),
  }
}
