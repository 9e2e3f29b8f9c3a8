import type { DeskIconName } from '../../design/icons.ts'
import type { Image } from '../api/types.ts'
import { smallestImageUrl } from '../media/images.ts'
import { Icon } from '../parts/link.tsx'

interface ThumbProps {
  readonly image: Pick<Image, 'sizes' | 'url'> | false
  /** Stands in the place of a picture that there is none of. */
  readonly icon: DeskIconName
  /** A colour as CSS. */
  readonly hue?: string | undefined
}

export const Thumb = ({ image, icon, hue }: ThumbProps) =>
  image === false ? (
    <i class="thumb" style={hue === undefined ? undefined : { '--hue': hue }}>
      <Icon of={icon} />
    </i>
  ) : (
    <img class="thumb" src={smallestImageUrl(image)} alt="" loading="lazy" />
  )

/** The first letters of a name, where people have no pictures. */
export const Initials = ({ name }: { readonly name: string }) => (
  <i class="thumb round" aria-hidden="true">
    {name
      .split(/\s+/)
      .slice(0, 2)
      .map((word) => [...word][0]?.toUpperCase())}
  </i>
)
