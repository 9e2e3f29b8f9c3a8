/** The look-ups that the create of an event makes, known from its args alone: an import makes those of many events at once. */
import type { CreateArgs, LinkedName } from '../../contract/resources/index.ts'
import { foldedText } from '../../domain/text/letters.ts'
import type { LinkTargets } from './current-targets.ts'
import { nameKeysOf, placeOfInlineArgs } from './known-by-name.ts'
import { type LinkedCreateArgs, wantedSlug } from './new-items.ts'

/** A venue or an organizer that may be here already. */
interface ForeseenInline {
  readonly name: LinkedName
  /** The folded name, and those of its other spellings. */
  readonly keys: readonly string[]
  /** The slug that it gets if it is new. */
  readonly slug: string
}

/** The look-ups of a create. */
export interface ForeseenLookUps {
  readonly slug: string
  readonly inline: readonly ForeseenInline[]
}

function ofTargets<N extends LinkedName>(name: N, targets: LinkTargets<N>): readonly ForeseenInline[] {
  return targets.flatMap((target) => {
    if ('id' in target) return []
    const { slug }: Pick<LinkedCreateArgs, 'slug'> = target.inline
    const { name: written } = placeOfInlineArgs(target.inline)
    const keys = [...new Set([foldedText(written), ...nameKeysOf(written)])]
    return [{ name, keys, slug: wantedSlug(name, slug, written) }]
  })
}

/** Returns the look-ups of the create of an event with its venues and organizers. */
export const lookUpsOfEvent = (args: CreateArgs<'event'>): ForeseenLookUps => ({
  slug: wantedSlug('event', args.slug, args.title),
  inline: [...ofTargets('venue', args.venue ?? []), ...ofTargets('organizer', args.organizer ?? [])],
})
