/** Builds the columns of a venue or organizer from its args and the stored item. Pure. */
import type { CreateArgs } from '../../contract/resources/index.ts'
import { stateProvince } from '../../domain/state-province.ts'
import { fold } from '../../domain/text/letters.ts'
import { plainTextOf } from '../../domain/text/plain-text.ts'
import type { OrganizerRecord, VenueRecord } from '../../store/store.ts'
import type { Context } from '../context.ts'
import { type Composed, composePublication, flagOf, maybe, type Sent, textOf } from './published.ts'

const searchText = (texts: readonly string[]) =>
  texts
    .filter((text) => text !== '')
    .map(fold)
    .join('\n')

function composeState(sent: string | null | undefined, kept: VenueRecord | undefined): string | null {
  const isShown = kept !== undefined && kept.stateprovince === null && sent === stateProvince(kept)
  return isShown ? null : maybe(sent, kept?.stateprovince)
}

/** Returns the columns of a venue after a change; `kept` is undefined for a new venue. */
export function composeVenue(
  args: Sent<CreateArgs<'venue'>>,
  kept: VenueRecord | undefined,
  context: Context,
): Composed<VenueRecord> {
  const text = (
    name: 'address' | 'city' | 'country' | 'province' | 'state' | 'zip' | 'phone' | 'website' | 'description',
  ) => textOf(args[name], kept?.[name])
  const name = args.venue ?? kept?.name ?? ''
  const place = {
    address: text('address'),
    city: text('city'),
    country: text('country'),
    province: text('province'),
    state: text('state'),
    zip: text('zip'),
  }
  const texts = { ...place, phone: text('phone'), website: text('website') }
  const stateprovince = composeState(args.stateprovince, kept)
  const description = text('description')
  return {
    name,
    name_key: fold(name),
    description,
    stateprovince,
    search_text: searchText([
      name,
      plainTextOf(description),
      ...Object.values(texts),
      stateprovince ?? stateProvince(place),
    ]),
    show_map: flagOf(args.show_map, true, kept?.show_map),
    show_map_link: flagOf(args.show_map_link, true, kept?.show_map_link),
    geo_lat: maybe(args.geo_lat, kept?.geo_lat),
    geo_lng: maybe(args.geo_lng, kept?.geo_lng),
    ...texts,
    ...composePublication(args, kept, context),
  }
}

/** Returns the columns of an organizer after a change; `kept` is undefined for a new organizer. */
export function composeOrganizer(
  args: Sent<CreateArgs<'organizer'>>,
  kept: OrganizerRecord | undefined,
  context: Context,
): Composed<OrganizerRecord> {
  const name = args.organizer ?? kept?.name ?? ''
  const description = textOf(args.description, kept?.description)
  const texts = {
    phone: textOf(args.phone, kept?.phone),
    website: textOf(args.website, kept?.website),
    email: textOf(args.email, kept?.email),
  }
  return {
    ...composePublication(args, kept, context),
    ...texts,
    name,
    name_key: fold(name),
    description,
    search_text: searchText([name, plainTextOf(description), ...Object.values(texts)]),
  }
}
