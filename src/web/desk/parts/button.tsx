/** Buttons. By default they act at once; one of the type `submit` sends its form. */
import type { ComponentProps } from 'preact'
import type { DeskIconName } from '../../design/icons.ts'
import { Icon } from './link.tsx'

type Attributes = Omit<ComponentProps<'button'>, 'ref' | 'label' | 'icon'>

/** A button with a text, or with what is more than that. */
export const Button = ({
  label,
  children = label,
  ...attributes
}: Attributes & { readonly label?: string | undefined }) => (
  <button type="button" {...attributes}>
    {children}
  </button>
)

interface IconButtonProps extends Attributes {
  readonly icon: DeskIconName
  /** Its name, which is shown to whoever points at it. */
  readonly label: string
}

export const IconButton = ({ icon, label, ...attributes }: IconButtonProps) => (
  <Button class="quiet" aria-label={label} title={label} {...attributes}>
    <Icon of={icon} />
  </Button>
)

/** The key of a button, where there is a keyboard. Programs that read out have it from the button. */
export const KeyMark = ({ of }: { readonly of: string }) => (
  <span class="for-keys" aria-hidden="true">
    <kbd>{of}</kbd>
  </span>
)
