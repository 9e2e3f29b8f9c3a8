/** An error message that screen readers announce. */

interface ErrorTextProps {
  /** Undefined or empty if there is no error. */
  readonly children: string | undefined
}

/** The text of an error, read out at once; nothing without one. */
export const ErrorText = ({ children }: ErrorTextProps) =>
  children ? (
    <p class="wrong" role="alert">
      {children}
    </p>
  ) : null
