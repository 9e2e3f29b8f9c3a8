/** Saves a text of the page as a file. */

/** Milliseconds until the URL of the text is revoked. Browsers may read it some time after the click. */
const REVOKED_AFTER = 10_000

/** Saves `text` as a file named `name` with the media type `type`. */
export function download(name: string, type: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKED_AFTER)
}
