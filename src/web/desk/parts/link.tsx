import type { ComponentChildren, ComponentProps } from 'preact'
import type { DeskIconName } from '../../design/icons.ts'
import { deskSettings } from '../desk-settings.ts'
import { deskUrl, navigateTo } from '../route.ts'

/** An icon of the sprite of the desk, which screen readers skip. */
export function Icon({ of }: { readonly of: DeskIconName }) {
  return (
    <svg class="icon" width="18" height="18" aria-hidden="true">
      <use href={`${deskSettings.icons}#${of}`} />
    </svg>
  )
}

interface LinkProps extends Pick<ComponentProps<'a'>, 'class' | 'title' | 'aria-label'> {
  readonly to: string
  readonly current?: boolean
  readonly label?: string
  readonly children?: ComponentChildren
}

/** A link that shows the view without reloading the page. It also works in a new tab. */
export function Link({ to, current, label, children = label, ...attributes }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void navigateTo(to)
  }
  return (
    <a {...attributes} href={deskUrl(to)} aria-current={current ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  )
}

interface OuterLinkProps extends Pick<ComponentProps<'a'>, 'class' | 'dir'> {
  readonly href: string
  readonly label: string
}

/** A link that opens in a tab of its own, so that nothing typed is left. */
export const OuterLink = ({ label, ...attributes }: OuterLinkProps) => (
  <a target="_blank" rel="noopener noreferrer" {...attributes}>
    {label}
  </a>
)
