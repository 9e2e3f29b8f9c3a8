/** Icons beside words. */
import type { DeskIconName } from '../../design/icons.ts'
import { deskSettings } from '../desk-settings.ts'

/** An icon of the sprite of the desk, which screen readers skip. */
export function Icon({ of }: { readonly of: DeskIconName }) {
  return (
    <svg class="icon" width="18" height="18" aria-hidden="true">
      <use href={`${deskSettings.icons}#${of}`} />
    </svg>
  )
}
