/** Buttons that share or copy an address. */

/** Copies a text, and says so on the button for two seconds. */
async function copyText(button: HTMLElement, text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  const label = button.querySelector('span') ?? button
  const words = label.textContent
  label.textContent = document.body.dataset.copied ?? ''
  setTimeout(() => {
    label.textContent = words
  }, 2000)
}

async function share(button: HTMLElement): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
  const { title = '' } = button.dataset
  if ('share' in navigator) return navigator.share({ title, url }).catch(() => undefined)
  return copyText(button, url)
}

function offer(selector: string, act: (button: HTMLElement) => Promise<void>): void {
  for (const button of document.querySelectorAll<HTMLElement>(selector)) {
    button.hidden = false
    button.addEventListener('click', () => act(button))
  }
}

/** Shows the buttons that this browser can serve. */
export function showShareButtons(): void {
  // Without TLS, browsers have neither of them.
  const canCopy = 'clipboard' in navigator
  if (canCopy || 'share' in navigator) offer('.share', share)
  if (canCopy) offer('.copy', (button) => copyText(button, button.dataset.copy ?? ''))
}
