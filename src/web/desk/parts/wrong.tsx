/** What went wrong, said to everybody at once: also to those who don't see it appear. */

interface WrongProps {
  /** Undefined or empty where nothing did. */
  readonly children: string | undefined
}

export const Wrong = ({ children }: WrongProps) =>
  children ? (
    <p class="wrong" role="alert">
      {children}
    </p>
  ) : null
