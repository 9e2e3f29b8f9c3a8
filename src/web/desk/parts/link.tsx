import type { ComponentChildren } from 'preact'
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

interface LinkProps {
  readonly to: string
  readonly class?: string
  readonly current?: boolean
  /** The accessible name, where the text alone would not say which of several it leads to. */
  readonly label?: string
  readonly title?: string
  readonly children: ComponentChildren
}

/** A link that shows the view without reloading the page. It also works in a new tab. */
export function Link({ to, class: kind, current, label, title, children }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void navigateTo(to)
  }
  return (
    <a
      href={deskUrl(to)}
      class={kind}
      aria-current={current ? 'page' : undefined}
      aria-label={label}
      title={title}
      onClick={follow}
    >
      {children}
    </a>
  )
}
