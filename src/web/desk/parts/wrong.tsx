/** An error message that screen readers announce. */

interface WrongProps {
  /** Undefined or empty if there is no error. */
  readonly children: string | undefined
}

export const ErrorText = ({ children }: WrongProps) =>
  children ? (
    <p class="wrong" role="alert">
      {children}
    </p>
  ) : null
