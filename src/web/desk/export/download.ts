/** Saves texts that the page has made as files of the browser. */

/** How long the text stays readable, in milliseconds: browsers may begin to save it late. */
const KEPT = 10_000

/** Saves `text` as a file named `name` with the media type `type`. */
export function download(name: string, type: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT)
}
