/** The look-ups that the create of an event makes, known from its args alone: an import makes those of many events at once. */
import type { CreateArgs, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import { foldedText } from '../../domain/text/letters.ts'
import { textFault, titleForStorage } from '../../domain/text/plain-text.ts'
import type { SentVenuesOrOrganizers } from './current-targets.ts'
import { nameAndPlaceOfInlineArgs } from './known-by-name.ts'
import { type LinkedCreateArgs, wantedSlug } from './new-items.ts'

/** A venue or an organizer that may be here already. */
interface ForeseenInline {
  readonly name: VenueOrOrganizerName
  /** The folded name. */
  readonly key: string
  /** The slug that it gets if it is new. */
  readonly slug: string
}

/** The args of an event that are looked up, before they are parsed. */
interface SentEvent {
  readonly title?: unknown
  readonly venue?: unknown
  readonly organizer?: unknown
}

/** The look-ups of a create. */
export interface LookUpsOfCreate {
  readonly slug: string
  readonly inline: readonly ForeseenInline[]
}

const inlineNamed = (
  name: VenueOrOrganizerName,
  slug: string | undefined,
  written: string,
): ForeseenInline => ({
  name,
  key: foldedText(written.trim()),
  slug: wantedSlug(name, slug, written),
})

function ofTargets<N extends VenueOrOrganizerName>(
  name: N,
  targets: SentVenuesOrOrganizers<N>,
): readonly ForeseenInline[] {
  return targets.flatMap((target) => {
    if ('id' in target) return []
    const { slug }: Pick<LinkedCreateArgs, 'slug'> = target.inline
    return [inlineNamed(name, slug, nameAndPlaceOfInlineArgs(target.inline).name)]
  })
}

/** Returns the look-ups of an event that is to have a slug: none where no database may be asked for it. */
export const lookUpsOfSlug = (slug: string): readonly LookUpsOfCreate[] =>
  textsSafeToLookUp([slug]).map((asked) => ({ slug: asked, inline: [] }))

/** Returns the look-ups of the create of an event with its venues and organizers. */
export const foreseenLookUpsOfEventCreate = (args: CreateArgs<'event'>): LookUpsOfCreate => ({
  slug: wantedSlug('event', args.slug, args.title),
  inline: [...ofTargets('venue', args.venue ?? []), ...ofTargets('organizer', args.organizer ?? [])],
})

/** The most characters of a name that is looked up before it is parsed. */
const LONGEST_NAME = 2000

/** Returns those of these texts that a database may be asked for, whatever was sent. */
export const textsSafeToLookUp = (texts: readonly unknown[]): readonly string[] =>
  texts.flatMap((text) =>
    typeof text === 'string' && text.length <= LONGEST_NAME && textFault(text) === undefined ? [text] : [],
  )

/** Returns the look-ups of an event with args that are not parsed, as far as they are texts. */
export function foreseenLookUpsOfUnparsedEvent({ title, venue, organizer }: SentEvent): LookUpsOfCreate {
  const inline = (name: VenueOrOrganizerName, sent: unknown) =>
    textsSafeToLookUp([sent].flat().map((one) => Object(one)[name])).map((written) =>
      inlineNamed(name, undefined, titleForStorage(written)),
    )
  return {
    slug: wantedSlug('event', undefined, textsSafeToLookUp([title]).map(titleForStorage).join('')),
    inline: [...inline('venue', venue), ...inline('organizer', organizer)],
  }
}
