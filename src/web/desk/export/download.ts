/** Saves what the page has as a file. */

/** Milliseconds until the URL of the file is revoked. Browsers may read it some time after the click. */
const REVOKED_AFTER = 10_000

/** Saves `content` as a file named `name` with the media type `type`. */
export function saveAsFile(name: string, type: string, content: string | Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKED_AFTER)
}
